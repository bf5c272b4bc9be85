import { readNamed } from "./language-data.ts";
import { keepRecent, maxQuestionsAtOnce } from "../caching/recent-map.ts";

/** Languages of the assistant's own replies. Quotes are not translated. */
export const answerLanguages = ["en", "af", "de", "fr", "pt", "zu", "xh", "st", "tn"] as const;
export type AnswerLanguage = (typeof answerLanguages)[number];

/** The words and pairs of words that indicate each language: function words, question words, polite forms. */
const markersOf = new Map(
  answerLanguages.map((language) => [language, new Set(readNamed("words", [language], "language marker"))]),
);

/**
 * The language of a question; English by default. Words that several languages share, such as "die" and "is", count
 * less.
 */
export function detectAnswerLanguage(question: string): AnswerLanguage {
  return likeliestLanguage(scoreAnswerLanguages(question));
}

/** The language with the highest score, the first of several; English if no score is above 0. */
export function likeliestLanguage(scores: ReadonlyMap<AnswerLanguage, number>): AnswerLanguage {
  let best: AnswerLanguage = "en";
  let bestScore = 0;
  for (const [language, score] of scores) if (score > bestScore) [best, bestScore] = [language, score];
  return best;
}

/** The language with the highest score; null if there are several, or no word indicates one. */
export function clearLanguage(question: string): AnswerLanguage | null {
  const [[language, best], [, second]] = [...scoreAnswerLanguages(question)].toSorted(
    ([, a], [, b]) => b - a,
  ) as [[AnswerLanguage, number], [AnswerLanguage, number]];
  return best > second ? language : null;
}

/** A score for each language, English first. */
export const scoreAnswerLanguages = keepRecent(maxQuestionsAtOnce, scoreLanguages);

function scoreLanguages(question: string): ReadonlyMap<AnswerLanguage, number> {
  const words = question
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .split(/[^\p{L}\p{M}'-]+/u)
    .filter((word) => word !== "");
  const scores = new Map<AnswerLanguage, number>(answerLanguages.map((language) => [language, 0]));
  for (let at = 0; at < words.length; at++) {
    const inPair = languagesMarkedBy(words.slice(at, at + 2).join(" "));
    const known = inPair.length > 0 ? inPair : languagesMarkedBy(words[at] ?? "");
    // The fewer languages share a word, the more it counts.
    for (const language of known) scores.set(language, (scores.get(language) ?? 0) + 1 / known.length);
    // "u" is Afrikaans, but not in "do u".
    if (inPair.length > 0) at++;
  }
  return scores;
}

const languagesMarkedBy = (words: string): AnswerLanguage[] =>
  answerLanguages.filter((language) => markersOf.get(language)?.has(words));
