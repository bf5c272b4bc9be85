import type { AnswerMetadata } from "../../contract/conversations.ts";
import type { Query } from "../language/understand-query.ts";
import type { Collection, RetrievedPassage, Retrieval } from "../retrieval/passage.ts";
import type { RetrievedTable } from "./tables/retrieved-table.ts";

export interface AnswerRequest extends Collection {
  query: Query;
  /** A language model's English translation, if the question is in another language. */
  translation?: string | undefined;
}

/** The content of an assistant message; `describeAnswer` of the conversations derives its metadata. */
export interface Answer extends Omit<AnswerMetadata, "latencyMs" | "confidence"> {
  content: string;
  /** Confidence in the best result, even if it is too low for an answer; sent only with an answer. */
  confidence: number;
  /** The engine, and its confidence before any calibration. Stored with the message, never sent. */
  uncalibrated?: { engine: string; confidence: number };
}

/** The passages and tables of an answer, from which a language model can write its own. */
export interface AnswerMaterial {
  retrieval: Retrieval;
  /** The passages that the units were taken from, best first. */
  passages: RetrievedPassage[];
  /** The typed tables in these passages. */
  tables: RetrievedTable[];
}

/** `material` is null if nothing was searched for or found. */
export interface GroundedAnswer {
  answer: Answer;
  material: AnswerMaterial | null;
}

/** A reply without sources, which claims nothing. */
export function withoutSources(kind: Answer["kind"], content: string): Answer {
  return { content, confidence: 0, answered: false, kind, sources: [], engine: "extractive" };
}
