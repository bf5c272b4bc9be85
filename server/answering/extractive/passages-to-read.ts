import type { Earlier } from "../../language/follow-up.ts";
import type { Retrieval, RetrievedPassage } from "../../retrieval/passage.ts";
import {
  knownWordsOfQuestion,
  wordWeight,
  vectorOfQuestion,
  wordSimilarities,
  type QuestionVector,
} from "../../language/word-vectors.ts";
import { pauses } from "../pauses.ts";
import { analysePassage, type AnalysedPassage } from "./analysed-passage.ts";
import { sumOver } from "./passage-meaning.ts";

/** Number of passages that are retrieved, and of those that sentences and rows are chosen from. */
export const passagesFound = 20;
export const passagesRead = 8;

/** Weight of the most similar sentence, relative to the word score divided by the best one. */
const meaningWeight = 2;

/** After this time the event loop is yielded to other requests. */
const sliceMs = 8;

/** Analyses passages in slices, because each one that is not cached takes about a millisecond. */
export async function analyseInSlices(passages: readonly RetrievedPassage[]): Promise<void> {
  const pause = pauses(sliceMs);
  for (const passage of passages) {
    analysePassage(passage);
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
  const scored = passages.map((passage) => ({
    ...passage,
    score: passage.score / best.score + meaningWeight * nearness(whole, analysePassage(passage)),
  }));
  return { ...retrieval, passages: scored.toSorted((a, b) => b.score - a.score) };
}

/**
 * The cosine of the question and the most similar unit with its headings, each the sum of its words' vectors; 0 if
 * there are no vectors for the language.
 */
function nearness(question: QuestionVector, { isEnglish, meaning, units }: AnalysedPassage): number {
  if (!isEnglish) return 0;
  const near = wordSimilarities([question], meaning.words).map(
    (cosine, place) => cosine * wordWeight(meaning.words[place] ?? 0),
  );
  const heading = sumOver(meaning.heading, near);
  let nearest = 0;
  for (const { meaning: text } of units)
    if (text.squareUnderHeading > 0)
      nearest = Math.max(nearest, (sumOver(text, near) + heading) / Math.sqrt(text.squareUnderHeading));
  return nearest;
}
