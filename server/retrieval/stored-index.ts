import { toLanguage } from "../language/languages.ts";
import type { RetrievedPassage } from "./passage.ts";
import type { ChunkSpan } from "../ingestion/chunk/chunk.ts";

/** A term of the index and how many versions of documents hold it. */
export interface KnownTerm {
  term: string;
  versions: number;
}

export interface StoredChunk {
  segment: number;
  ordinal: number;
  text: string;
  /** Four numbers a span: page, start, end, where it begins in `text`. */
  spans: number[];
  heading_path: string[];
  document_id: string;
  document_name: string;
  version_id: string;
  version: number;
  language: string;
}

/** A stored chunk as a passage, without how it matches a question. */
export function storedPassage(row: StoredChunk): Omit<RetrievedPassage, "score" | "matches" | "features"> {
  const spans: ChunkSpan[] = [];
  for (let from = 0; from + 3 < row.spans.length; from += 4) {
    const [page = 1, start = 0, end = 0, at = 0] = row.spans.slice(from, from + 4);
    spans.push({ page, start, end, at });
  }
  return {
    documentId: row.document_id,
    documentName: row.document_name,
    versionId: row.version_id,
    version: row.version,
    segment: row.segment,
    ordinal: row.ordinal,
    page: spans[0]?.page ?? 1,
    spans,
    headingPath: row.heading_path,
    language: toLanguage(row.language),
    text: row.text,
  };
}
