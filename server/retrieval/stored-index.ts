import { toLanguage } from "../language/languages.ts";
import type { RetrievedPassage } from "./passage.ts";
import type { ChunkSpan } from "../ingestion/chunk/chunk.ts";

/** A term of the index, and the number of document versions that contain it. */
export interface KnownTerm {
  term: string;
  versions: number;
}

/** A passage without its match with a question. */
type UnmatchedPassage = Omit<RetrievedPassage, "score" | "matches" | "features">;

export interface StoredChunk extends Omit<UnmatchedPassage, "spans"> {
  /** Four numbers per span: page, start, end, and where it begins in `text`. */
  spans: number[];
}

/** A stored chunk as a passage. */
export function storedPassage(row: StoredChunk): UnmatchedPassage {
  const spans: ChunkSpan[] = [];
  for (let from = 0; from + 3 < row.spans.length; from += 4) {
    const [page = 1, start = 0, end = 0, at = 0] = row.spans.slice(from, from + 4);
    spans.push({ page, start, end, at });
  }
  return { ...row, spans, language: toLanguage(row.language) };
}
