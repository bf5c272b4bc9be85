import type { Entry } from "./language-data.ts";

/** The maximum number of words that "..." matches, within a sentence, and that "~" matches, across sentences. */
const gapWords = 5;
const farGapWords = 18;

/**
 * Normalizes a message for the patterns: lower-case words without accents, apostrophes and hyphens, with one space
 * around each, and " . " at the end of a sentence. The result begins and ends with a space.
 */
export function toWords(text: string): string {
  const plain = text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/['’‘`´]|(?<=\p{L})-(?=[\p{L}\d])/gu, "")
    .replaceAll(/(\p{L})\1{2,}/gu, "$1")
    // A dot within a number or an abbreviation does not end a sentence.
    .replaceAll(/[.!?;\n]+(?=\s|$)/gu, " . ")
    .replaceAll(/[^\p{L}\p{N}.]+/gu, " ")
    .replaceAll(/(?<=\S)\.(?=\S)/g, "");
  return ` ${plain.trim().replaceAll(/\s+/g, " ")} `;
}

/** The words of a text, with "^" before them and "$" after them. All numbers become "0". */
export const toBoundedWords = (text: string): string[] => [
  "^",
  ...toWords(text).trim().replaceAll(/\d+/g, "0").split(" "),
  "$",
];

/** The named sets of a file, as sources of regular expressions. */
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

/** A part of a pattern: a token, or alternatives in brackets or parentheses. */
export type PatternPart = string | { alternatives: PatternPart[][]; isOptional: boolean };

/** The alternatives of a pattern, each a sequence of parts. */
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

/** A word of a pattern, normalized like the words of messages. */
export const normalizeWord = (word: string): string => toWords(word).trim().replaceAll(" ", "");

/** The source of a regular expression for a pattern; every word also matches the space after it. */
export function patternSource(pattern: string, sets: ReadonlyMap<string, string>): string {
  const sourceOf = (alternatives: PatternPart[][]): string =>
    `(?:${alternatives.map((sequence) => sequence.map(partSource).join("")).join("|")})`;
  const partSource = (part: PatternPart): string =>
    typeof part === "string"
      ? tokenSource(part, sets)
      : `${sourceOf(part.alternatives)}${part.isOptional ? "?" : ""}`;
  return sourceOf(parsePattern(pattern));
}

/** The sources of the tokens that stand for no particular word. */
export const signSources: ReadonlyMap<string, string> = new Map([
  ["...", `(?:(?!\\. )\\S+ ){0,${gapWords}}?`],
  ["~", `(?:\\S+ ){0,${farGapWords}}?`],
  ["^", String.raw`(?<=^ | \. )`],
  ["$", String.raw`(?=\. |$)`],
  // A reference number: digits, perhaps with letters.
  ["#", String.raw`(?:\d{5,}|[a-z]+\d{3,}[a-z\d]*|\d{3,}[a-z]+[a-z\d]*) `],
]);

function tokenSource(token: string, sets: ReadonlyMap<string, string>): string {
  const sign = signSources.get(token);
  if (sign !== undefined) return sign;
  if (token.startsWith("{")) {
    const set = sets.get(token.slice(1, -1));
    if (set === undefined) throw new Error(`there is no set ${token}`);
    return set;
  }
  const parts = token.split("*").map(normalizeWord);
  return `${parts.join(String.raw`[^\s.]*`)} `;
}
