import { readEntries } from "./language-data.ts";

/**
 * The weight of each common English stem: how much it says about the subject of a question, from 0.2 for the most
 * common ones. A stem that is not listed has the weight 1. The document frequencies of a small collection are no
 * substitute: a word that its few documents lack looks rare, whether it is "happen" or "Hastings".
 *
 * The weights are from seven kinds of text (encyclopedia, medicine, privacy policies, staff handbooks, insurance
 * plans, product documentation, questions and answers). They follow the median frequency, so that the vocabulary of
 * one subject does not count as common.
 */
const rarities = new Map(readEntries("common-stems", "en").map(({ name, text }) => [text, Number(name)]));

/** From 0.2 for the most common words to 1 for words that belong to a subject. */
export function rarityOf(variants: readonly string[]): number {
  return Math.min(1, ...variants.map((variant) => rarities.get(variant) ?? 1));
}
