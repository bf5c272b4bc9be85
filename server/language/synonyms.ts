import { readNamed } from "./language-data.ts";
import { stem } from "./stem.ts";

/**
 * English synonyms on work and leave, pay, insurance and health, shopping and support. Each line of data/synonyms is
 * one meaning, written by hand from general usage, not from any set of questions. A synonym counts less than the
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

/** Words that mean about the same as an English word; lower case, not stemmed. */
export const synonymsOf = (word: string): string[] => othersOf.get(stem(word, "en")) ?? [];
