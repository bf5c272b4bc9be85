import { AnswerMetadata } from "../../contract/conversations.ts";
import type { Answer } from "../answering/extractive/answer.ts";

/** What a saved message says of itself: only an answer carries a confidence, nothing else claims anything. */
export function describeAnswer(
  { content: _content, confidence, ...answer }: Answer,
  latencyMs: number,
): AnswerMetadata {
  return { ...answer, ...(answer.kind === "answer" ? { confidence } : {}), latencyMs };
}

/** Metadata as it was stored; messages of earlier versions carry a confidence also where they claim nothing. */
export function readMetadata(stored: unknown): AnswerMetadata | null {
  if (stored === null) return null;
  const { confidence, ...metadata } = AnswerMetadata.parse(stored);
  return metadata.kind === "answer" && confidence !== undefined ? { ...metadata, confidence } : metadata;
}
