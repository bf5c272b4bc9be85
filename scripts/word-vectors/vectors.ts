import { vectorLength } from "../../server/language/word-vectors.ts";

/** Words, most frequent first, before training. */
export interface Vectors {
  words: string[];
  /** `vectorLength` for each word; of length 1. */
  values: Float32Array;
  /** How much each word says about the subject of a text. */
  importance: Float32Array;
}

/** Words after training. */
export interface LearnedVectors extends Vectors {
  /** How much each word says about the subject of a question. */
  questionImportance: Float32Array;
  /** Maps the vector of a word to its vector in a question: a square matrix, row by row. */
  questionMatrix: Float32Array;
}

/** Near 0 for the most frequent words, near 1 for rare ones (smooth inverse frequency, with Zipf's law). */
export function importanceByRank(word: number): number {
  return 0.001 / (0.001 + 1 / ((word + 10) * 11));
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] ?? 0) * (b[k] ?? 0);
  return sum;
}

/** Adds `factor` times the vector to the sum. */
export function addTo(sum: Float32Array, vector: ArrayLike<number>, factor: number): void {
  for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] ?? 0) + factor * (vector[k] ?? 0);
}

/** The product of a square matrix, row by row, and a vector. */
export function multiply(matrix: Float32Array, vector: Float32Array): Float32Array {
  return vector.map((_, row) => dot(matrix.subarray(row * vector.length, (row + 1) * vector.length), vector));
}

export function identityMatrix(): Float32Array {
  return Float32Array.from({ length: vectorLength ** 2 }, (_, at) => (at % (vectorLength + 1) === 0 ? 1 : 0));
}
