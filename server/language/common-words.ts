import { readEntries } from "./language-data.ts";

/**
 * Stems of English words that are common in documents of any subject, by how much such a word says
 * about what a question is about (1 is a word that is not listed). In a collection of one document
 * every word of a question that it lacks looks rare; this tells "happen" from "Hastings".
 *
 * Counted over seven kinds of text (encyclopedia, medicine, privacy policies, staff handbooks,
 * insurance plans, product documentation, questions and answers): a stem is listed by its median
 * frequency, so that the vocabulary of one subject does not count as common.
 */
const rarities = new Map(readEntries("common-stems", "en").map(({ name, text }) => [text, Number(name)]));

/** From 0.2 for the most common words to 1 for words that belong to a subject. */
export function rarityOf(variants: readonly string[]): number {
  return Math.min(1, ...variants.map((variant) => rarities.get(variant) ?? 1));
}
