import { readEntries } from "./language-data.ts";

/**
 * How much each common English stem says about the subject of a question: from 0.2 for the most common ones; a stem that
 * is not listed counts 1. Word counts of a small collection cannot tell this: a word that its few documents lack looks
 * rare there, whether it is "happen" or "Hastings".
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
