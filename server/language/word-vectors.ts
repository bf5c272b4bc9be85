import { readFileSync } from "node:fs";
import { stopWordsOf } from "./stop-words.ts";

const folder = new URL("./data/word-vectors/", import.meta.url);
/** How many numbers each vector has. */
export const vectorLength = 100;

/**
 * Word embeddings for English, from GloVe and trained further on support questions with the passages that answer
 * them: "reimbursed" is near "refund", "geyser" near "burst". docs/decisions/0111 tells how they were made.
 */
interface WordVectors {
  /** The most frequent word has the index 0. */
  indexes: ReadonlyMap<string, number>;
  /** `vectorLength` for each word, each vector scaled to the whole range of a byte. */
  bytes: Int8Array;
  /** Of each word: one over the length of its vector. */
  scales: Float32Array;
  /** How much each word says of what a text is about: 1 to 255. */
  telling: Uint8Array;
}

function readWordVectors(): WordVectors {
  const words = readFileSync(new URL("words.txt", folder), "utf8").trimEnd().split("\n");
  const file = readFileSync(new URL("vectors.bin", folder));
  const bytes = new Int8Array(file.buffer, file.byteOffset, file.byteLength);
  const scales = Float32Array.from(words, (_, word) => {
    let squares = 0;
    for (let k = word * vectorLength; k < (word + 1) * vectorLength; k++) squares += (bytes[k] ?? 0) ** 2;
    return 1 / Math.sqrt(squares || 1);
  });
  const telling = new Uint8Array(readFileSync(new URL("telling.bin", folder)));
  return { indexes: new Map(words.map((word, index) => [word, index])), bytes, scales, telling };
}

/** Read at the start, some 20 ms, so that no question waits for it. */
const { indexes, bytes, scales, telling } = readWordVectors();

/** How much a word says of what a text is about, from 0 to 1: "please" little, "geyser" much. */
export function tellingShare(word: number): number {
  return (telling[word] ?? 0) / 255;
}

/** Indexes of the words of an English text that are known, without those that say nothing of their own. */
export function tellingWords(text: string, known: ReadonlyMap<string, number> = indexes): number[] {
  const stopWords = stopWordsOf("en");
  return [...text.toLowerCase().matchAll(/[a-z]+(?:['’][a-z]+)?/gu)].flatMap(([word]) => {
    const index = stopWords.has(word) ? undefined : known.get(word);
    return index === undefined ? [] : [index];
  });
}

/**
 * Adds a word's unit vector, rarer words weighing more (smooth inverse frequency, Arora 2017): the sum of those of a
 * text is the direction that its words point to together.
 */
export function addVector(sum: Float64Array, word: number): void {
  const weight = tellingShare(word) * (scales[word] ?? 0);
  const from = word * vectorLength;
  for (let k = 0; k < vectorLength; k++) sum[k] = (sum[k] ?? 0) + weight * (bytes[from + k] ?? 0);
}

/** The cosine of the angle between two words, from -1 to 1. In whole numbers, which takes half the time. */
export function wordSimilarity(a: number, b: number): number {
  const from = a * vectorLength;
  const other = b * vectorLength;
  let sum = 0;
  for (let k = 0; k < vectorLength; k++)
    sum = (sum + Math.imul(bytes[from + k] ?? 0, bytes[other + k] ?? 0)) | 0;
  return sum * (scales[a] ?? 0) * (scales[b] ?? 0);
}
