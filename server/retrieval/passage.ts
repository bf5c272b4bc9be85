import type { Audience } from "../../contract/common.ts";
import type { ChunkSpan, JoinedSection } from "../ingestion/chunk/chunk.ts";
import type { EnglishQuestion } from "../language/bilingual.ts";
import { toLanguage } from "../language/languages.ts";

/** One term of the question, and how it was searched. */
export interface QueryTerm {
  /** The word of the question, in lower case. */
  word: string;
  /** The terms that count as a match: stems in the organization's languages, spellings, synonyms. */
  variants: string[];
  /** The word that it was corrected to, if no document contains the original. */
  correction: string | null;
  /**
   * ln(1 + (N - df + 0.5) / (df + 0.5)) over the chunks of this organization and audience; half of that for a word that
   * only frames the question ("happens", "need").
   */
  idf: number;
  /** 1; less for a term that comes from earlier messages. */
  emphasis: number;
  /** Chunks that contain the term in their text or heading path. */
  chunkFrequency: number;
}

/** How one term of the question matches one passage. */
export interface TermMatch {
  /** Index into `Retrieval.terms`. */
  term: number;
  /** Occurrences in the passage's text. */
  frequency: number;
  inHeading: boolean;
  inTitle: boolean;
}

/** Features for the confidence model; every value is finite, shares are 0 to 1. */
export interface PassageFeatures {
  /** BM25F before any rerank. */
  bm25: number;
  /** Share of the question's total idf whose terms are in the passage's text or headings. */
  coverage: number;
  /** Share of the total idf of neighbouring pairs of question terms found close together. */
  proximity: number;
}

export interface RetrievedPassage {
  documentId: string;
  documentName: string;
  versionId: string;
  version: number;
  /** The segment of the version in the index. Segments never change: a version that is read again gets a new one. */
  segment: number;
  /** 0-based index of the passage among those of its version. */
  ordinal: number;
  spans: ChunkSpan[];
  /** For the text before the first of `sections`. */
  headingPath: string[];
  sections: JoinedSection[];
  /** ISO 639-1, or "und" if it is unknown. */
  language: string;
  text: string;
  /** Comparable within one retrieval only. Descending. */
  score: number;
  matches: TermMatch[];
  features: PassageFeatures;
}

/** A passage without its match with a question. */
type UnmatchedPassage = Omit<RetrievedPassage, "score" | "matches" | "features">;

export interface StoredChunk extends Omit<UnmatchedPassage, "spans"> {
  /** Four numbers per span: page, start, end, and where it begins in `text`. */
  spans: number[];
}

export function storedPassage(row: StoredChunk): UnmatchedPassage {
  const spans: ChunkSpan[] = [];
  for (let from = 0; from + 3 < row.spans.length; from += 4) {
    const [page = 1, start = 0, end = 0, at = 0] = row.spans.slice(from, from + 4);
    spans.push({ page, start, end, at });
  }
  return { ...row, spans, language: toLanguage(row.language) };
}

/** The headings over an offset in a passage's text, from the highest down to the nearest. */
export const headingPathAt = ({ headingPath, sections }: RetrievedPassage, offset: number): string[] =>
  sections.findLast(({ at }) => at <= offset)?.headingPath ?? headingPath;

/** All documents of one organization and audience, from which a question is answered. */
export interface Collection {
  organizationId: string;
  audience: Audience;
}

export interface RetrievalRequest extends Collection {
  question: string;
  /** Lower-case words of the question that come from earlier messages; they count less. */
  contextWords?: ReadonlySet<string>;
  /** A language model's English translation of a question in another language. */
  translation?: string | undefined;
  /** At most this many passages, 1 to 50; with embeddings a quarter more. */
  limit: number;
}

export interface Retrieval {
  /** Best first; empty if nothing matches. */
  passages: RetrievedPassage[];
  /** Content terms of the question in its order, each once. Empty for stop words only, or no words. */
  terms: QueryTerm[];
  /** Chunks of this organization and audience. */
  chunkCount: number;
  /** Sum of the idf of all terms, unknown ones included. */
  totalIdf: number;
  /** The English question that was searched, if the original is in another language. */
  english?: EnglishQuestion;
  /** The last model that affected the order of the passages. */
  orderedBy?: "embeddings" | "reranker";
}
