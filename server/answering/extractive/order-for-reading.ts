import type { Earlier } from "../../language/follow-up.ts";
import type { Retrieval } from "../../retrieval/passage.ts";
import { knownWordsOfQuestion, vectorOfQuestion } from "../../language/word-vectors.ts";
import { pauses } from "../pauses.ts";
import { nearnessTo, unitWordsOf } from "./unit-words.ts";

/** Number of passages that are retrieved, and of those that sentences and rows are chosen from. */
export const maxPassagesRetrieved = 20;
export const maxPassagesRead = 8;

/** Weight of the most similar sentence, relative to the word score divided by the best one. */
const meaningWeight = 2;

/** After this time the event loop is yielded to other requests. */
const sliceMs = 8;

/** Does work for each item in slices: a passage that is not cached takes a millisecond, a long table a hundred. */
export async function inSlices<T>(items: readonly T[], work: (item: T) => unknown): Promise<void> {
  const pause = pauses(sliceMs);
  for (const item of items) {
    work(item);
    await pause();
  }
}

/**
 * Orders the passages by the words that they share with the question, and by how similar their most similar sentence is
 * in meaning to the question and the messages that it refers to, because people use other words than the documents. An
 * order from embeddings or a reranker is kept.
 */
export function orderByMeaning(question: string, { messages }: Earlier, retrieval: Retrieval): Retrieval {
  const { passages } = retrieval;
  const [best] = passages;
  const words = knownWordsOfQuestion(retrieval.english?.text ?? `${question}\n${messages}`);
  if (best === undefined || words.length === 0 || retrieval.orderedBy !== undefined) return retrieval;
  const whole = vectorOfQuestion(words);
  const scored = passages.map((passage) => {
    const units = unitWordsOf(passage);
    const nearness = units === null ? 0 : nearnessTo(whole, units);
    return { ...passage, score: passage.score / best.score + meaningWeight * nearness };
  });
  return { ...retrieval, passages: scored.toSorted((a, b) => b.score - a.score) };
}
