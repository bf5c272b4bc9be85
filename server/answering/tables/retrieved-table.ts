import type { TypedTable } from "../../ingestion/tables/stored-table.ts";

/** A table that retrieved passages show, with what is known of its document. */
export interface RetrievedTable {
  documentId: string;
  documentName: string;
  versionId: string;
  version: number;
  /** 0-based place among the tables of its version. */
  number: number;
  /** ISO 639-1, or "und" where it is unknown. */
  language: string;
  /** 0-based place of the first retrieved passage that shows it, and its share of the best score. */
  passage: number;
  passageScore: number;
  table: TypedTable;
  /** As the document has it, where `table` has its columns as rows. */
  original?: TypedTable;
}
