import type { Audience } from "../../contract/common.ts";
import type { ChunkSpan } from "../ingestion/chunk/chunk.ts";
import type { EnglishQuestion } from "../language/bilingual.ts";

/** One term of the question as the index sees it. */
export interface QueryTerm {
  /** The word as it was asked, lower case. */
  word: string;
  /** What it was matched by: stems in the languages of the organization, spellings, synonyms. */
  variants: string[];
  /** The word that it was corrected to, where no document holds the asked one. */
  correction: string | null;
  /**
   * ln(1 + (N - df + 0.5) / (df + 0.5)) over the chunks of this organization and audience; half of
   * it for a word that only frames the question ("happens", "need").
   */
  idf: number;
  /** 1; less for a term that is there only because of earlier turns. */
  emphasis: number;
  /** Chunks that hold the term in their text. 0: no document of this audience does. */
  chunkFrequency: number;
}

/** How one term of the question matches one passage. Absent where it does not. */
export interface TermMatch {
  /** Index into `Retrieval.terms`. */
  term: number;
  /** Occurrences in the passage's text. */
  frequency: number;
  inHeading: boolean;
  inTitle: boolean;
}

/** Evidence for the confidence model; every value is finite, shares are 0 to 1. */
export interface PassageFeatures {
  /** BM25F before any rerank. */
  bm25: number;
  /** Share of the question's idf mass whose terms are in the passage's text or headings. */
  coverage: number;
  /** Share of the idf mass of neighbouring pairs of question terms found close together. */
  proximity: number;
}

export interface RetrievedPassage {
  documentId: string;
  documentName: string;
  versionId: string;
  version: number;
  /** The segment of the version in the index. Segments never change: a version that is read again gets a new one. */
  segment: number;
  /** 0-based place of the passage among those of its version. */
  ordinal: number;
  /** First page. */
  page: number;
  spans: ChunkSpan[];
  headingPath: string[];
  /** ISO 639-1, or "und" where it is unknown. */
  language: string;
  text: string;
  /** Comparable within one retrieval only. Descending. */
  score: number;
  matches: TermMatch[];
  features: PassageFeatures;
}

export interface RetrievalRequest {
  organizationId: string;
  audience: Audience;
  question: string;
  /** Lower-case words of the question that are there because of earlier turns; they count less. */
  contextWords?: ReadonlySet<string>;
  /** The question in English, by a language model, where it was asked in another language. */
  translation?: string | undefined;
  /** At most this many passages, 1 to 50; with embeddings a quarter more. */
  limit: number;
}

export interface Retrieval {
  /** Best first; empty where nothing matches. */
  passages: RetrievedPassage[];
  /** Content terms of the question in its order, each once. Empty: only stop words or rubbish. */
  terms: QueryTerm[];
  /** Chunks of this organization and audience. */
  chunkCount: number;
  /** Sum of the idf of all terms, unknown ones included. */
  idfMass: number;
  /** The question in the documents' English, where it was asked in another language and looked for by that. */
  english?: EnglishQuestion;
  /** The model that had a part in the order of the passages, the last where both had. */
  orderedBy?: "embeddings" | "reranker";
}
