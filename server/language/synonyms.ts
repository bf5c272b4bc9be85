import { readNamed } from "./language-data.ts";
import { stem } from "./stem.ts";

/**
 * English synonyms about work and leave, pay, insurance and health, shopping and support. Each line of data/synonyms
 * is one meaning. The lines come from general usage, not from any set of questions. A synonym counts less than the
 * word itself (see expand.ts).
 */
const othersOf = new Map<string, string[]>();
for (const line of readNamed("synonyms", ["en"], "same")) {
  const group = line.split(" ").map((word) => ({ word, key: stem(word, "en") }));
  for (const { key } of group) {
    const others = group.filter((other) => other.key !== key).map(({ word }) => word);
    othersOf.set(key, [...(othersOf.get(key) ?? []), ...others]);
  }
}

/** The synonyms of an English word, in lower case, not stemmed. */
export const synonymsOf = (word: string): string[] => othersOf.get(stem(word, "en")) ?? [];

/** The stems of the synonyms of an English word. */
export const synonymStemsOf = (word: string): string[] => synonymsOf(word).map((other) => stem(other, "en"));
