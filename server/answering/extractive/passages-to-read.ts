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

/** Passages that are found, and those of them that sentences and rows are chosen from. */
export const passagesFound = 20;
export const passagesRead = 8;

/** How much the nearest sentence counts beside the score by words, where the best of these is 1. */
const meaningWeight = 2;

/** Other requests get their turn after this much. */
const sliceMs = 8;

/** Analyses passages in slices: those that no question has read lately take about a millisecond each. */
export async function analyseInSlices(passages: readonly RetrievedPassage[]): Promise<void> {
  const pause = pauses(sliceMs);
  for (const passage of passages) {
    analysePassage(passage);
    await pause();
  }
}

/**
 * The passages in the order in which an answer is looked for in them: by the words that they share with the question, and
 * by how near their nearest sentence comes to it, and to what it can't be understood without, in meaning. People ask in
 * other words than the documents'. The order that embeddings or a reranker gave stays.
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
 * The cosine of the question and the nearest sentence under its headings, each the sum of its words' vectors; 0 where the
 * vectors don't know the language.
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
