import { analyse } from "../../server/language/analyse.ts";
import { largestEigenvectors, normalize, pseudoRandom, type Matrix, type SparseMatrix } from "./matrix.ts";

/** Word vectors that were learned from some texts. */
export interface WordSpace {
  dimensions: number;
  /** By stem. */
  words: Map<string, { vector: Float32Array; weight: number }>;
  /** The direction that the vectors of all texts share, of length 1. */
  common: Float32Array;
  /** The weight of a word that is in no text. */
  unknownWeight: number;
}

export const spaceSettings = {
  /** Dimensions that are learned from co-occurrence, and those of a random vector for each word. */
  learnt: 256,
  own: 768,
  /** The weight of a word's own dimensions relative to the learned ones. */
  ownShare: 1,
  /** In words without stop words, to either side. */
  window: 6,
  /** A word in fewer texts has its own dimensions only. */
  minTexts: 3,
  iterations: 2,
  /** The exponent of the eigenvalues. */
  power: 0.5,
  /** The constant a of smooth inverse frequency, a / (a + p). */
  sif: 1e-3,
  /** The exponent of the frequencies of contexts. */
  smoothing: 0.75,
};
export type SpaceSettings = typeof spaceSettings;

const stemsOf = (text: string): string[] => analyse(text, "en").map(({ term }) => term);

/**
 * Word vectors from co-occurrence in the texts: the largest eigenvectors of positive pointwise mutual information with
 * smoothed contexts (Levy, Goldberg, Dagan 2015), with the weights of smooth inverse frequency (Arora, Liang, Ma 2017).
 */
export function learnWordSpace(texts: string[], settings: SpaceSettings = spaceSettings): WordSpace {
  const stemmed = texts.map(stemsOf);
  const { index, counts, total } = countWords(stemmed, settings.minTexts);
  const { values, vectors } = largestEigenvectors(
    mutualInformation(pairsOf(stemmed, index, settings.window), index.size, settings.smoothing),
    settings.learnt,
    settings.iterations,
  );
  const scale = values.map((value) => Math.max(0, value) ** settings.power);
  const words: WordSpace["words"] = new Map();
  for (const [word, row] of index) {
    const weight = settings.sif / (settings.sif + (counts[row] ?? 0) / total);
    words.set(word, { vector: wordVector(word, rowOf(vectors, row, scale), settings), weight });
  }
  const dimensions = settings.learnt + settings.own;
  const space: WordSpace = { dimensions, words, common: new Float32Array(dimensions), unknownWeight: 1 };
  space.common = commonOf(stemmed.map((stems) => meanOf(space, stems, settings)));
  return space;
}

/** The vector of a text, of length 1; zeros for a text without words. */
export function vectorOf(
  space: WordSpace,
  text: string,
  settings: SpaceSettings = spaceSettings,
): Float32Array {
  const vector = meanOf(space, stemsOf(text), settings);
  const along = vector.reduce((sum, value, k) => sum + value * (space.common[k] ?? 0), 0);
  for (let k = 0; k < vector.length; k++) vector[k] = (vector[k] ?? 0) - along * (space.common[k] ?? 0);
  return normalize(vector);
}

function meanOf(space: WordSpace, stems: string[], settings: SpaceSettings): Float32Array {
  const mean = new Float32Array(space.dimensions);
  for (const stem of stems) {
    const known = space.words.get(stem);
    const vector = known?.vector ?? wordVector(stem, new Float32Array(settings.learnt), settings);
    const weight = known?.weight ?? space.unknownWeight;
    for (let k = 0; k < mean.length; k++) mean[k] = (mean[k] ?? 0) + weight * (vector[k] ?? 0);
  }
  return normalize(mean);
}

/** The learned vector of a word at length 1, followed by the word's own pseudo-random one. */
function wordVector(word: string, learned: Float32Array, settings: SpaceSettings): Float32Array {
  const vector = new Float32Array(settings.learnt + settings.own);
  vector.set(normalize(learned));
  let seed = 0;
  for (const character of word) seed = Math.imul(seed, 31) + (character.codePointAt(0) ?? 0);
  const random = pseudoRandom(Math.imul(seed, 0x9e3779b1));
  const own = normalize(Float32Array.from({ length: settings.own }, random));
  for (let k = 0; k < own.length; k++) vector[settings.learnt + k] = settings.ownShare * (own[k] ?? 0);
  return vector;
}

