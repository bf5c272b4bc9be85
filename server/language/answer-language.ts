import { readNamed } from "./language-data.ts";

/** Languages that the assistant can reply in when it speaks for itself. Quotes stay as they are. */
export const answerLanguages = ["en", "af", "de", "fr", "pt", "zu", "xh", "st", "tn"] as const;
export type AnswerLanguage = (typeof answerLanguages)[number];

/** Words that give a language away in a short question: function words, question words, polite forms. */
const tellingWords = new Map<AnswerLanguage, ReadonlySet<string>>(
  answerLanguages.map((language) => [language, new Set(readNamed("words", [language], "telling"))]),
);

/** How many of these languages know a word: a word of one language alone says most. */
const languagesOfWord = new Map<string, number>();
for (const words of tellingWords.values()) {
  for (const word of words) languagesOfWord.set(word, (languagesOfWord.get(word) ?? 0) + 1);
}

/**
 * The language a question is asked in, English when nothing tells otherwise. Telling words are
 * weighed by how few of the languages share them, so that "die" and "is" decide little.
 */
export function detectAnswerLanguage(question: string): AnswerLanguage {
  let best: AnswerLanguage = "en";
  let bestScore = 0;
  for (const [language, score] of scoreAnswerLanguages(question)) {
    if (score > bestScore) [best, bestScore] = [language, score];
  }
  return best;
}

/** How much of each language a question shows, English first. */
export function scoreAnswerLanguages(question: string): Map<AnswerLanguage, number> {
  const words = question
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .split(/[^\p{L}\p{M}'-]+/u)
    .filter((word) => word !== "");
  const scores = new Map<AnswerLanguage, number>();
  for (const [language, known] of tellingWords) {
    let score = 0;
    for (const word of words) if (known.has(word)) score += 1 / (languagesOfWord.get(word) ?? 1);
    scores.set(language, score);
  }
  return scores;
}
