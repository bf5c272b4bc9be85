import type { GridCell } from "./document-table.ts";

/** The headings of each column from the highest level down: "In a full hospital, Stem". */
export function columnNames(headers: GridCell[][], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    let name = "";
    for (const row of headers) {
      const over = row.find((cell) => cell.column <= column && column < cell.column + cell.columns);
      if (over === undefined || name.endsWith(over.text)) continue;
      name += `${jointOf(name, over.text)}${over.text}`;
    }
    return name;
  });
}

/** What joins two lines of headings: a space within a heading, a comma before one of the next level. */
function jointOf(before: string, next: string): string {
  if (before === "") return "";
  return /[,:;/-]$/u.test(before) || /^[\p{Ll}(]/u.test(next) ? " " : ", ";
}
