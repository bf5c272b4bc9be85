import { readEntries } from "../../language/language-data.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";

/** Languages in which words are compared by their stems. */
export const stemmedLanguages = ["en", "af", "de", "fr", "pt"] as const;
export type StemmedLanguage = (typeof stemmedLanguages)[number];

/**
 * Languages that put prefixes before a root and endings after it, so that a root is looked for inside words. Most of
 * their words are translated into English before.
 */
export const rootLanguages: readonly Exclude<AnswerLanguage, StemmedLanguage>[] = ["zu", "xh", "st", "tn"];

/**
 * By flag: the words by which a question on its topic is recognized. Those of the root languages are roots that occur
 * inside words of no other language, and phrases of several words.
 */
export const topicWords = Map.groupBy(
  [...stemmedLanguages, ...rootLanguages].flatMap((language) =>
    readEntries("topics", language).map(({ name: flag, text }) => ({
      flag,
      language,
      word: text.toLowerCase(),
    })),
  ),
  ({ flag }) => flag,
);
