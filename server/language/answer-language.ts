import { readNamed } from "./language-data.ts";

/** Languages that the assistant can reply in when it speaks for itself. Quotes stay as they are. */
export const answerLanguages = ["en", "af", "de", "fr", "pt", "zu", "xh", "st", "tn"] as const;
export type AnswerLanguage = (typeof answerLanguages)[number];

/**
 * The languages that know each word which gives a language away in a short question: function words, question words,
 * polite forms. A word of one language alone says most.
 */
const languagesOfWord = new Map<string, AnswerLanguage[]>();
for (const language of answerLanguages) {
  for (const word of new Set(readNamed("words", [language], "telling")))
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language]);
}

/**
 * The language a question is asked in, English when nothing tells otherwise. Telling words are
 * weighed by how few of the languages share them, so that "die" and "is" decide little.
 */
export function detectAnswerLanguage(question: string): AnswerLanguage {
  return likeliestLanguage(scoreAnswerLanguages(question));
}

/** The language with the highest score, the first of equal ones; English when nothing tells. */
export function likeliestLanguage(scores: ReadonlyMap<AnswerLanguage, number>): AnswerLanguage {
  let best: AnswerLanguage = "en";
  let bestScore = 0;
  for (const [language, score] of scores) if (score > bestScore) [best, bestScore] = [language, score];
  return best;
}

/** How much of each language a question shows, English first. */
export function scoreAnswerLanguages(question: string): Map<AnswerLanguage, number> {
  const words = question
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .split(/[^\p{L}\p{M}'-]+/u)
    .filter((word) => word !== "");
  const scores = new Map<AnswerLanguage, number>(answerLanguages.map((language) => [language, 0]));
  for (const word of words) {
    const known = languagesOfWord.get(word) ?? [];
    for (const language of known) scores.set(language, (scores.get(language) ?? 0) + 1 / known.length);
  }
  return scores;
}
