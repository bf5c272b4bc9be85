import { rarityOf } from "../../language/common-words.ts";
import { framesQuestion } from "../../language/framing-words.ts";
import { nothingEarlier } from "../../language/follow-up.ts";
import type { Retrieval } from "../../retrieval/passage.ts";
import { lookupOf } from "../term-lookup.ts";

/** The question with its term weights for the ranking. */
export type WeightedQuery = ReturnType<typeof weighQuery>;

/** For each term of the question: 1 if the word itself is found, less for a variant, 0 if neither is. */
export type Held = readonly number[];

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
  const knownMass = sumOf(known) || 1;
  const mass = sumOf(raw) || 1;
  return {
    /** The question, and after a line break the earlier messages. */
    text: earlier.messages === "" ? question : `${question}\n${earlier.messages}`,
    question,
    earlier,
    terms,
    /** Weights that add up to 1 over the terms that the documents contain. */
    weights: known.map((weight) => weight / knownMass),
    /** The same over all terms. */
    allWeights: raw.map((weight) => weight / mass),
    /** The divisor of `allWeights`: about two per content term. */
    mass,
    /** Weight of the order of the passages: 1, or more if a reranker made it. */
    orderEmphasis: orderedBy === "reranker" ? rerankedEmphasis : 1,
    lookup: lookupOf(terms),
    /** The `Held` of a text with no term. */
    nothing: terms.map(() => 0),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The terms of the question that a text with these index terms contains. */
export function heldBy({ lookup, nothing }: WeightedQuery, found: readonly string[]): Held {
  let held: number[] | undefined;
  for (const each of found) {
    const stoodFor = lookup.get(each);
    if (stoodFor === undefined) continue;
    held ??= [...nothing];
    for (const { term, share } of stoodFor) held[term] = Math.max(share, held[term] ?? 0);
  }
  return held ?? nothing;
}

/** The terms that several texts contain together: for each term the maximum. */
export function heldByAny(nothing: Held, all: readonly Held[]): Held {
  const holding = all.filter((held) => held !== nothing);
  if (holding.length < 2) return holding[0] ?? nothing;
  return nothing.map((_, term) => holding.reduce((most, held) => Math.max(most, held[term] ?? 0), 0));
}

/** The number of the question's terms that are found. */
export const countHeld = (held: Held): number => held.filter((share) => share > 0).length;

/** The share of the question's weight that is found. */
export const massOf = (weights: readonly number[], held: Held): number =>
  held.reduce((mass, share, term) => mass + (weights[term] ?? 0) * share, 0);

/** The same without variants: only the words themselves count. */
export const exactMassOf = (weights: readonly number[], held: Held): number =>
  massOf(
    weights,
    held.map((share) => Number(share === 1)),
  );
