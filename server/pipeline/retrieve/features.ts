import { positionsOf } from "./match.ts";
import type { PassageFeatures, QueryTerm, TermMatch } from "./passage.ts";
import type { QuestionWord } from "./question.ts";
import type { WordMatches } from "./rank.ts";

/** A chunk that the ranking put forward. */
export interface Candidate {
  id: number;
  segment: number;
  ordinal: number;
  score: number;
  bm25: number;
}

interface Evidence {
  matches: TermMatch[];
  features: PassageFeatures;
}

/** Words of the question count as together in a passage within this many words. */
const nearby = 8;

/** How each candidate matches the words of the question, in the candidates' order. */
export function passageFeatures(
  candidates: Candidate[],
  question: QuestionWord[],
  words: WordMatches[],
  terms: QueryTerm[],
): Evidence[] {
  const found = locate(candidates, words);
  return candidates.map((candidate, index) => {
    const perWord = found.map((places) => places[index] ?? absent);
    const matches = perWord.flatMap(({ positions, inHeading, inTitle }, term) =>
      positions.length > 0 || inHeading || inTitle
        ? [{ term, frequency: positions.length, inHeading, inTitle }]
        : [],
    );
    return { matches, features: featuresOf(candidate, matches, perWord, question, terms) };
  });
}

interface Place {
  positions: number[];
  inHeading: boolean;
  inTitle: boolean;
}
const absent: Place = { positions: [], inHeading: false, inTitle: false };

/** For every word, where it stands in every candidate. */
function locate(candidates: Candidate[], words: WordMatches[]): Place[][] {
  const indexOf = new Map(candidates.map((candidate, index) => [candidate.id, index]));
  return words.map((word) => {
    const places = candidates.map((): Place => ({ positions: [], inHeading: false, inTitle: false }));
    for (const { matches } of word.variants) {
      for (let entry = 0; entry < matches.count; entry++) {
        const place = places[indexOf.get(matches.ids[entry] ?? -1) ?? -1];
        if (place === undefined) continue;
        place.positions.push(...positionsOf(matches, entry));
        if (matches.headings[entry] === 1) place.inHeading = true;
      }
      candidates.forEach(({ id }, index) => {
        const place = places[index];
        if (place && matches.titled.some(({ from, to }) => id >= from && id < to)) place.inTitle = true;
      });
    }
    for (const place of places) place.positions.sort((a, b) => a - b);
    return places;
  });
}

function featuresOf(
  candidate: Candidate,
  matches: TermMatch[],
  perWord: Place[],
  question: QuestionWord[],
  terms: QueryTerm[],
): PassageFeatures {
  const mass = terms.reduce((sum, term) => sum + term.idf, 0) || 1;
  const idfOf = (match: TermMatch) => terms[match.term]?.idf ?? 0;
  const inText = matches.filter((match) => match.frequency > 0);
  return {
    bm25: candidate.bm25,
    coverage: matches.reduce((sum, match) => sum + idfOf(match), 0) / mass,
    textCoverage: inText.reduce((sum, match) => sum + idfOf(match), 0) / mass,
    matchedTerms: matches.length,
    proximity: proximity(perWord, question, terms),
  };
}

/** Of the pairs of neighbouring question words, the share (by idf) that stands close together. */
function proximity(perWord: Place[], question: QuestionWord[], terms: QueryTerm[]): number {
  let close = 0;
  let all = 0;
  for (let i = 0; i + 1 < question.length; i++) {
    const weight = Math.min(terms[i]?.idf ?? 0, terms[i + 1]?.idf ?? 0);
    all += weight;
    const distance = leastDistance(perWord[i]?.positions ?? [], perWord[i + 1]?.positions ?? []);
    if (distance <= nearby) close += weight;
  }
  return all === 0 ? 0 : close / all;
}

/** The least distance between a value of one ascending list and one of the other. */
export function leastDistance(a: number[], b: number[]): number {
  let least = Infinity;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const distance = (a[i] ?? 0) - (b[j] ?? 0);
    least = Math.min(least, Math.abs(distance));
    if (distance < 0) i += 1;
    else j += 1;
  }
  return least;
}
