import { toWords } from "./intent-patterns.ts";
import type { Entry } from "./language-data.ts";

/** Shorter words are too near to other words to be taken for them. */
const minCorrectedLength = 6;

/** The words that the cues of a file, its questions and its sets spell out. */
export function wordsOfPatterns(entries: readonly Entry[]): Set<string> {
  const spelt = entries.filter(({ name }) => /^(?:cue|not|=) /.test(name));
  return new Set(
    spelt
      .flatMap(({ text }) => text.match(/(?<![\p{L}*{])[\p{L}']+(?![\p{L}*}])/gu) ?? [])
      .map((word) => toWords(word).trim()),
  );
}

/**
 * Puts right words with one typing error (a letter too many, missing, wrong, or swapped with its neighbour) behind a
 * right first letter. A word that is near to two known ones stays as it is.
 */
export function typingCorrector(known: ReadonlySet<string>): (words: string) => string {
  const byShortened = new Map<string, Set<string>>();
  for (const word of known) {
    if (word.length < minCorrectedLength) continue;
    for (const form of [word, ...shortened(word)])
      byShortened.set(form, (byShortened.get(form) ?? new Set()).add(word));
  }
  const correctWord = (word: string): string => {
    if (word.length < minCorrectedLength - 1 || known.has(word)) return word;
    const near = new Set([word, ...shortened(word)].flatMap((form) => [...(byShortened.get(form) ?? [])]));
    const matches = [...near].filter((candidate) => isOneErrorAway(word, candidate));
    return matches.length === 1 ? (matches[0] as string) : word;
  };
  return (words) => words.replaceAll(/\p{L}+/gu, correctWord);
}

function shortened(word: string): string[] {
  return Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

function isOneErrorAway(typed: string, meant: string): boolean {
  if (typed[0] !== meant[0]) return false;
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from += 1;
  const swapped =
    typed.slice(0, from) + (typed[from + 1] ?? "") + (typed[from] ?? "") + typed.slice(from + 2);
  return (
    swapped === meant ||
    typed.slice(from + 1) === meant.slice(from) ||
    typed.slice(from) === meant.slice(from + 1) ||
    typed.slice(from + 1) === meant.slice(from + 1)
  );
}
