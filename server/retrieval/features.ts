import type { QueryTerm, TermMatch } from "./passage.ts";
import { proximityScore, type WordPositions } from "./word-positions.ts";
import type { QuestionWord } from "./question.ts";

/** How a candidate matches the words of the question. `occurrences`: where each word occurs in it. */
export function describeMatch(
  { bm25, occurrences }: { bm25: number; occurrences: WordPositions[] },
  question: QuestionWord[],
  terms: QueryTerm[],
) {
  const matches = occurrences.flatMap(({ positions, inHeading, inTitle }, term) =>
    positions.length > 0 || inHeading || inTitle
      ? [{ term, frequency: positions.length, inHeading, inTitle }]
      : [],
  );
  const features = {
    bm25,
    coverage: idfCoverage(matches, terms),
    proximity: proximityShare(occurrences, question, terms),
  };
  return { matches, features };
}

/** The share of the question's total idf that the matched terms have. */
export function idfCoverage(matches: TermMatch[], terms: QueryTerm[]): number {
  const totalIdf = terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
  return matches.reduce((sum, { term }) => sum + (terms[term]?.idf ?? 0), 0) / totalIdf;
}

/** The proximity score divided by its maximum, the score if all words are adjacent. */
function proximityShare(occurrences: WordPositions[], question: QuestionWord[], terms: QueryTerm[]): number {
  const words = question.map((word, index) => ({ position: word.position, weight: terms[index]?.idf ?? 0 }));
  let max = 0;
  for (let i = 0; i + 1 < words.length; i++)
    max += Math.min(words[i]?.weight ?? 0, words[i + 1]?.weight ?? 0);
  return max === 0 ? 0 : proximityScore(words, occurrences) / max;
}
