import { readFileSync } from "node:fs";
import { stopWordsOf } from "./stop-words.ts";

/** The words of a text that say what it is about, and the direction that they point to together. */
export interface TextMeaning {
  /** Indexes of the different words. */
  words: Int32Array;
  /** Sum of the words' unit vectors, rarer words weighing more (smooth inverse frequency, Arora 2017). */
  sum: Float32Array;
}

const folder = new URL("./data/word-vectors/", import.meta.url);
/** Of each vector. */
const dimensions = 100;

/**
 * What English words mean, as far as the company they keep tells it (GloVe): "reimbursed" is near "refund".
 * scripts/word-vectors.ts made them.
 */
interface WordVectors {
  /** The most frequent word has the index 0. */
  indexes: ReadonlyMap<string, number>;
  /** `dimensions` for each word, each vector scaled to the whole range of a byte. */
  bytes: Int8Array;
  /** Of each word: one over the length of its vector. */
  scales: Float32Array;
}

function readWordVectors(): WordVectors {
  const words = readFileSync(new URL("words.txt", folder), "utf8").trimEnd().split("\n");
  const file = readFileSync(new URL("vectors.bin", folder));
  const bytes = new Int8Array(file.buffer, file.byteOffset, file.byteLength);
  const scales = Float32Array.from(words, (_, word) => {
    let squares = 0;
    for (let k = word * dimensions; k < (word + 1) * dimensions; k++) squares += (bytes[k] ?? 0) ** 2;
    return 1 / Math.sqrt(squares || 1);
  });
  return { indexes: new Map(words.map((word, index) => [word, index])), bytes, scales };
}

/** Read at the start, some 20 ms, so that no question waits for it. */
const { indexes, bytes, scales } = readWordVectors();

/** How much a word says: near 0 for the most frequent, 1 for a rare one (frequencies by Zipf's law). */
export function tellingShare(word: number): number {
  const frequency = 1 / ((word + 10) * 11);
  return 0.001 / (0.001 + frequency);
}

export const noMeaning: TextMeaning = { words: new Int32Array(0), sum: new Float32Array(dimensions) };

/** The meaning of an English text; empty for a text of no word that is known. */
export function meaningOf(text: string): TextMeaning {
  const stopWords = stopWordsOf("en");
  const words = new Set<number>();
  const sum = new Float32Array(dimensions);
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+(?:['’][a-z]+)?/gu)) {
    if (stopWords.has(word)) continue;
    const index = indexes.get(word);
    if (index === undefined) continue;
    words.add(index);
    const weight = tellingShare(index) * (scales[index] ?? 0);
    for (let k = 0; k < dimensions; k++)
      sum[k] = (sum[k] ?? 0) + weight * (bytes[index * dimensions + k] ?? 0);
  }
  return words.size === 0 ? noMeaning : { words: Int32Array.from(words), sum };
}

/** The cosine of the angle between two words, from -1 to 1. In whole numbers, which takes half the time. */
export function wordSimilarity(a: number, b: number): number {
  const from = a * dimensions;
  const other = b * dimensions;
  let sum = 0;
  for (let k = 0; k < dimensions; k++)
    sum = (sum + Math.imul(bytes[from + k] ?? 0, bytes[other + k] ?? 0)) | 0;
  return sum * (scales[a] ?? 0) * (scales[b] ?? 0);
}

/** The cosine of the angle between a text and another, or two others taken together; 0 where either is empty. */
export function textSimilarity(text: TextMeaning, other: TextMeaning, more: TextMeaning = noMeaning): number {
  let product = 0;
  let own = 0;
  let their = 0;
  for (let k = 0; k < dimensions; k++) {
    const a = text.sum[k] ?? 0;
    const b = (other.sum[k] ?? 0) + (more.sum[k] ?? 0);
    product += a * b;
    own += a * a;
    their += b * b;
  }
  return own === 0 || their === 0 ? 0 : product / Math.sqrt(own * their);
}
