import { readFileSync } from "node:fs";
import { readEntries } from "./language-data.ts";
import { keepRecent } from "../caching/recent-map.ts";

const folder = new URL("./data/word-vectors/", import.meta.url);
/** The number of dimensions. */
export const vectorLength = 100;

/** Vectors are padded with zeros to a multiple of sixteen. */
const paddedLength = 112;
/** The number of words that one call compares. */
const maxCompared = 1_024;

/** Loads the vectors into a WebAssembly module that multiplies sixteen numbers at a time (products.wat). */
function openProducts(vectors: Int8Array) {
  const module = new WebAssembly.Module(readFileSync(new URL("products.wasm", folder)));
  const { memory, multiply } = new WebAssembly.Instance(module).exports as unknown as ProductsModule;
  const count = vectors.length / vectorLength;
  const question = count * paddedLength;
  const words = question + paddedLength;
  const sums = words + maxCompared * Int32Array.BYTES_PER_ELEMENT;
  const end = sums + maxCompared * Int32Array.BYTES_PER_ELEMENT;
  memory.grow(Math.ceil((end - memory.buffer.byteLength) / bytesPerPage));
  const bytes = new Int8Array(memory.buffer, 0, question);
  for (let word = 0; word < count; word++)
    bytes.set(vectors.subarray(word * vectorLength, (word + 1) * vectorLength), word * paddedLength);
  return {
    /** The vectors of all words, `paddedLength` bytes each, scaled to the full range of a byte. */
    bytes,
    /** The question vector of the current comparison. */
    question: new Int8Array(memory.buffer, question, paddedLength),
    /** The words to compare it with, and the results. */
    words: new Int32Array(memory.buffer, words, maxCompared),
    sums: new Int32Array(memory.buffer, sums, maxCompared),
    /** Writes the dot products of `question` with the vectors of the first `compared` of `words` to `sums`. */
    multiply: (compared: number) => multiply(question, words, compared, sums),
  };
}

const bytesPerPage = 65_536;

interface ProductsModule {
  memory: { buffer: ArrayBuffer; grow: (pages: number) => number };
  multiply: (vector: number, words: number, count: number, out: number) => void;
}

const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));

/**
 * Word embeddings for English: GloVe, fine-tuned on support questions and the passages that answer them, so that
 * "reimbursed" is near "refund" and "geyser" near "burst" (docs/decisions/0111). Read at startup, which takes some
 * 20 ms, so that no question waits for it.
 */
const products = openProducts(new Int8Array(read("vectors.bin").buffer));
const { bytes } = products;
/** The most frequent word has the index 0. */
const indexes: ReadonlyMap<string, number> = new Map(
  readFileSync(new URL("words.txt", folder), "utf8")
    .trimEnd()
    .split("\n")
    .map((word, index) => [word, index]),
);
/** For each word: one over the length of its vector. */
const scales = Float32Array.from(indexes.values(), (word) => {
  let squares = 0;
  for (let k = 0; k < vectorLength; k++) squares += (bytes[word * paddedLength + k] ?? 0) ** 2;
  return 1 / Math.sqrt(squares || 1);
});
/** The weight of each word in a text and in a question: 1 to 255. */
const weights = read("word-weights.bin");
const questionWeights = read("question-word-weights.bin");
/** The matrix that maps a word's vector to its question vector, in row-major order. */
const questionMatrix = new Float32Array(read("question-matrix.bin").buffer);

/** How many words have a vector; their indexes are below this. */
export const knownWordCount = scales.length;

export const indexOfWord = (word: string): number | undefined => indexes.get(word);

/** A word's vector, of length 1. */
export function unitVectorOf(word: number): Float32Array {
  const from = word * paddedLength;
  return Float32Array.from(bytes.subarray(from, from + vectorLength), (value) => value * (scales[word] ?? 0));
}

/** How much a word says about the subject of a text, from 0 to 1: "please" little, "geyser" much. */
export const wordWeight = (word: number): number => (weights[word] ?? 0) / 255;

/** How much a word says about the subject of a question, from 0 to 1: "free" more than in a passage. */
export const wordWeightInQuestion = (word: number): number => (questionWeights[word] ?? 0) / 255;

/** The indexes of the words of an English text that have a vector, and of the words that represent its values. */
export function knownWords(text: string, known: ReadonlyMap<string, number> = indexes): number[] {
  return [...plainWords(text, known), ...valuesAsWords(text, known).map(({ word }) => word)];
}

/** As `knownWords`, for a question, with chat spellings replaced: "yrs" is "years". */
export const knownWordsOfQuestion = (question: string, known = indexes): number[] =>
  knownWords(replaceChatSpellings(question), known);

