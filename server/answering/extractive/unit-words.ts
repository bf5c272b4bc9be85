import { LRUCache } from "lru-cache";
import { toLanguage } from "../../language/languages.ts";
import { wordWeight, wordSimilarities, type QuestionVector } from "../../language/word-vectors.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { composeUnits } from "./passage-units.ts";
import { cacheByPassage } from "./passage-cache.ts";
import type { TextMeaning } from "./passage-meaning.ts";

/** The words of a passage's units and headings that have vectors: enough to tell how similar they are to a question. */
type UnitWords = ReturnType<typeof readUnitWords>;

/** In bytes, approximately: about 9,000 passages. Each question compares twenty. */
const maxCacheSize = 32 * 1_048_576;
const cache = new LRUCache<string, { text: string; units: UnitWords | null }>({
  maxSize: maxCacheSize,
  sizeCalculation: ({ text, units }) =>
    1_000 +
    text.length +
    (units === null ? 0 : 4 * units.words.length + 2 * units.units.length + 12 * units.ends.length),
});

/**
 * The words of a passage's units; null if there are no vectors for its language. Most passages found are only compared
 * by them, so they are read without the rest of the analysis, which takes three times as long.
 */
export const unitWordsOf = (passage: RetrievedPassage): UnitWords | null => knownPassage(passage).units;

const knownPassage = cacheByPassage(cache, (passage) => ({
  text: passage.text,
  units: toLanguage(passage.language) === "en" ? readUnitWords(passage) : null,
}));

function readUnitWords(passage: RetrievedPassage) {
  const { meaning, units } = composeUnits(passage);
  const texts = units.map((unit) => unit.meaning);
  const indexesOf = ({ indexes, repeated }: TextMeaning) => [...indexes, ...repeated];
  let end = 0;
  return {
    /** Indexes of the passage's distinct words among the vectors. */
    words: Uint32Array.from(meaning.words),
    /** Indexes in `words` of the words of the headings over each of its sections. */
    headings: meaning.headings.map((heading) => Uint16Array.from(indexesOf(heading))),
    /** For each unit, the index of the headings over it. */
    headingOf: Uint16Array.from(texts, ({ heading }) => heading),
    /** The words of its units like those of its headings, one unit after the other, and where each unit ends. */
    units: Uint16Array.from(texts.flatMap(indexesOf)),
    ends: Uint16Array.from(texts, ({ indexes, repeated }) => (end += indexes.length + repeated.length)),
    /** For each unit, the squared length of the sum of its and the headings' vectors. */
    squares: Float64Array.from(texts, ({ squareUnderHeading }) => squareUnderHeading),
  };
}

/** The cosine of the question and the most similar unit with its headings, each the sum of its words' vectors. */
export function nearnessTo(
  question: QuestionVector,
  { words, headings, headingOf, units, ends, squares }: UnitWords,
): number {
  const near = wordSimilarities([question], words).map(
    (cosine, index) => cosine * wordWeight(words[index] ?? 0),
  );
  const sumOf = (indexes: Uint16Array) => indexes.reduce((sum, index) => sum + (near[index] ?? 0), 0);
  const ofHeadings = headings.map(sumOf);
  let nearest = 0;
  for (const [unit, square] of squares.entries()) {
    if (square === 0) continue;
    const sum = sumOf(units.subarray(ends[unit - 1] ?? 0, ends[unit]));
    nearest = Math.max(nearest, (sum + (ofHeadings[headingOf[unit] ?? 0] ?? 0)) / Math.sqrt(square));
  }
  return nearest;
}
