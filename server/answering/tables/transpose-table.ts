import type { TypedCell, TypedRow, TypedTable } from "../../ingestion/tables/stored-table.ts";
import { onceFor } from "../../caching/once.ts";
import { analyseTable } from "./analysed-table.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/** A table with more rows is a list, and its columns are not options side by side. */
const maxRows = 60;
/** If the values of at least this share of the rows are of one kind each, the columns are options side by side. */
const minUniform = 0.7;

/**
 * A table with its columns as rows, if its columns may be the options to choose from: "Benefit | Bronze | Gold". Null
 * if each column has its own kind of values. Cells keep their positions on the page.
 */
export function transposeTable(retrieved: RetrievedTable): RetrievedTable | null {
  const { table } = retrieved;
  const transposed = transposedOf(table, retrieved);
  return transposed === null ? null : { ...retrieved, table: transposed, original: table };
}

const transposedOf = onceFor((table: TypedTable, retrieved: RetrievedTable) =>
  isSideBySide(retrieved) ? transpose({ ...table, ...analyseTable(retrieved) }) : null,
);

function isSideBySide(retrieved: RetrievedTable): boolean {
  const { table } = retrieved;
  const { labelColumns } = analyseTable(retrieved);
  if (labelColumns.length > 1 || table.columns.length < 3 || table.rows.length > maxRows) return false;
  if (table.columns.slice(1).some((heading) => heading === "")) return false;
  const uniform = table.rows.filter(({ cells }) => {
    const kinds = cells.flatMap(({ column, kind }) => (column === 0 || kind === "empty" ? [] : [kind]));
    // "No" and "yes" also occur next to amounts: nothing, or any amount.
    const amounts = kinds.filter((kind) => kind !== "yes_no");
    return kinds.length > 0 && new Set(amounts).size < 2;
  });
  return uniform.length > 0 && uniform.length >= table.rows.length * minUniform;
}

function transpose({ caption, headingPath, columns, rows }: TypedTable): TypedTable {
  const labels = rows.map(({ cells }) => cells.find(({ column }) => column === 0)?.text ?? "");
  return {
    caption,
    headingPath,
    columns: [columns[0] ?? "", ...labels],
    rows: columns.slice(1).map((heading, at) => columnToRow(rows, heading, at + 1)),
  };
}

function columnToRow(rows: readonly TypedRow[], heading: string, column: number): TypedRow {
  const { page = 1, start = 0, end = 0 } = rows[0] ?? {};
  const label: TypedCell = {
    column: 0,
    columns: 1,
    text: heading,
    kind: "text",
    low: Number.NaN,
    high: Number.NaN,
    unit: "",
    page,
    start,
    end: start,
  };
  const cells = rows.flatMap(({ cells: own }, row) => {
    const cell = own.find((each) => each.column <= column && column < each.column + each.columns);
    return cell === undefined || cell.column === 0 ? [] : [{ ...cell, column: row + 1, columns: 1 }];
  });
  return { page, start, end, section: null, cells: [label, ...cells], notes: [] };
}
