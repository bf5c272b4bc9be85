import { rarityOf } from "../../language/common-words.ts";
import { framesQuestion } from "../../language/framing-words.ts";
import { nothingEarlier } from "../../language/follow-up.ts";
import type { Retrieval } from "../../retrieval/passage.ts";
import { lookupOf } from "../term-lookup.ts";

/** The question with its term weights for the ranking. */
export type WeightedQuery = ReturnType<typeof weighQuery>;

/** For each term of the question: 1 if the word itself is found, less for a variant, 0 if neither is. */
export type MatchedTerms = readonly number[];

/** Weight of words that only frame a question ("many", "happen", "get"): an answer need not contain them. */
const framingEmphasis = 0.25;
/** A reranker reads question and passage together, so its order counts more than the order by words. */
const rerankedEmphasis = 3;

/**
 * Weighs the question's terms by their rarity, half in this collection and half in general language, because a
 * collection of one document shows little of what is rare. Terms from earlier turns count less.
 */
export function weighQuery(
  question: string,
  { terms, chunkCount, orderedBy }: Pick<Retrieval, "terms" | "chunkCount" | "orderedBy">,
  earlier = nothingEarlier,
) {
  const unknownIdf = Math.log(2 * chunkCount + 2);
  const raw = terms.map((term) => {
    const rarity = 0.1 + term.idf / unknownIdf + rarityOf(term.variants.slice(0, 1));
    return rarity * term.emphasis * (framesQuestion(term.word) ? framingEmphasis : 1);
  });
  const known = raw.map((weight, term) => ((terms[term]?.chunkFrequency ?? 0) > 0 ? weight : 0));
  const knownWeight = sumOf(known) || 1;
  const totalWeight = sumOf(raw) || 1;
  return {
    /** The question, and after a line break the earlier messages. */
    text: earlier.messages === "" ? question : `${question}\n${earlier.messages}`,
    question,
    earlier,
    terms,
    /** Weights that add up to 1 over the terms that the documents contain. */
    weights: known.map((weight) => weight / knownWeight),
    /** The same over all terms. */
    allWeights: raw.map((weight) => weight / totalWeight),
    /** The divisor of `allWeights`: about two per content term. */
    totalWeight,
    /** Weight of the order of the passages: 1, or more if a reranker made it. */
    orderEmphasis: orderedBy === "reranker" ? rerankedEmphasis : 1,
    lookup: lookupOf(terms),
    /** The `MatchedTerms` of a text with no term. */
    noTerms: terms.map(() => 0),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The terms of the question that a text with these index terms contains. */
export function matchTerms({ lookup, noTerms }: WeightedQuery, found: readonly string[]): MatchedTerms {
  let matched: number[] | undefined;
  for (const each of found) {
    const stoodFor = lookup.get(each);
    if (stoodFor === undefined) continue;
    matched ??= [...noTerms];
    for (const { term, share } of stoodFor) matched[term] = Math.max(share, matched[term] ?? 0);
  }
  return matched ?? noTerms;
}

/** The terms that several texts contain together: for each term the maximum. */
export function matchAny(noTerms: MatchedTerms, all: readonly MatchedTerms[]): MatchedTerms {
  const matching = all.filter((matched) => matched !== noTerms);
  if (matching.length < 2) return matching[0] ?? noTerms;
  return noTerms.map((_, term) => matching.reduce((max, matched) => Math.max(max, matched[term] ?? 0), 0));
}

/** The number of the question's terms that are found. */
export const countMatched = (matched: MatchedTerms): number => matched.filter((share) => share > 0).length;

/** The share of the question's weight that is found. */
export const coverageOf = (weights: readonly number[], matched: MatchedTerms): number =>
  matched.reduce((sum, share, term) => sum + (weights[term] ?? 0) * share, 0);
