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
