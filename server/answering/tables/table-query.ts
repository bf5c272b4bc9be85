import { rarityOf } from "../../language/common-words.ts";
import { framesQuestion } from "../../language/framing-words.ts";
import { keepRecent } from "../../caching/recent-map.ts";
import { stem } from "../../language/stem.ts";
import { stopWordsOf } from "../../language/languages.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import { numberWords } from "../../language/value-words.ts";
import { tokenize } from "../../language/tokenize.ts";
import type { QueryTerm } from "../../retrieval/passage.ts";
import { lookupOf, type TermLookup } from "../term-lookup.ts";
import { readOperators, type Operators } from "./question-operators.ts";
import { operatorWords } from "../../language/table-words.ts";

/** A question prepared for look-ups in tables. */
export type TableQuery = ReturnType<typeof buildTableQuery>;

/** How much a synonym counts that was not searched for, because the documents have the word itself. */
const looseShare = 0.6;
const framingShare = 0.3;
const operatorShare = 0.15;

/** Prepares a question for look-ups in tables. Rare terms weigh most; framing words and operator words weigh less. */
export function buildTableQuery(text: string, allTerms: QueryTerm[]) {
  const operators = readOperators(text);
  const counts = countsIn(operators);
  const terms = allTerms.filter(({ word }) => !counts.has(word));
  const raw = terms.map((term) => {
    const operates = operatorWords.has(term.word);
    const informativeness = 0.15 + Math.min(term.idf, 8) / 8 + rarityOf(term.variants.slice(0, 1));
    const share = operates ? operatorShare : framesQuestion(term.word) ? framingShare : 1;
    return {
      word: term.word,
      weight: informativeness * term.emphasis * share,
      /** Whether it can name a row or column, rather than only say what to do with them. */
      names: !operates,
    };
  });
  raw.push(...unsearchedWords(text, terms));
  const total = raw.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return {
    text,
    operators,
    /** The weights of all terms add up to 1. */
    terms: raw.map((term) => ({ ...term, weight: term.weight / total })),
    words: new Set(raw.map(({ word }) => word)),
    /** Its words in the singular that it does not deny, as "not a member" and "non-member" do. */
    affirmed: affirmedWords(text),
    lookup: withSpellings(lookupOf(terms), raw),
  };
}

const deniedWord =
  /(?<!\p{L})(?:(?:no|not|without|isn['’]?t|aren['’]?t|nie|geen)(?: an?| the| yet)? |non[- ]?)\p{L}+/giu;

const affirmedWords = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .replaceAll(deniedWord, " ")
      .split(/[^\p{L}]+/u)
      .map((word) => word.replace(/s$/u, "")),
  );

/** The figures that count people or years: "for 2 people" does not ask for a heading with a 2, as "2 to 11". */
function countsIn({ points }: Operators): Set<string> {
  const counted = points.filter(({ unit }) => unit === "person" || unit === "child" || unit === "year");
  return new Set(counted.map(({ value }) => String(value)));
}

/** The weight of a word that the documents were not searched for ("buy", "need"): a heading may contain it. */
const unsearchedWeight = 0.35;

function unsearchedWords(text: string, terms: QueryTerm[]) {
  const known = new Set(terms.map(({ word }) => word));
  const stopWords = stopWordsOf("en");
  const words = tokenize(text).filter(
    ({ word, kind }) => kind === "word" && word.length > 2 && !known.has(word) && !stopWords.has(word),
  );
  // Of a compound only the parts are searched for, but "e-bike" names another row than "bike" does.
  const compounds = new Set(words.flatMap(({ word, parts }) => (parts.length > 0 ? [word] : [])));
  return [...new Set(words.map(({ word }) => word))].map((word) => ({
    word,
    weight: unsearchedWeight,
    names: compounds.has(word),
  }));
}

function withSpellings(lookup: TermLookup, terms: readonly { word: string }[]): TermLookup {
  for (const [term, { word }] of terms.entries()) {
    const own = spellingsOf(word).map((variant) => ({ variant, share: 1 }));
    const others = spellingsOfSynonyms(word).map((variant) => ({ variant, share: looseShare }));
    for (const { variant, share } of [...own, ...others]) {
      const known = lookup.get(variant) ?? [];
      if (!known.some((each) => each.term === term)) lookup.set(variant, [...known, { term, share }]);
    }
  }
  return lookup;
}

/** The forms of a word in tables. A list of names and prices has no language, so its words are not stemmed. */
const spellingsOf = (word: string): string[] => [
  ...new Set([stem(word, "en"), stem(word, "und"), figureOf.get(word) ?? word]),
];

/** Numbers in words and figures: "3 phase" is also called "three phase". */
const figureOf: ReadonlyMap<string, string> = new Map(
  [...numberWords].toReversed().flatMap(([word, value]): [string, string][] =>
    value < 2
      ? []
      : [
          [word, String(value)],
          [String(value), word],
        ],
  ),
);

/** The spellings of all synonyms; cached, because questions use the same words. */
const spellingsOfSynonyms = keepRecent(2_000, (word: string) => synonymsOf(word).flatMap(spellingsOf));

/** How much of each term of the question a set of terms covers. */
export function termCoverage({ lookup, terms }: TableQuery, found: Iterable<string>): Float64Array {
  const coverage = new Float64Array(terms.length);
  for (const each of found)
    for (const { term, share } of lookup.get(each) ?? [])
      coverage[term] = Math.max(share, coverage[term] ?? 0);
  return coverage;
}
