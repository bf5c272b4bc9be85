import { readEntries } from "../../language/language-data.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";

/** Languages whose words are told by their stems. */
export const stemmedLanguages = ["en", "af", "de", "fr", "pt"] as const;
export type StemmedLanguage = (typeof stemmedLanguages)[number];

/** Languages that put prefixes before a root and endings behind it; most of their words are put into English first. */
const rootLanguages = ["zu", "xh", "st", "tn"] as const satisfies Exclude<AnswerLanguage, StemmedLanguage>[];

export interface TopicWords {
  words: ReadonlyMap<StemmedLanguage, readonly string[]>;
  /** Roots that no other language has within a word, and whole phrases where they are longer than one word. */
  roots: readonly string[];
}

/** What tells that a question is on the topic of a flag; null for a flag that the product does not know. */
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
