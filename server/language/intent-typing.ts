import { LRUCache } from "lru-cache";
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
 * right first letter, in each of several languages. A word that is near to two known ones stays as it is.
 */
export class TypingCorrector<Language> {
  readonly #languages: readonly Language[];
  /** The languages that know a word. */
  readonly #known = new Map<string, Set<Language>>();
  /** Words by themselves and by what is left of them without one letter. */
  readonly #byShortened = new Map<string, Set<string>>();
  /** What is near to words that messages held before: most use the same ones. */
  readonly #nearBefore = new LRUCache<string, readonly string[]>({ max: 2_000 });

  constructor(known: ReadonlyMap<Language, ReadonlySet<string>>) {
    this.#languages = [...known.keys()];
    for (const [language, words] of known) for (const word of words) this.#add(word, language);
  }

  #add(word: string, language: Language): void {
    this.#known.set(word, (this.#known.get(word) ?? new Set()).add(language));
    if (word.length < minCorrectedLength) return;
    for (const form of [word, ...shortened(word)])
      this.#byShortened.set(form, (this.#byShortened.get(form) ?? new Set()).add(word));
  }

  /** The words of a message as they are meant in each language; a language without errors is left out. */
  correct(words: string): Map<Language, string> {
    const meant = new Map<Language, Map<string, string>>();
    for (const word of new Set(words.match(/\p{L}+/gu))) {
      const near = this.#near(word);
      if (near.length === 0) continue;
      for (const language of this.#languages) {
        if (this.#known.get(word)?.has(language) === true) continue;
        const [match, another] = near.filter((candidate) => this.#known.get(candidate)?.has(language));
        if (match === undefined || another !== undefined) continue;
        meant.set(language, (meant.get(language) ?? new Map<string, string>()).set(word, match));
      }
    }
    const corrected = (replacements: Map<string, string>): string =>
      words.replaceAll(/\p{L}+/gu, (word) => replacements.get(word) ?? word);
    return new Map([...meant].map(([language, replacements]) => [language, corrected(replacements)]));
  }

  /** The known words, of all languages, that are one error away. */
  #near(word: string): readonly string[] {
    if (word.length < minCorrectedLength - 1) return [];
    const before = this.#nearBefore.get(word);
    if (before !== undefined) return before;
    const candidates = new Set<string>();
    for (const form of [word, ...shortened(word)])
      for (const candidate of this.#byShortened.get(form) ?? []) candidates.add(candidate);
    const near = [...candidates].filter((candidate) => isOneErrorAway(word, candidate));
    this.#nearBefore.set(word, near);
    return near;
  }
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
