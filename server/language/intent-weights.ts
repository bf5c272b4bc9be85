import { readFileSync } from "node:fs";
import { toEnglish } from "./bilingual.ts";
import { toWords } from "./intent-patterns.ts";
import { once } from "./once.ts";
import { classesOf } from "./word-classes.ts";

/** The wishes, in the order of their weights in the file. */
export const intents = ["person", "complaint", "status"] as const;

/**
 * What a customer wants that no document can give. `person`: to speak to somebody. `complaint`: to have something put
 * right. `status`: to know how their own order, claim, delivery, refund, application or ticket stands.
 */
export type Intent = (typeof intents)[number];

/** A score per wish; above 0 the message is rather that wish than an ordinary question. */
export type IntentScores = Record<Intent, number>;

/** The learned weights: for each wish, one per bucket of features. */
export interface IntentWeights {
  biases: Float32Array;
  /** The factor by which the stored weights of each wish are multiplied. */
  scales: Float32Array;
  /** Those of the first wish, of the second, and so on. */
  weights: Int8Array;
}

/** Features are hashed into this many buckets; two in one bucket share a weight. */
export const buckets = 2 ** 17;
const file = new URL("./data/intent-weights/weights.bin", import.meta.url);
const headerBytes = 2 * intents.length * Float32Array.BYTES_PER_ELEMENT;

const readWeights = once(() => unpackWeights(readFileSync(file)));

/** Scores a message by weights learned from many of them. */
export function scoreIntents(message: string, weights: IntentWeights = readWeights()): IntentScores {
  const features = featuresOf(message);
  const share = 1 / Math.sqrt(features.length);
  const [person = 0, complaint = 0, status = 0] = intents.map((_, place) => {
    let sum = 0;
    for (const feature of features) sum += weights.weights[place * buckets + feature] ?? 0;
    return sum * share * (weights.scales[place] ?? 0) + (weights.biases[place] ?? 0);
  });
  return { person, complaint, status };
}

const gramLengths = [3, 4, 5];

/**
 * The buckets of what is looked at in a message: its words, two and three of them together, and the letters within them, which hold
 * out against endings, prefixes and typing errors. Then the same in English words, as far as the lexicon tells them, and in
 * classes of English words that mean alike: "stole" of a message is learned for "robbed" as well.
 */
export function featuresOf(message: string): Int32Array {
  const found = new Set<number>();
  const words = wordsOf(message);
  addSequences(found, words);
  for (const word of words.slice(1, -1)) addLetters(found, word);
  for (const mark of ["?", "!"]) if (message.includes(mark)) found.add(bucketOf(mark, 6));
  const translation = toEnglish(message);
  const english = translation === null ? words : wordsOf(translation.text);
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

/** With a sign for each end; a number is as good as another. */
const wordsOf = (text: string): string[] => [
  "^",
  ...toWords(text).trim().replaceAll(/\d+/g, "0").split(" "),
  "$",
];

function addSequences(found: Set<number>, words: readonly string[]): void {
  addPairs(found, words, words, 1);
  for (let at = 0; at + 2 < words.length; at++) {
    found.add(bucketOf(`${words[at]} ${words[at + 2]}`, 3));
    found.add(bucketOf(`${words[at]} ${words[at + 1]} ${words[at + 2]}`, 4));
  }
}

/** Each of the first words by itself, and with that of the others which follows it. */
function addPairs(
  found: Set<number>,
  words: readonly string[],
  followers: readonly string[],
  kind: number,
): void {
  words.forEach((word, at) => {
    found.add(bucketOf(word, kind));
    if (at + 1 < words.length) found.add(bucketOf(`${word} ${followers[at + 1]}`, kind + 1));
  });
}

function addLetters(found: Set<number>, word: string): void {
  const letters = `_${word}_`;
  for (const length of gramLengths)
    for (let from = 0; from + length <= letters.length; from++)
      found.add(bucketOf(letters, 5, from, from + length));
}

/** Of the characters [from, to) of a text: FNV-1a, its last bits stirred. */
function bucketOf(text: string, kind: number, from = 0, to = text.length): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & (buckets - 1);
}

/** The weights as they stand in a file. */
export function packWeights({ biases, scales, weights }: IntentWeights): Buffer {
  return Buffer.concat([biases, scales, weights].map((part) => Buffer.from(part.buffer)));
}

function unpackWeights(packed: Buffer): IntentWeights {
  const numbers = new Float32Array(packed.buffer.slice(packed.byteOffset, packed.byteOffset + headerBytes));
  return {
    biases: numbers.slice(0, intents.length),
    scales: numbers.slice(intents.length),
    weights: new Int8Array(packed.buffer, packed.byteOffset + headerBytes, intents.length * buckets),
  };
}
