import type { DocumentTable, GridCell } from "../../../document-reader/tables/document-table.ts";
import { readTables } from "../../../document-reader/tables/read-tables.ts";
import type { ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { cellValue, type CellValue } from "../../language/cell-value.ts";
import type { Chunk } from "../chunk/chunk.ts";
import { encodeTable, type TypedTable } from "./stored-table.ts";

/** A table as the index stores it. */
export interface PreparedTable {
  /** Ordinals of the first and the last chunk with rows of the table. */
  firstOrdinal: number;
  lastOrdinal: number;
  content: string;
}

/** No real document has more tables. */
const maxTables = 5_000;
/** A question reads a whole table; rows beyond are only found as text: 5,000 of four cells, or 1,000 long ones. */
const maxCells = 20_000;
const maxCharacters = 400_000;

/** The encoded tables of a document, with parsed values and the chunks that contain them. A pure function. */
export function prepareTables(document: ExtractedDocument, chunks: Chunk[]): PreparedTable[] {
  const spans = chunks.flatMap(({ ordinal, spans: own }) => own.map((span) => ({ ...span, ordinal })));
  const spansOfPage = Map.groupBy(spans, ({ page }) => page);
  return readTables(document)
    .filter(({ columns }) => columns.length > 1)
    .slice(0, maxTables)
    .flatMap((table): PreparedTable[] => {
      const shown = ordinalsShowing(table, spansOfPage);
      if (shown === null) return [];
      const typed = withValues(table);
      if (typed.rows.length === 0) return [];
      const [firstOrdinal, lastOrdinal] = shown;
      return [{ firstOrdinal, lastOrdinal, content: encodeTable(typed) }];
    });
}

/** Adds the parsed value of every cell, up to the limits. */
export function withValues({ rows, ...table }: DocumentTable): TypedTable {
  let [cells, characters] = [0, 0];
  const beyond = rows.findIndex((row) => {
    cells += row.cells.length;
    characters += row.cells.reduce((sum, { text }) => sum + text.length, 0);
    return cells > maxCells || characters > maxCharacters;
  });
  return {
    ...table,
    rows: (beyond < 0 ? rows : rows.slice(0, beyond)).map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, ...valueOf(cell) })),
    })),
  };
}

/** "R1" or "R385" is an amount in rand, except in the first column, where it is a code (a road, a room). */
const randOrCode = /^R\d{1,3}$/u;

function valueOf({ text, column }: Pick<GridCell, "text" | "column">): CellValue {
  if (column === 0 && randOrCode.test(text.trim()))
    return { kind: "code", low: Number.NaN, high: Number.NaN, unit: "" };
  return cellValue(text);
}

/** The ordinals of the first and last chunk with the table's first or last row; null if no chunk has either. */
function ordinalsShowing(
  { rows }: DocumentTable,
  spansOfPage: ReadonlyMap<number, { start: number; end: number; ordinal: number }[]>,
): [first: number, last: number] | null {
  const ordinals = [rows[0], rows.at(-1)].flatMap((row) =>
    (spansOfPage.get(row?.page ?? 0) ?? [])
      .filter(({ start, end }) => row !== undefined && start < row.end && row.start < end)
      .map(({ ordinal }) => ordinal),
  );
  return ordinals.length === 0 ? null : [Math.min(...ordinals), Math.max(...ordinals)];
}
