import { readFileSync } from "node:fs";
import { toEnglish } from "./bilingual.ts";
import { fnv1a } from "../hash.ts";
import { toBoundedWords } from "./intent-patterns.ts";
import { once } from "../caching/once.ts";
import { classesOf } from "./word-classes.ts";

/** The kinds of hand-off requests, in the order of their weights in the file. */
export const intents = ["person", "complaint", "status"] as const;

/**
 * A kind of hand-off request, which no document can answer. `person`: the customer wants to speak to someone.
 * `complaint`: wants something put right. `status`: asks about their own order, claim, delivery, refund, application
 * or ticket.
 */
export type Intent = (typeof intents)[number];

/** A score per intent; above 0, the message is more likely to have this intent than to be an ordinary question. */
export type IntentScores = Record<Intent, number>;

/** Hidden units, which detect combinations of features, such as an event without a question. */
export const hiddenUnits = 8;
/** The units that sum the features of a message: one per intent, then the hidden ones. */
export const units = intents.length + hiddenUnits;

export type IntentWeights = ReturnType<typeof unpackWeights>;

/** Features are hashed into this many buckets; features in the same bucket share their weights. */
export const buckets = 2 ** 18;
const file = new URL("./data/intent-weights/weights.bin", import.meta.url);

const readWeights = once(() => unpackWeights(readFileSync(file)));

export const scoreIntents = (message: string): IntentScores =>
  scoreFeatures(featuresOf(message), readWeights());

export function scoreFeatures(features: Int32Array, weights: IntentWeights): IntentScores {
  const sums = new Float64Array(units);
  for (const feature of features)
    for (let unit = 0; unit < units; unit++)
      sums[unit] = (sums[unit] ?? 0) + (weights.weights[feature * units + unit] ?? 0);
  const share = 1 / Math.sqrt(features.length);
  const values = sums.map(
    (sum, unit) => sum * share * (weights.scales[unit] ?? 0) + (weights.biases[unit] ?? 0),
  );
  const [person = 0, complaint = 0, status = 0] = intentScores(values, weights.outputs);
  return { person, complaint, status };
}

/** The score of each intent: the value of its own unit plus the weighted ReLU activations of the hidden units. */
export function intentScores(values: ArrayLike<number>, outputs: ArrayLike<number>): number[] {
  return intents.map((_, place) => {
    let score = values[place] ?? 0;
    for (let hidden = 0; hidden < hiddenUnits; hidden++)
      score +=
        (outputs[place * hiddenUnits + hidden] ?? 0) * Math.max(0, values[intents.length + hidden] ?? 0);
    return score;
  });
}

const gramLengths = [3, 4, 5];
/** The length of character n-grams that include the space between two words. */
const joiningGramLength = 6;

/**
 * The buckets of a message's features: words, pairs of words that are adjacent or have one word between them, triples,
 * and character n-grams within words and across spaces, which are robust to endings, prefixes and typing errors.
 * Also the words and pairs of its English words (by the lexicon) and of their classes of similar words, so that
 * training on "stole" also helps with "robbed".
 */
export function featuresOf(message: string): Int32Array {
  const found = new Set<number>();
  const words = toBoundedWords(message);
  addSequences(found, words);
  for (const word of words.slice(1, -1)) addGrams(found, word);
  addJoiningGrams(found, words.slice(1, -1));
  for (const mark of ["?", "!"]) if (message.includes(mark)) found.add(bucketOf(mark, 6));
  const translation = toEnglish(message);
  const english = translation === null ? words : toBoundedWords(translation.text);
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

/** The weights in the format of their file. */
export function packWeights({ biases, scales, outputs, weights }: IntentWeights): Buffer {
  return Buffer.concat([biases, scales, outputs, weights].map((part) => Buffer.from(part.buffer)));
}

function unpackWeights(packed: Buffer) {
  const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
  let from = 0;
  const read = (length: number): Float32Array => {
    const numbers = new Float32Array(bytes, from, length);
    from += numbers.byteLength;
    return numbers;
  };
  return {
    /** Shape: [units]. */
    biases: read(units),
    /** The quantization scale of each unit's `weights`. Shape: [units]. */
    scales: read(units),
    /** The weights of the hidden units in the scores. Shape: [intents, hiddenUnits]. */
    outputs: read(intents.length * hiddenUnits),
    /** The weights of the feature buckets. Shape: [buckets, units]. */
    weights: new Int8Array(bytes, from),
  };
}
