import { readNamed } from "../../../language/language-data.ts";
import type { Language } from "../../../language/languages.ts";

/** Kinds of function words that bound, order, negate or limit what comes after them. */
export type Scope = (typeof scopeNames)[number];

export const scopeNames = [
  "not", "least", "most", "more", "less", "before", "after", "until", "from", "within", "only", "unless", "if",
  "without", "with", "all", "some", "both", "may", "must", "first", "last", "per", "we",
] as const; // prettier-ignore

const wordsIn = (languages: string[], name: string): string[] =>
  readNamed("scopes", languages, name).flatMap((line) => line.split(" "));

const byWord = new Map<string, Scope[]>();
for (const name of scopeNames)
  for (const word of wordsIn(["en", "af", "pt"], name)) byWord.set(word, [...(byWord.get(word) ?? []), name]);

const onlyAfrikaans = new Set(wordsIn(["af"], "means something else in English"));

/** The scopes that a word opens; none for most words. */
export function scopeOf(word: string, before: string, language: Language): Scope[] {
  if (word.endsWith("n't")) return ["not"];
  if (language === "en" && onlyAfrikaans.has(word)) return [];
  if (word === "to" && before === "up") return ["most"];
  return byWord.get(word) ?? [];
}
