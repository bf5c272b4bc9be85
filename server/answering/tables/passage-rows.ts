import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/** Identifies a row of a table without keeping the table in memory. */
export interface RowId {
  versionId: string;
  /** The number of the table, and the 0-based index of the row in it. */
  number: number;
  at: number;
}

/** A table row in a passage: characters [start, end) of the passage's text. */
export interface PassageRow {
  start: number;
  end: number;
  table: RetrievedTable;
  /** 0-based index among the rows of its table. */
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
