import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/** Which row of which table: what may be kept, while tables come and go. */
export interface RowId {
  versionId: string;
  /** Of the table, and 0-based place of the row in it. */
  number: number;
  at: number;
}

/** A row of a table where it stands in a passage: characters [start, end) of its text. */
export interface PassageRow {
  start: number;
  end: number;
  table: RetrievedTable;
  /** 0-based place among the rows of its table. */
  at: number;
}

/** The rows of these tables that a passage shows, in the order of its text. */
export function rowsOfPassage(passage: RetrievedPassage, tables: readonly RetrievedTable[]): PassageRow[] {
  const rows: PassageRow[] = [];
  for (const table of tables) {
    if (table.versionId !== passage.versionId) continue;
    for (const [at, row] of table.table.rows.entries()) {
      for (const span of passage.spans) {
        if (span.page !== row.page || row.start >= span.end || span.start >= row.end) continue;
        const start = span.at + Math.max(0, row.start - span.start);
        const end = span.at + Math.min(row.end, span.end) - span.start;
        rows.push({ start, end, table, at });
      }
    }
  }
  return rows.toSorted((a, b) => a.start - b.start);
}
