import { isStemOf } from "../language/stem.ts";
import type { QueryTerm } from "../retrieval/passage.ts";

/** For a term of the index: the terms of the question that it matches, and how well. */
export type TermLookup = Map<string, { term: number; share: number }[]>;

/** A synonym, a formal word or a joined spelling counts this much of the word itself. */
const standInShare = 0.6;

export function lookupOf(terms: readonly QueryTerm[]): TermLookup {
  const lookup: TermLookup = new Map();
  for (const [term, { word, correction, variants }] of terms.entries()) {
    for (const variant of variants) {
      const isOwn = isStemOf(variant, word) || (correction !== null && isStemOf(variant, correction));
      lookup.set(variant, [...(lookup.get(variant) ?? []), { term, share: isOwn ? 1 : standInShare }]);
    }
  }
  return lookup;
}