/** A question in lower case, with chat spellings replaced. */
export const replaceChatSpellings = (question: string): string =>
  question.toLowerCase().replace(/[a-z0-9/]+(?!['’])/gu, (word) => chatSpellings.get(word) ?? word);

const chatSpellings: ReadonlyMap<string, string> = new Map(
  readEntries("spellings", "en").map(({ name, text }) => [name, text]),
);

/** As `knownWords`, without values. "Can't" is two words, "customer's" is one. */
export function plainWords(text: string, known: ReadonlyMap<string, number> = indexes): number[] {
  return [...text.toLowerCase().matchAll(/([a-z]+)(?:['’]([a-z]+))?/gu)].flatMap(
    ([, word = "", ending = ""]) => withoutContraction(word, ending).flatMap((each) => known.get(each) ?? []),
  );
}

/** Amounts of money, percentages, times of day, telephone numbers and addresses; each group is named after its word. */
const values =
  /(?<rand>(?<![a-z])[r$€£]\s?\d[\d\s,.]*)|(?<percent>\d[\d,.]*\s?%)|(?<clock>\b\d{1,2}[:h]\d\d\b)|(?<telephone>\b0\d{2}[ -]?\d{3}[ -]?\d{4}\b|\b0[68]\d{2} \d{3} \d{3}\b)|(?<mail>[\w.+-]{1,64}@[\w.-]{1,64})/giu;

/**
 * The words that represent values, since figures have no vectors, and where each value starts. So a question about a
 * price is near an amount of money.
 */
export function valuesAsWords(text: string, known: ReadonlyMap<string, number> = indexes) {
  if (!/[\d@]/.test(text)) return [];
  return [...text.matchAll(values)].flatMap(({ groups, index: start }) =>
    Object.entries(groups ?? {}).flatMap(([name, value]) => {
      const word = value === undefined ? undefined : known.get(name);
      return word === undefined ? [] : [{ word, start }];
    }),
  );
}

/** Of contracted words, only "not" is kept, because the others say little. */
export function withoutContraction(word: string, ending: string): string[] {
  if (ending !== "t" || !word.endsWith("n")) return [word];
  return [irregularBeforeNot.get(word) ?? word.slice(0, -1), "not"];
}

const irregularBeforeNot: ReadonlyMap<string, string> = new Map([
  ["can", "can"],
  ["won", "will"],
  ["shan", "shall"],
]);

/**
 * Adds a word's unit vector to a sum, with more weight for rarer words (smooth inverse frequency, Arora 2017). The sum
 * over a text's words is the vector of the text.
 */
export function addVector(sum: Float64Array, word: number): void {
  const weight = wordWeight(word) * (scales[word] ?? 0);
  const from = word * paddedLength;
  for (let k = 0; k < vectorLength; k++) sum[k] = (sum[k] ?? 0) + weight * (bytes[from + k] ?? 0);
}

/** The vector of a word in a question, or of a whole question. */
export type QuestionVector = ReturnType<typeof quantize>;

/** Cached, because questions share most words and a vector takes 10,000 multiplications. Some 300 bytes each. */
const maxQuestionVectors = 4_000;

/** The vector of a word in a question, which is near the words of its answers: "free" near "cost". */
export const vectorInQuestion = keepRecent(maxQuestionVectors, (word: number): QuestionVector => {
  const own = bytes.subarray(word * paddedLength, word * paddedLength + vectorLength);
  const vector = new Float64Array(vectorLength);
  for (let row = 0; row < vectorLength; row++) {
    let value = 0;
    for (let k = 0; k < vectorLength; k++)
      value += (questionMatrix[row * vectorLength + k] ?? 0) * (own[k] ?? 0);
    vector[row] = value;
  }
  return quantize(vector);
});

/** The vector of a whole question: the weighted sum of its words' question vectors. */
export function vectorOfQuestion(words: readonly number[]): QuestionVector {
  const sum = new Float64Array(vectorLength);
  for (const word of words) {
    const vector = vectorInQuestion(word);
    const weight = wordWeightInQuestion(word) * vector.scale;
    for (let k = 0; k < vectorLength; k++) sum[k] = (sum[k] ?? 0) + weight * (vector.bytes[k] ?? 0);
  }
  return quantize(sum);
}

/** The vector scaled to the full range of a byte; `scale` is one over the length of the result. */
function quantize(vector: Float64Array) {
  const largest = Math.max(...vector.map(Math.abs));
  const scaled = Int8Array.from(vector, (value) => Math.round((127 * value) / (largest || 1)));
  const squares = scaled.reduce((sum, value) => sum + value * value, 0);
  return { bytes: scaled, scale: 1 / Math.sqrt(squares || 1) };
}

/** The cosine similarities of question vectors and the words of a text, from -1 to 1. Shape: [words, vectors]. */
export function wordSimilarities(vectors: readonly QuestionVector[], words: ArrayLike<number>): Float64Array {
  const similarities = new Float64Array(vectors.length * words.length);
  for (let from = 0; from < words.length; from += maxCompared) {
    const count = Math.min(maxCompared, words.length - from);
    for (let at = 0; at < count; at++) products.words[at] = words[from + at] ?? 0;
    vectors.forEach((vector, i) => {
      products.question.set(vector.bytes);
      products.multiply(count);
      for (let at = 0; at < count; at++)
        similarities[(from + at) * vectors.length + i] =
          (products.sums[at] ?? 0) * vector.scale * (scales[products.words[at] ?? 0] ?? 0);
    });
  }
  return similarities;
}
