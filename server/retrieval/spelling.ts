import { stopWordsOf, type Language } from "../language/languages.ts";
import { stem } from "../language/stem.ts";
import { indexOfWord, replaceChatSpellings } from "../language/word-vectors.ts";
import type { TermRange } from "./index-reader.ts";
import type { KnownTerm } from "./postings-cache.ts";
import type { QuestionWord } from "./question.ts";

/** Shorter words have too many similar words to choose from. */
const minLength = 4;
/** From this length on, two mistakes are tolerated. */
const minLengthForTwo = 8;

const maxErrors = (term: string): number => (term.length >= minLengthForTwo ? 2 : 1);

/**
 * The ranges with candidates for a misspelt term: terms that share its first two letters, or whose second letter was
 * left out, mistyped or swapped with the first. In a large index these are a few hundred terms; those with the same
 * first letter would be thousands.
 */
export function spellingRanges(term: string): TermRange[] {
  if (term.length < minLength || !/^\p{L}+$/u.test(term)) return [];
  const max = maxErrors(term);
  const [first = "", second = "", third = ""] = term;
  const starts = new Set([first + second, second + first, first + third]);
  for (const letter of "aeioulrhn") {
    starts.add(first + letter + second);
    starts.add(first + letter + third);
  }
  return [...starts].map((start) => ({
    ...prefixRange(start),
    minLength: term.length - max,
    maxLength: term.length + max,
  }));
}

export function prefixRange(prefix: string): Pick<TermRange, "low" | "high"> {
  return { low: prefix, high: `${prefix}\u{10ffff}` };
}

/** The nearest known terms to a misspelt one, at most two; the more frequent first. */
export function corrections(term: string, known: KnownTerm[]): (KnownTerm & { distance: number })[] {
  if (term.length < minLength || !/^\p{L}+$/u.test(term)) return [];
  let best = maxErrors(term);
  let nearest: (KnownTerm & { distance: number })[] = [];
  for (const candidate of known) {
    const distance = damerauLevenshtein(term, candidate.term, best);
    if (distance > best || distance === 0 || !/^\p{L}+$/u.test(candidate.term)) continue;
    if (distance < best) nearest = [];
    best = distance;
    nearest.push({ ...candidate, distance });
  }
  return nearest.toSorted((a, b) => b.versions - a.versions || (a.term < b.term ? -1 : 1)).slice(0, 2);
}

/** Whether a word is written as it should be, though the documents lack it: "house", which is no misspelt "hours". */
export const isEnglish = ({ word }: QuestionWord, languages: readonly Language[]): boolean =>
  languages.includes("en") && indexOfWord(word) !== undefined;

/** Two terms of one word begin with at least this many letters that they share, and differ in the last ones only. */
const minSharedLetters = 5;

/** Whether two terms may be forms of one word: "complain" and "complaint", "cheapest" and "cheaper". */
export function areForms(a: string, b: string): boolean {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return shared >= minSharedLetters && shared >= Math.min(a.length, b.length) - 1;
}

/** The words that a chat spelling represents ("nite"); none if they are stop words ("theres"); undefined for others. */
export function respell(word: QuestionWord, languages: readonly Language[]): QuestionWord[] | undefined {
  const spelled = replaceChatSpellings(word.word);
  if (spelled === word.word || !languages.includes("en")) return undefined;
  const stopWords = stopWordsOf("en");
  const terms = spelled.split(" ").flatMap((each) => (stopWords.has(each) ? [] : [stem(each, "en")]));
  if (terms.length === 0) return [];
  return [{ ...word, variants: terms.map((term) => ({ term, weight: 1 })), correction: terms.join(" ") }];
}

/** Longer words are never compared. */
const maxComparedLength = 64;
/** The last three rows of the table. Reused, because a word is compared with thousands. */
const rows = [0, 1, 2].map(() => new Uint8Array(maxComparedLength + 1));

/**
 * The number of insertions, deletions, substitutions and swaps of neighbours between two words of at most 64 letters
 * (optimal string alignment); `max` + 1 if there are more than `max`.
 */
export function damerauLevenshtein(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max || Math.max(a.length, b.length) > maxComparedLength) return max + 1;
  let [beforeLast, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && isSwapped(a, i, b, j)) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = cost;
      best = Math.min(best, cost);
    }
    if (best > max) return max + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length] ?? max + 1;
}

/** Whether the two letters before these indexes are swapped in the other word. */
function isSwapped(a: string, i: number, b: string, j: number): boolean {
  return a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
}
