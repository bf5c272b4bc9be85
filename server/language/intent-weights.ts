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

/** Units of the hidden layer, for what only several features together show, such as an event without a question. */
export const hiddenUnits = 4;
/** The units that sum up the features of a message: one for each wish, then the hidden ones. */
export const units = intents.length + hiddenUnits;

/** The learned weights. */
export interface IntentWeights {
  /** The initial value of each unit's sum. */
  biases: Float32Array;
  /** The factor by which the stored weights of each unit are multiplied. */
  scales: Float32Array;
  /** The weight of each hidden unit for the first wish, then for the second, and so on. */
  outputs: Float32Array;
  /** The weights of the first bucket of features, one per unit, then of the second, and so on. */
  weights: Int8Array;
}

/** Features are hashed into this many buckets; two in one bucket share their weights. */
export const buckets = 2 ** 18;
const file = new URL("./data/intent-weights/weights.bin", import.meta.url);

const readWeights = once(() => unpackWeights(readFileSync(file)));

/** Scores a message by weights learned from many of them. */
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
  const [person = 0, complaint = 0, status = 0] = wishScores(values, weights.outputs);
  return { person, complaint, status };
}

/** The score of each wish: its own sum, and what hidden units above zero add to it. */
export function wishScores(values: ArrayLike<number>, outputs: ArrayLike<number>): number[] {
  return intents.map((_, place) => {
    let score = values[place] ?? 0;
    for (let hidden = 0; hidden < hiddenUnits; hidden++)
      score +=
        (outputs[place * hiddenUnits + hidden] ?? 0) * Math.max(0, values[intents.length + hidden] ?? 0);
    return score;
  });
}

const gramLengths = [3, 4, 5];
/** How many characters make a feature that includes the space between two words. */
const joiningLetters = 6;

/**
 * The buckets of a message's features: its words, pairs of words that are neighbours or have one word between them, and
 * sequences of letters within words and across spaces, which survive endings, prefixes and typing errors. The same
 * again for its English words, as far as the lexicon has them, and for their classes of similar words: what is learned
 * from "stole" holds for "robbed" too.
 */
export function featuresOf(message: string): Int32Array {
  const found = new Set<number>();
  const words = wordsOf(message);
  addSequences(found, words);
  for (const word of words.slice(1, -1)) addLetters(found, word);
  addJoints(found, words.slice(1, -1));
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

/** The words of a text between a sign for its beginning and one for its end. All numbers become the same. */
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

/** Each of the first words alone, and together with the word that follows it in the other list. */
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

function addJoints(found: Set<number>, words: readonly string[]): void {
  const letters = ` ${words.join(" ")} `;
  for (let from = 0; from + joiningLetters <= letters.length; from++) {
    const to = from + joiningLetters;
    if (letters.indexOf(" ", from + 1) < to - 1) found.add(bucketOf(letters, 16, from, to));
  }
}

/** The FNV-1a hash of the characters [from, to) of a text, with its last bits mixed. */
function bucketOf(text: string, kind: number, from = 0, to = text.length): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & (buckets - 1);
}

/** The weights in the format of their file. */
export function packWeights({ biases, scales, outputs, weights }: IntentWeights): Buffer {
  return Buffer.concat([biases, scales, outputs, weights].map((part) => Buffer.from(part.buffer)));
}

function unpackWeights(packed: Buffer): IntentWeights {
  const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
  let from = 0;
  const read = (length: number): Float32Array => {
    const numbers = new Float32Array(bytes, from, length);
    from += numbers.byteLength;
    return numbers;
  };
  const [biases, scales, outputs] = [read(units), read(units), read(intents.length * hiddenUnits)];
  return { biases, scales, outputs, weights: new Int8Array(bytes, from) };
}
