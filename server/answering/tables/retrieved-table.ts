import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { TypedTable } from "../../ingestion/tables/stored-table.ts";

/** A table that retrieved passages show, with its document. */
export interface RetrievedTable extends Pick<
  RetrievedPassage,
  "documentId" | "documentName" | "versionId" | "version" | "language"
> {
  /** 0-based index among the tables of its version. */
  number: number;
  /** 0-based index of the first retrieved passage that shows it, and the passage's share of the best score. */
  passage: number;
  passageScore: number;
  table: TypedTable;
  /** What small tables of its document define: the dates of a season. */
  definitions: readonly Definition[];
  /** The table as in the document, if `table` is transposed. */
  original?: TypedTable;
}

/** A name, and the days, dates or numbers that it stands for. */
export interface Definition {
  words: string[];
  text: string;
}
