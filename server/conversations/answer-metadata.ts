import { AnswerMetadata } from "../../contract/conversations.ts";
import type { Answer } from "../answering/answer.ts";

/** The metadata of polite messages such as a greeting, which are based on no document. */
export const courtesy: AnswerMetadata = {
  kind: "small_talk",
  answered: true,
  sources: [],
  engine: "extractive",
  latencyMs: 0,
};

/** The metadata of a saved answer. Only an answer from documents has a confidence, since nothing else claims anything. */
export function describeAnswer({ content: _content, confidence, ...answer }: Answer, latencyMs: number) {
  return { ...answer, ...(answer.kind === "answer" ? { confidence } : {}), latencyMs };
}

/** Reads stored metadata. Earlier versions saved a confidence with messages that claim nothing; it is left out. */
export function readMetadata(stored: unknown): AnswerMetadata | null {
  if (stored === null) return null;
  const { confidence, ...metadata } = AnswerMetadata.parse(stored);
  return metadata.kind === "answer" && confidence !== undefined ? { ...metadata, confidence } : metadata;
}