function rowOf({ columns, values }: Matrix, row: number, scale: number[]): Float32Array {
  return values.slice(row * columns, (row + 1) * columns).map((value, k) => value * (scale[k] ?? 0));
}

interface Vocabulary {
  /** The row of each word. */
  index: Map<string, number>;
  counts: number[];
  total: number;
}

function countWords(texts: string[][], minTexts: number): Vocabulary {
  const textsOf = new Map<string, number>();
  const occurrences = new Map<string, number>();
  let total = 0;
  for (const stems of texts) {
    for (const stem of stems) occurrences.set(stem, (occurrences.get(stem) ?? 0) + 1);
    for (const stem of new Set(stems)) textsOf.set(stem, (textsOf.get(stem) ?? 0) + 1);
    total += stems.length;
  }
  const frequent = [...textsOf].filter(([, count]) => count >= minTexts).map(([stem]) => stem);
  return {
    index: new Map(frequent.map((stem, row) => [stem, row])),
    counts: frequent.map((stem) => occurrences.get(stem) ?? 0),
    total,
  };
}

/** Every pair of words within a window, in both directions, as row * size + column; sorted. */
function pairsOf(texts: string[][], index: Map<string, number>, window: number): Float64Array {
  const rowsOf = texts.map((stems) => stems.map((stem) => index.get(stem) ?? -1));
  const maxPairs = rowsOf.reduce((sum, rows) => sum + rows.length, 0) * window * 2;
  const pairs = new Float64Array(maxPairs);
  let count = 0;
  for (const rows of rowsOf) {
    rows.forEach((a, at) => {
      for (const b of rows.slice(at + 1, at + 1 + window)) {
        if (a < 0 || b < 0 || a === b) continue;
        pairs[count++] = a * index.size + b;
        pairs[count++] = b * index.size + a;
      }
    });
  }
  return pairs.subarray(0, count).sort();
}

/** Positive pointwise mutual information: the logarithm of how much more often than by chance two words co-occur. */
function mutualInformation(pairs: Float64Array, size: number, smoothing: number): SparseMatrix {
  const sums = new Float64Array(size);
  let distinct = 0;
  for (let at = 0; at < pairs.length; at++) {
    const row = Math.floor((pairs[at] as number) / size);
    sums[row] = (sums[row] as number) + 1;
    if (pairs[at] !== pairs[at - 1]) distinct += 1;
  }
  const smooth = sums.map((sum) => sum ** smoothing);
  const smoothTotal = smooth.reduce((sum, value) => sum + value, 0);
  const matrix: SparseMatrix = {
    size,
    starts: new Int32Array(size + 1),
    columns: new Int32Array(distinct),
    values: new Float32Array(distinct),
  };
  let entry = 0;
  for (let from = 0; from < pairs.length;) {
    const pair = pairs[from] as number;
    let to = from;
    while (pairs[to] === pair) to++;
    const row = Math.floor(pair / size);
    const column = pair - row * size;
    // Smoothed in both directions, which keeps the matrix symmetric.
    const expectedHere = ((sums[row] as number) * (smooth[column] as number)) / smoothTotal;
    const expectedThere = ((sums[column] as number) * (smooth[row] as number)) / smoothTotal;
    const information = Math.log((to - from) / Math.sqrt(expectedHere * expectedThere));
    if (information > 0) {
      matrix.columns[entry] = column;
      matrix.values[entry] = information;
      entry += 1;
      matrix.starts[row + 1] = entry;
    }
    from = to;
  }
  for (let row = 0; row < size; row++)
    matrix.starts[row + 1] = Math.max(matrix.starts[row + 1] as number, matrix.starts[row] as number);
  return matrix;
}

/** The direction that the vectors share most, by power iteration. */
function commonOf(vectors: Float32Array[]): Float32Array {
  let common: Float32Array = new Float32Array(vectors[0]?.length ?? 0).fill(1);
  for (let i = 0; i < 20; i++) {
    const next = new Float32Array(common.length);
    for (const vector of vectors) {
      const along = vector.reduce((sum, value, k) => sum + value * (common[k] ?? 0), 0);
      for (let k = 0; k < next.length; k++) next[k] = (next[k] ?? 0) + along * (vector[k] ?? 0);
    }
    common = normalize(next);
  }
  return common;
}
