/** Words, most frequent first, with a vector and a weight each. */
export interface Vectors {
  words: string[];
  /** `dimensions` for each word. */
  values: Float32Array;
  /** How much each word says of what a text is about. */
  telling: Float32Array;
}

export const dimensions = 100;

/** Near 0 for the most frequent words, 1 for rare ones (smooth inverse frequency; frequencies by Zipf's law). */
export function tellingByRank(word: number): number {
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
