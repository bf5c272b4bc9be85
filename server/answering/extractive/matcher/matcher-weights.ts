import { readFileSync } from "node:fs";
import { keepRecent } from "../../../caching/recent-map.ts";
import {
  knownWordCount,
  unitVectorOf,
  vectorLength,
  wordWeight,
  wordWeightInQuestion,
} from "../../../language/word-vectors.ts";

/** Numbers in each layer. */
export const width = 32;
/** What a token is compared by. */
export const comparedFeatures = 3 * width + 3;
/** Words that have a vector of their own beside the word embedding: the most frequent ones, then the special ones. */
const embeddedWords = 3_000;
const specials = 4;
const vectorScale = 3;
const weightOfSpecials = 0.4;

/** One side of the network: that of the question, or of the text. Matrices have one row per input. */
export interface SideWeights {
  /** Weights of the word embedding, the word's weight and, for texts, whether the word stands in the heading. */
  projection: Float32Array;
  bias: Float32Array;
  normScale: Float32Array;
  normBias: Float32Array;
  /** Weights of a token alone; of the aligned text, its product with the token, its distance, and three plain features. */
  own: Float32Array;
  compared: Float32Array;
  compareBias: Float32Array;
  /** How much each token counts: weights of its compared numbers, and of its word's weight. */
  attention: Float32Array;
}

/** A token before it is compared: its encoding, and what that adds to the comparison. */
export interface EncodedWord {
  encoding: Float32Array;
  own: Float32Array;
  weight: number;
}

export type MatcherWeights = ReturnType<typeof readMatcherWeights>;

/** Encoded words are cached, about 400 bytes each, because texts share most of their words. */
const maxEncodedWords = 6_000;

/** Reads what scripts/matcher/train.py wrote: 32-bit floats, little-endian. */
export function readMatcherWeights(file: URL) {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const numbers = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  let from = 0;
  const take = (rows: number, columns = width): Float32Array =>
    numbers.subarray(from, (from += rows * columns));
  const embeddings = take(embeddedWords + specials + 1);
  const takeSide = (inputs: number): SideWeights => ({
    projection: take(inputs),
    bias: take(1),
    normScale: take(1),
    normBias: take(1),
    own: take(width),
    compared: take(comparedFeatures),
    compareBias: take(1),
    attention: take(1, width + 1),
  });
  const question = takeSide(vectorLength + 1);
  const text = takeSide(vectorLength + 2);
  const [sameWord = 0] = take(1, 1);
  const encode = (side: SideWeights, weightOf: (word: number) => number, extra: readonly number[]) =>
    keepRecent(maxEncodedWords, (word: number): EncodedWord => {
      const isSpecial = word >= knownWordCount;
      const weight = isSpecial ? weightOfSpecials : weightOf(word);
      const inputs = [...scaledVectorOf(word), weight, ...extra];
      return { ...encodeInputs(inputs, embeddings, rowOf(word), side), weight };
    });
  const weights = {
    question: { ...question, encode: encode(question, wordWeightInQuestion, []) },
    text: {
      ...text,
      encode: encode(text, wordWeight, [0]),
      encodeInHeading: encode(text, wordWeight, [1]),
    },
    /** Added to the similarity of two tokens that are the same word. */
    sameWord,
    hidden: take(4 * width),
    hiddenBias: take(1),
    output: take(1),
    outputBias: take(1, 1)[0] ?? 0,
  };
  if (from !== numbers.length)
    throw new Error(`${file.pathname} has ${numbers.length} numbers instead of ${from}`);
  return weights;
}

/** The row of a word's own embedding; words without one share the first. */
function rowOf(word: number): number {
  if (word >= knownWordCount) return word - knownWordCount + embeddedWords + 1;
  return word < embeddedWords ? word + 1 : 0;
}

const emptyVector = new Float32Array(vectorLength);
const scaledVectorOf = (word: number): Float32Array =>
  word >= knownWordCount ? emptyVector : unitVectorOf(word).map((value) => value * vectorScale);

function encodeInputs(
  inputs: readonly number[],
  embeddings: Float32Array,
  row: number,
  { projection, bias, normScale, normBias, own, compareBias }: SideWeights,
): Omit<EncodedWord, "weight"> {
  const projected = linear(inputs, projection, bias).map(
    (value, at) => value + (embeddings[row * width + at] ?? 0),
  );
  const mean = projected.reduce((sum, value) => sum + value, 0) / width;
  const variance = projected.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
  // Layer normalization.
  const encoding = projected.map(
    (value, at) => ((value - mean) / Math.sqrt(variance + 1e-5)) * (normScale[at] ?? 0) + (normBias[at] ?? 0),
  );
  return { encoding, own: linear(encoding, own, compareBias) };
}

/** The product of numbers with a matrix of one row per number, and a bias. */
function linear(inputs: ArrayLike<number>, matrix: Float32Array, bias: Float32Array): Float32Array {
  const sums = Float32Array.from(bias);
  for (let row = 0; row < inputs.length; row++)
    for (let at = 0; at < sums.length; at++)
      sums[at] = (sums[at] ?? 0) + (inputs[row] ?? 0) * (matrix[row * sums.length + at] ?? 0);
  return sums;
}
