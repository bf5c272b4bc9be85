import { rarityOf } from "../../language/common-words.ts";
import { framesQuestion } from "../../language/framing-words.ts";
import { languages } from "../../language/languages.ts";
import { stem } from "../../language/stem.ts";
import type { QueryTerm, Retrieval } from "../../retrieval/passage.ts";

/** The question as the ranking needs it. */
export interface WeightedQuery {
  text: string;
  terms: QueryTerm[];
  /** Add up to 1 over the terms that the documents hold. */
  weights: number[];
  /** The same over all terms. */
  allWeights: number[];
  /** What `allWeights` were divided by: about two for each telling term. */
  mass: number;
  /** By term of the index: which terms of the question it stands for. */
  lookup: Map<string, { term: number; share: number }[]>;
}

/** Terms of the question by index, with 1 for the word itself and less for what may stand for it. */
export type Held = Map<number, number>;

/** Words that ask ("many", "happen", "get") need not be found in an answer. */
const framingEmphasis = 0.25;
/** A synonym, a formal word or a joined spelling counts this much of the word itself. */
const standInShare = 0.6;

/**
 * Weighs the question's terms by how rare they are, half in this collection, half in documents at
 * large: a collection of one document knows little of what is rare. Terms that come from earlier turns
 * count less.
 */
export function weighQuery(
  text: string,
  { terms, chunkCount }: Pick<Retrieval, "terms" | "chunkCount">,
): WeightedQuery {
  const unknownIdf = Math.log(2 * chunkCount + 2);
  const raw = terms.map((term) => {
    const rarity = 0.1 + term.idf / unknownIdf + rarityOf(term.variants.slice(0, 1));
    return rarity * term.emphasis * (framesQuestion(term.word) ? framingEmphasis : 1);
  });
  const known = raw.map((weight, term) => ((terms[term]?.chunkFrequency ?? 0) > 0 ? weight : 0));
  const knownMass = sumOf(known) || 1;
  const mass = sumOf(raw) || 1;
  return {
    text,
    terms,
    weights: known.map((weight) => weight / knownMass),
    allWeights: raw.map((weight) => weight / mass),
    mass,
    lookup: lookupOf(terms),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function lookupOf(terms: QueryTerm[]): WeightedQuery["lookup"] {
  const lookup: WeightedQuery["lookup"] = new Map();
  terms.forEach(({ word, correction, variants }, term) => {
    const own = new Set(
      [word, correction ?? word].flatMap((spelling) => languages.map((language) => stem(spelling, language))),
    );
    for (const variant of variants) {
      const share = own.has(variant) ? 1 : standInShare;
      lookup.set(variant, [...(lookup.get(variant) ?? []), { term, share }]);
    }
  });
  return lookup;
}

/** Which terms of the question these terms of a text hold. */
export function heldBy({ lookup }: WeightedQuery, terms: Iterable<string>): Held {
  const held: Held = new Map();
  for (const found of terms) for (const { term, share } of lookup.get(found) ?? []) hold(held, term, share);
  return held;
}

export function hold(into: Held, term: number, share: number): void {
  into.set(term, Math.max(share, into.get(term) ?? 0));
}

/** Each term as far as any of these holds it. */
export function joinHeld(...all: (Held | undefined)[]): Held {
  const joined: Held = new Map();
  for (const held of all) for (const [term, share] of held ?? []) hold(joined, term, share);
  return joined;
}

/** The share of the question's weight that is held. */
export function massOf(weights: readonly number[], held: Held): number {
  let mass = 0;
  for (const [term, share] of held) mass += (weights[term] ?? 0) * share;
  return mass;
}
