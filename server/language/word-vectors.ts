import { readFileSync } from "node:fs";
import { readEntries } from "./language-data.ts";
import { keepRecent } from "./recent-map.ts";

const folder = new URL("./data/word-vectors/", import.meta.url);
/** How many numbers each vector has. */
export const vectorLength = 100;

/** Vectors are filled up with zeros to a multiple of sixteen. */
const paddedLength = 112;
/** How many words are compared in one call. */
const maxCompared = 1_024;

/** The vectors in the memory of a WebAssembly module that multiplies sixteen numbers at a time. Its source is in the same folder. */
function openProducts(vectors: Int8Array) {
  const module = new WebAssembly.Module(readFileSync(new URL("products.wasm", folder)));
  const { memory, multiply } = new WebAssembly.Instance(module).exports as unknown as ProductsModule;
  const count = vectors.length / vectorLength;
  const asked = count * paddedLength;
  const words = asked + paddedLength;
  const sums = words + maxCompared * Int32Array.BYTES_PER_ELEMENT;
  const end = sums + maxCompared * Int32Array.BYTES_PER_ELEMENT;
  memory.grow(Math.ceil((end - memory.buffer.byteLength) / bytesPerPage));
  const bytes = new Int8Array(memory.buffer, 0, asked);
  for (let word = 0; word < count; word++)
    bytes.set(vectors.subarray(word * vectorLength, (word + 1) * vectorLength), word * paddedLength);
  return {
    /** The vectors of all words, `paddedLength` bytes each, scaled to the whole range of a byte. */
    bytes,
    /** The vector of one word of the question. */
    asked: new Int8Array(memory.buffer, asked, paddedLength),
    /** The words to compare it with, and the results. */
    words: new Int32Array(memory.buffer, words, maxCompared),
    sums: new Int32Array(memory.buffer, sums, maxCompared),
    /** Multiplies `asked` by the vector of each of the first of `words`, and writes the products to `sums`. */
    multiply: (compared: number) => multiply(asked, words, compared, sums),
  };
}

const bytesPerPage = 65_536;

interface ProductsModule {
  memory: { buffer: ArrayBuffer; grow: (pages: number) => number };
  multiply: (vector: number, words: number, count: number, out: number) => void;
}

/**
 * Word embeddings for English, from GloVe and trained further on support questions with the passages that answer
 * them: "reimbursed" is near "refund", "geyser" near "burst". docs/decisions/0111 tells how they were made.
 */
function readWordVectors() {
  const words = readFileSync(new URL("words.txt", folder), "utf8").trimEnd().split("\n");
  const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
  const products = openProducts(new Int8Array(read("vectors.bin").buffer));
  const scales = Float32Array.from(words, (_, word) => {
    let squares = 0;
    for (let k = 0; k < vectorLength; k++) squares += (products.bytes[word * paddedLength + k] ?? 0) ** 2;
    return 1 / Math.sqrt(squares || 1);
  });
  return {
    // The most frequent word has the index 0.
    indexes: new Map(words.map((word, index) => [word, index])),
    // Of each word: one over the length of its vector.
    scales,
    // How much each word says about the subject of a text, or of a question: 1 to 255.
    telling: read("telling.bin"),
    questionTelling: read("question-telling.bin"),
    // The matrix that turns a word's vector into its vector in a question, row by row.
    questionTurn: new Float32Array(read("question-turn.bin").buffer),
    products,
  };
}

/** Read at the start, some 20 ms, so that no question waits for it. */
const { indexes, scales, telling, questionTelling, questionTurn, products } = readWordVectors();
const { bytes } = products;

/** How much a word says about the subject of a text, from 0 to 1: "please" little, "geyser" much. */
export const tellingShare = (word: number): number => (telling[word] ?? 0) / 255;

/** How much a word says about what a question asks for: "free" says much there, and little in a passage. */
export const tellingShareInQuestion = (word: number): number => (questionTelling[word] ?? 0) / 255;

/** The indexes of those words of an English text that have a vector, and of what stands for its values. */
export function knownWords(text: string, known: ReadonlyMap<string, number> = indexes): number[] {
  return [...plainWords(text, known), ...valuesAsWords(text, known).map(({ word }) => word)];
}

