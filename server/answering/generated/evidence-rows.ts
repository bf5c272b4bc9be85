import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { countWords } from "../../language/count-words.ts";
import { cellValue } from "../../language/cell-value.ts";
import { analyseTable } from "../tables/analysed-table.ts";
import type { PassageRow } from "../tables/passage-rows.ts";

export interface EvidenceRow {
  /** Identifies the table within the cited passages; null if that is unknown. */
  table: string | null;
  cells: readonly EvidenceCell[];
}

export interface EvidenceCell extends Pick<TypedCell, "text" | "kind" | "unit"> {
  /** "" for a cell without one. */
  heading: string;
  /** Whether it names the row. */
  isLabel: boolean;
  /** What a "Yes", "✓", "No" or "–" says about its heading; null for any other cell. */
  says: "yes" | "no" | null;
}

/** Only cells of the same kind can be mistaken for one another. */
export const isSameKind = (one: EvidenceCell, other: EvidenceCell | undefined): boolean =>
  one.kind === other?.kind && one.unit === other.unit;

function saidBy(text: string): EvidenceCell["says"] {
  const { kind, low } = cellValue(text);
  if (kind === "empty") return "no";
  // "Allowed with approval, at most two" says more.
  if (kind !== "yes_no" || countWords(text) > 2) return null;
  return low === 0 ? "no" : "yes";
}

/** The cells of a typed table, with the units that its headings give them ("R 690" under "Bottle (R)"). */
export function typedRow({ table, at }: PassageRow): EvidenceRow {
  const { columns, rows } = analyseTable(table);
  const { cells = [], label = [] } = rows[at] ?? {};
  return {
    table: `${table.versionId} ${table.number}`,
    cells: cells
      .filter(({ text }) => text.trim() !== "")
      .map((cell) => ({
        text: cell.text,
        // A cell that spans several columns belongs to none of them alone.
        heading: cell.columns > 1 ? "" : (columns[cell.column] ?? ""),
        isLabel: label.includes(cell),
        kind: cell.kind,
        unit: cell.unit,
        says: saidBy(cell.text),
      })),
  };
}

const split = (line: string): string[] => line.split(" | ").map((cell) => cell.trim());
/** "Price (R)", "Rate (R per night)". */
const ofRand = /\(R[^\p{L}]/u;

/**
 * The same from the text of a row and of its heading row. A row with fewer cells lacks the leftmost ones, which are in
 * a row above; a row with one cell more has no heading over its first cell. With any other difference it is unclear
 * which heading belongs to which cell, so the cells have none.
 */
export function rowFromText(line: string, header: string | null): EvidenceRow {
  const texts = split(line);
  const headings = header === null ? [] : split(header);
  const shift = headings.length - texts.length;
  const isAligned = headings.length > 0 && shift >= -1;
  const cells = texts.map((text, at): EvidenceCell => {
    const heading = isAligned ? (headings[at + shift] ?? "") : "";
    const isAmount = ofRand.test(heading) && cellValue(text).kind === "number";
    const { kind, unit } = cellValue(isAmount ? `R ${text}` : text);
    return { text, heading, isLabel: at === 0 || !/\d/u.test(text), kind, unit, says: saidBy(text) };
  });
  return { table: header, cells };
}
