import type { Entry } from "./language-data.ts";

/** The maximum number of words that "..." stands for, within a sentence, and "~", across sentences. */
const gapWords = 5;
const farGapWords = 18;

/**
 * A message as patterns see it: words without accents, apostrophes and hyphens, in lower case, with one space around
 * each, and " . " where a sentence ends. It begins and ends with a space.
 */
export function toWords(text: string): string {
  const plain = text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/['’‘`´]|(?<=\p{L})-(?=[\p{L}\d])/gu, "")
    .replaceAll(/(\p{L})\1{2,}/gu, "$1")
    // A dot within a number or an abbreviation ends nothing.
    .replaceAll(/[.!?;\n]+(?=\s|$)/gu, " . ")
    .replaceAll(/[^\p{L}\p{N}.]+/gu, " ")
    .replaceAll(/(?<=\S)\.(?=\S)/g, "");
  return ` ${plain.trim().replaceAll(/\s+/g, " ")} `;
}

/** The sets of a file, each by its name as the source of a regular expression. */
export function compileSets(entries: readonly Entry[]): Map<string, string> {
  const sets = new Map<string, string>();
  for (const { name, text } of entries) {
    if (!name.startsWith("=")) continue;
    const key = name.slice(1).trim();
    if (sets.has(key)) throw new Error(`the set ${key} is defined twice`);
    sets.set(key, patternSource(text, sets));
  }
  return sets;
}

/** What a pattern consists of: tokens and, in brackets or parentheses, alternatives. */
export type PatternPart = string | { alternatives: PatternPart[][]; isOptional: boolean };

/** The alternatives of a pattern, each a sequence. */
export function parsePattern(pattern: string): PatternPart[][] {
  const tokens = pattern.match(/\{[^}]*\}|\.\.\.|[[\]()|~^$]|[^\s[\](){}|~^$]+/gu) ?? [];
  const readAlternatives = (closing: string | undefined): PatternPart[][] => {
    let sequence: PatternPart[] = [];
    const alternatives = [sequence];
    for (let token = tokens.shift(); token !== closing; token = tokens.shift()) {
      if (token === undefined) throw new Error(`${closing} is missing in "${pattern}"`);
      if (token === "|") alternatives.push((sequence = []));
      else if (token === "[") sequence.push({ alternatives: readAlternatives("]"), isOptional: false });
      else if (token === "(") sequence.push({ alternatives: readAlternatives(")"), isOptional: true });
      else sequence.push(token);
    }
    return alternatives;
  };
  return readAlternatives(undefined);
}

/** A word of a pattern as it stands in messages. */
export const normalizeWord = (word: string): string => toWords(word).trim().replaceAll(" ", "");

/** The source of a regular expression for a pattern; every word of it takes the space behind it along. */
export function patternSource(pattern: string, sets: ReadonlyMap<string, string>): string {
  const sourceOf = (alternatives: PatternPart[][]): string =>
    `(?:${alternatives.map((sequence) => sequence.map(partSource).join("")).join("|")})`;
  const partSource = (part: PatternPart): string =>
    typeof part === "string"
      ? tokenSource(part, sets)
      : `${sourceOf(part.alternatives)}${part.isOptional ? "?" : ""}`;
  return sourceOf(parsePattern(pattern));
}

function tokenSource(token: string, sets: ReadonlyMap<string, string>): string {
  switch (token) {
    case "...":
      return `(?:(?!\\. )\\S+ ){0,${gapWords}}?`;
    case "~":
      return `(?:\\S+ ){0,${farGapWords}}?`;
    case "^":
      return String.raw`(?<=^ | \. )`;
    case "$":
      return String.raw`(?=\. |$)`;
    case "#":
      // A reference: digits, perhaps behind letters.
      return String.raw`(?:\d{5,}|[a-z]+\d{3,}[a-z\d]*|\d{3,}[a-z]+[a-z\d]*) `;
    default:
      break;
  }
  if (token.startsWith("{")) {
    const set = sets.get(token.slice(1, -1));
    if (set === undefined) throw new Error(`there is no set ${token}`);
    return set;
  }
  const parts = token.split("*").map(normalizeWord);
  return `${parts.join(String.raw`[^\s.]*`)} `;
}