/** The same of a question, which is often typed as in a chat: "yrs" are years. */
export function knownWordsOfQuestion(question: string, known = indexes): number[] {
  const spelled = question
    .toLowerCase()
    .replace(/[a-z0-9/]+(?!['’])/gu, (word) => chatSpellings.get(word) ?? word);
  return knownWords(spelled, known);
}

const chatSpellings: ReadonlyMap<string, string> = new Map(
  readEntries("spellings", "en").map(({ name, text }) => [name, text]),
);

/** Those of a text without its values: "can't" are two words, "customer's" is one. */
export function plainWords(text: string, known: ReadonlyMap<string, number> = indexes): number[] {
  return [...text.toLowerCase().matchAll(/([a-z]+)(?:['’]([a-z]+))?/gu)].flatMap(
    ([, word = "", ending = ""]) => withoutContraction(word, ending).flatMap((each) => known.get(each) ?? []),
  );
}

/** Amounts of money, shares, times of day, telephone numbers and addresses; each is named as the word that stands for it. */
const values =
  /(?<rand>(?<![a-z])[r$€£]\s?\d[\d\s,.]*)|(?<percent>\d[\d,.]*\s?%)|(?<clock>\b\d{1,2}[:h]\d\d\b)|(?<telephone>\b0\d{2}[ -]?\d{3}[ -]?\d{4}\b|\b0[68]\d{2} \d{3} \d{3}\b)|(?<mail>[\w.+-]{1,64}@[\w.-]{1,64})/giu;

/**
 * The words that stand for values, since figures have no vectors, and where each value starts: so a question for a price
 * comes near to an amount of money.
 */
export function valuesAsWords(text: string, known: ReadonlyMap<string, number> = indexes) {
  return [...text.matchAll(values)].flatMap(({ groups, index: start }) =>
    Object.entries(groups ?? {}).flatMap(([name, value]) => {
      const word = value === undefined ? undefined : known.get(name);
      return word === undefined ? [] : [{ word, start }];
    }),
  );
}

/** What is contracted with another word tells little, but for "not". */
function withoutContraction(word: string, ending: string): string[] {
  if (ending !== "t" || !word.endsWith("n")) return [word];
  return [irregularBeforeNot.get(word) ?? word.slice(0, -1), "not"];
}

const irregularBeforeNot: ReadonlyMap<string, string> = new Map([
  ["can", "can"],
  ["won", "will"],
  ["shan", "shall"],
]);

/**
 * Adds a word's unit vector to a sum, rarer words with more weight (smooth inverse frequency, Arora 2017). The sum over
 * a text's words is the vector of the text.
 */
export function addVector(sum: Float64Array, word: number): void {
  const weight = tellingShare(word) * (scales[word] ?? 0);
  const from = word * paddedLength;
  for (let k = 0; k < vectorLength; k++) sum[k] = (sum[k] ?? 0) + weight * (bytes[from + k] ?? 0);
}

/** The vector that a word has in a question. */
export interface QuestionVector {
  /** Scaled to the whole range of a byte. */
  bytes: Int8Array;
  /** One over its length. */
  scale: number;
}

/** Cached, because questions share most of their words and each vector takes 10,000 multiplications. Some 300 bytes each. */
const maxQuestionVectors = 4_000;

/** A word's vector in a question lies near the words of its answers: "free" near "cost". */
export const vectorInQuestion = keepRecent(maxQuestionVectors, turnIntoQuestion);

function turnIntoQuestion(word: number): QuestionVector {
  const own = bytes.subarray(word * paddedLength, word * paddedLength + vectorLength);
  const vector = new Float64Array(vectorLength);
  for (let row = 0; row < vectorLength; row++) {
    let value = 0;
    for (let k = 0; k < vectorLength; k++)
      value += (questionTurn[row * vectorLength + k] ?? 0) * (own[k] ?? 0);
    vector[row] = value;
  }
  return inBytes(vector);
}

/** The vector of a whole question: the sum of its words' vectors there, by how much each says. */
export function vectorOfQuestion(words: readonly number[]): QuestionVector {
  const sum = new Float64Array(vectorLength);
  for (const word of words) {
    const vector = vectorInQuestion(word);
    const weight = tellingShareInQuestion(word) * vector.scale;
    for (let k = 0; k < vectorLength; k++) sum[k] = (sum[k] ?? 0) + weight * (vector.bytes[k] ?? 0);
  }
  return inBytes(sum);
}

function inBytes(vector: Float64Array): QuestionVector {
  const largest = Math.max(...vector.map(Math.abs));
  const scaled = Int8Array.from(vector, (value) => Math.round((127 * value) / (largest || 1)));
  const squares = scaled.reduce((sum, value) => sum + value * value, 0);
  return { bytes: scaled, scale: 1 / Math.sqrt(squares || 1) };
}

/**
 * The cosines of the angles between a question's words and a text's, from -1 to 1: those of the first word of the text, then
 * those of the second, and so on.
 */
export function wordSimilarities(asked: readonly QuestionVector[], words: readonly number[]): Float64Array {
  const found = new Float64Array(asked.length * words.length);
  for (let from = 0; from < words.length; from += maxCompared) {
    const count = Math.min(maxCompared, words.length - from);
    for (let at = 0; at < count; at++) products.words[at] = words[from + at] ?? 0;
    asked.forEach((vector, i) => {
      products.asked.set(vector.bytes);
      products.multiply(count);
      for (let at = 0; at < count; at++)
        found[(from + at) * asked.length + i] =
          (products.sums[at] ?? 0) * vector.scale * (scales[products.words[at] ?? 0] ?? 0);
    });
  }
  return found;
}
