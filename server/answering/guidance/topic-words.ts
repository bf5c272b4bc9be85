import { readEntries } from "../../language/language-data.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";

/** Languages in which words are compared by their stems. */
export const stemmedLanguages = ["en", "af", "de", "fr", "pt"] as const;
export type StemmedLanguage = (typeof stemmedLanguages)[number];

/**
 * Languages that put prefixes before a root and endings after it, so that a root is looked for inside words. Most of
 * their words are translated into English before.
 */
const rootLanguages = ["zu", "xh", "st", "tn"] as const satisfies Exclude<AnswerLanguage, StemmedLanguage>[];

export interface TopicWords {
  words: ReadonlyMap<StemmedLanguage, readonly string[]>;
  /** Roots that occur inside words of no other language, and phrases of several words. */
  roots: readonly string[];
}

/** The words by which a question on the topic of a flag is recognized; null for a flag that the product does not know. */
export function topicWordsOf(flag: string): TopicWords | null {
  return known.get(flag) ?? null;
}

/** The flags whose topics are known. */
export const knownFlags = (): string[] => [...known.keys()];

function readTopics(): Map<string, TopicWords> {
  const topics = new Map<string, { words: Map<StemmedLanguage, string[]>; roots: string[] }>();
  const topicOf = (flag: string) => {
    const topic = topics.get(flag) ?? { words: new Map<StemmedLanguage, string[]>(), roots: [] };
    topics.set(flag, topic);
    return topic;
  };
  for (const language of stemmedLanguages) {
    for (const { name, text } of readEntries("topics", language)) {
      const { words } = topicOf(name);
      words.set(language, [...(words.get(language) ?? []), text.toLowerCase()]);
    }
  }
  for (const language of rootLanguages) {
    for (const { name, text } of readEntries("topics", language))
      topicOf(name).roots.push(text.toLowerCase());
  }
  return topics;
}
const known = readTopics();
