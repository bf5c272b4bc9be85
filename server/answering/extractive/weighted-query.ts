import { rarityOf } from "../../language/common-words.ts";
import { framesQuestion } from "../../language/framing-words.ts";
import { nothingEarlier } from "../../language/follow-up.ts";
import type { Retrieval } from "../../retrieval/passage.ts";
import { lookupOf } from "../term-lookup.ts";

/** The question as the ranking needs it. */
export type WeightedQuery = ReturnType<typeof weighQuery>;

/** By term of the question: 1 for the word itself, less for what may stand for it, 0 where neither is held. */
export type Held = readonly number[];

/** Words that ask ("many", "happen", "get") need not be found in an answer. */
const framingEmphasis = 0.25;
/** A reranker reads question and passage together: its order counts more than that by words. */
const rerankedEmphasis = 3;

/**
 * Weighs the question's terms by how rare they are, half in this collection, half in documents at
 * large: a collection of one document knows little of what is rare. Terms that come from earlier turns
 * count less.
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
    /** Add up to 1 over the terms that the documents hold. */
    weights: known.map((weight) => weight / knownMass),
    /** The same over all terms. */
    allWeights: raw.map((weight) => weight / mass),
    /** What `allWeights` were divided by: about two for each telling term. */
    mass,
    /** How much the order of the passages counts: 1, and more where a reranker made it. */
    orderEmphasis: orderedBy === "reranker" ? rerankedEmphasis : 1,
    lookup: lookupOf(terms),
    /** What holds no term holds this. */
    nothing: terms.map(() => 0),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What a text with these terms of the index holds of the question. */
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

/** What texts hold together; each term as far as any of them holds it. */
export function heldByAny(nothing: Held, all: readonly Held[]): Held {
  const holding = all.filter((held) => held !== nothing);
  if (holding.length < 2) return holding[0] ?? nothing;
  return nothing.map((_, term) => holding.reduce((most, held) => Math.max(most, held[term] ?? 0), 0));
}

/** How many terms of the question are held. */
export const countHeld = (held: Held): number => held.filter((share) => share > 0).length;

/** The share of the question's weight that is held. */
export const massOf = (weights: readonly number[], held: Held): number =>
  held.reduce((mass, share, term) => mass + (weights[term] ?? 0) * share, 0);

/** The same, of the words themselves: what stands in for them counts nothing. */
export const exactMassOf = (weights: readonly number[], held: Held): number =>
  massOf(
    weights,
    held.map((share) => Number(share === 1)),
  );

/** The same, with each term as far as any of these holds it. */
export function massOfAny(weights: readonly number[], all: readonly (Held | undefined)[]): number {
  const sharesOf = (term: number) => all.map((held) => held?.[term] ?? 0);
  return weights.reduce((mass, weight, term) => mass + weight * Math.max(0, ...sharesOf(term)), 0);
}
