import type { Language } from "../../../language/languages.ts";

/** Kinds of function words that bound, order, negate or limit what comes after them. */
export type Scope = (typeof scopeNames)[number];

export const scopeNames = [
  "not", "least", "most", "more", "less", "before", "after", "until", "from", "within", "only", "unless", "if",
  "without", "with", "all", "some", "both", "may", "must", "first", "last", "per", "we",
] as const; // prettier-ignore

const words: Record<Scope, string> = {
  not: "not no never none neither nor cannot nothing nobody nie geen nooit nao nunca",
  least: "least minimum min minstens",
  most: "most maximum max limit limited hoogstens upto",
  more: "more over exceed exceeds exceeding above longer older later beyond higher greater exceeded",
  less: "less fewer under below shorter younger lower smaller",
  before: "before prior earlier ahead advance voor beforehand",
  after: "after once since following thereafter na afterwards upon",
  until: "until till by tot",
  from: "from vanaf starting",
  within: "within binne inside",
  only: "only solely exclusively just slegs net alone",
  unless: "unless except excluding exception tensy behalwe otherwise instead",
  if: "if when where provided as wanneer indien",
  without: "without sonder",
  with: "with met",
  all: "all every any each always elke alle everyone anyone whole full entire",
  some: "some sometimes certain several sommige partly part half",
  both: "both either beide",
  may: "may can might could allowed permitted mag kan entitled able",
  must: "must need needs required require requires should shall have moet obliged compulsory mandatory",
  first: "first eerste initial",
  last: "last final laaste",
  per: "per",
  we: "we us our ons",
};

const byWord = new Map<string, Scope[]>();
for (const name of scopeNames)
  for (const word of words[name].split(" ")) byWord.set(word, [...(byWord.get(word) ?? []), name]);

/** Afrikaans words that have another meaning in English: "as you asked", "net pay", "they met". */
const onlyAfrikaans = new Set("as met na net".split(" "));

/** The scopes that a word opens; none for most words. */
export function scopeOf(word: string, before: string, language: Language): Scope[] {
  if (word.endsWith("n't")) return ["not"];
  if (language === "en" && onlyAfrikaans.has(word)) return [];
  if (word === "to" && before === "up") return ["most"];
  return byWord.get(word) ?? [];
}
