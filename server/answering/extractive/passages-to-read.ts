import type { RetrievedPassage, Retrieval } from "../../retrieval/passage.ts";
import { QuestionMeaning } from "./alignment.ts";
import { analysePassage } from "./analysed-passage.ts";

/** Passages that are found, and those of them that sentences and rows are chosen from. */
export const passagesFound = 20;
export const passagesRead = 8;

/** How much the nearest sentence counts beside the score by words, where the best of these is 1. */
const meaningWeight = 2;

/**
 * The passages in the order in which an answer is looked for in them: by the words that they share with the question, and
 * by how near their nearest sentence comes to it in meaning. People ask in other words than the documents'. The order
 * that embeddings or a reranker gave stays.
 */
export function orderByMeaning(question: string, retrieval: Retrieval): Retrieval {
  const { passages } = retrieval;
  const meaning = new QuestionMeaning(question);
  const [best] = passages;
  if (best === undefined || !meaning.isKnown || retrieval.isOrderedByModels === true) return retrieval;
  const scored = passages.map((passage) => ({
    ...passage,
    score: passage.score / best.score + meaningWeight * nearness(meaning, passage),
  }));
  return { ...retrieval, passages: scored.toSorted((a, b) => b.score - a.score) };
}

/** How near the nearest sentence, under its headings, comes to the question; 0 where the vectors don't know the language. */
function nearness(meaning: QuestionMeaning, passage: RetrievedPassage): number {
  const analysed = analysePassage(passage);
  if (!analysed.isEnglish) return 0;
  const read = meaning.read(analysed.meaning);
  return Math.max(0, ...analysed.units.map((unit) => meaning.similarityUnderHeading(unit.meaning, read)));
}
