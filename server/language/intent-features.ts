import { toEnglish } from "./bilingual.ts";
import { fnv1a } from "../hash.ts";
import { toBoundedWords } from "./intent-patterns.ts";
import { classesOf } from "./word-classes.ts";
import { addVector, knownWordsOfQuestion, vectorLength } from "./word-vectors.ts";

/** Features of words are hashed into this many buckets; those in the same bucket share their weights. */
export const buckets = 2 ** 18;

/** What is learned from in a message. */
export interface MessageFeatures {
  /** The buckets of its words, each once. */
  buckets: Int32Array;
  /** The average vector of its English words, of length `meaningLength`; zeros if it has none. */
  meaning: Float64Array;
}

export function featuresOf(message: string): MessageFeatures {
  const translation = toEnglish(message)?.text ?? null;
  return { buckets: bucketsOf(message, translation), meaning: meaningOf(translation ?? message) };
}

/** Longer than one, so that the meaning is learned as fast as the many buckets. */
const meaningLength = 2;

function meaningOf(english: string): Float64Array {
  const sum = new Float64Array(vectorLength);
  for (const word of knownWordsOfQuestion(english)) addVector(sum, word);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => (meaningLength * value) / length);
}

const gramLengths = [3, 4, 5];
/** The length of character n-grams that include the space between two words. */
const joiningGramLength = 6;

/**
 * The buckets of a message's words: words, pairs of words that are adjacent or have one word between them, triples,
 * and character n-grams within words and across spaces, which are robust to endings, prefixes and typing errors.
 * Also the words and pairs of its English words (by the lexicon) and of their classes of similar words, so that
 * training on "stole" also helps with "robbed".
 */
function bucketsOf(message: string, translation: string | null): Int32Array {
  const found = new Set<number>();
  const words = toBoundedWords(message);
  addSequences(found, words);
  for (const word of words.slice(1, -1)) addGrams(found, word);
  addJoiningGrams(found, words.slice(1, -1));
  for (const mark of ["?", "!"]) if (message.includes(mark)) found.add(bucketOf(mark, 6));
  const english = translation === null ? words : toBoundedWords(translation);
  if (translation !== null) addPairs(found, english, english, 1);
  const classes = english.map(classesOf);
  for (const width of ["narrow", "wide"] as const) {
    const wider = english.map((word, at) => classes[at]?.[width] ?? word);
    addPairs(found, wider, wider, 7);
    addPairs(found, english, wider, 9);
    addPairs(found, wider, english, 11);
  }
  return Int32Array.from(found);
}

function addSequences(found: Set<number>, words: readonly string[]): void {
  addPairs(found, words, words, 1);
  for (let at = 0; at + 2 < words.length; at++) {
    found.add(bucketOf(`${words[at]} ${words[at + 2]}`, 3));
    found.add(bucketOf(`${words[at]} ${words[at + 1]} ${words[at + 2]}`, 4));
  }
}

/** Adds each word alone and in a pair with the next word, which is taken from `followers`. */
function addPairs(found: Set<number>, words: readonly string[], followers: readonly string[], kind: number) {
  words.forEach((word, at) => {
    found.add(bucketOf(word, kind));
    if (at + 1 < words.length) found.add(bucketOf(`${word} ${followers[at + 1]}`, kind + 1));
  });
}

function addGrams(found: Set<number>, word: string): void {
  const letters = `_${word}_`;
  for (const length of gramLengths)
    for (let from = 0; from + length <= letters.length; from++)
      found.add(bucketOf(letters, 5, from, from + length));
}

function addJoiningGrams(found: Set<number>, words: readonly string[]): void {
  const letters = ` ${words.join(" ")} `;
  for (let from = 0; from + joiningGramLength <= letters.length; from++) {
    const to = from + joiningGramLength;
    if (letters.indexOf(" ", from + 1) < to - 1) found.add(bucketOf(letters, 16, from, to));
  }
}

/** The bucket of the characters [from, to) of a text: their hash, seeded with `kind` and finally mixed. */
function bucketOf(text: string, kind: number, from?: number, to?: number): number {
  let hash = fnv1a(text, kind, from, to);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & (buckets - 1);
}
