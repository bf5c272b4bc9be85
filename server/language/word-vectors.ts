import { readFileSync } from "node:fs";
import { RecentMap } from "./recent-map.ts";

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
  /** How much each word says of what a text, or a question, is about: 1 to 255. */
  telling: Uint8Array;
  questionTelling: Uint8Array;
  /** Leads from a word's vector to that which it has in a question: a square matrix, row by row. */
  questionTurn: Float32Array;
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
  const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
  return {
    indexes: new Map(words.map((word, index) => [word, index])),
    bytes,
    scales,
    telling: read("telling.bin"),
    questionTelling: read("question-telling.bin"),
    questionTurn: new Float32Array(read("question-turn.bin").buffer),
  };
}

/** Read at the start, some 20 ms, so that no question waits for it. */
const { indexes, bytes, scales, telling, questionTelling, questionTurn } = readWordVectors();

/** How much a word says of what a text is about, from 0 to 1: "please" little, "geyser" much. */
export function tellingShare(word: number): number {
  return (telling[word] ?? 0) / 255;
}

/** The same of a question: "free" says little of a passage and much of a question. */
export function tellingShareInQuestion(word: number): number {
  return (questionTelling[word] ?? 0) / 255;
}

/** Indexes of the words of an English text that are known. */
export function knownWords(text: string, known: ReadonlyMap<string, number> = indexes): number[] {
  return [...text.toLowerCase().matchAll(/[a-z]+(?:['’][a-z]+)?/gu)].flatMap(([word]) => {
    const index = known.get(word);
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

/** The vector that a word has in a question. */
export interface QuestionVector {
  /** Scaled to the whole range of a byte. */
  bytes: Int8Array;
  /** One over its length. */
  scale: number;
  /** With the most frequent words of texts, as far as they were asked for; for the most frequent words of questions. */
  similarities: Float32Array | null;
}

/** "how", "much", "the": words that most questions have are compared with the same words of texts over and over. */
const frequentInQuestions = 256;
/** Eight megabytes at most, and three for the words that questions do have. */
const frequentInTexts = 8_192;

/** Questions share most of their words, and turning a vector takes 10,000 multiplications. Some 300 bytes each. */
const questionVectors = new RecentMap<number, QuestionVector>(4_000);

/** In a question a word stands for what answers it: "free" is near to what something costs. */
export function vectorInQuestion(word: number): QuestionVector {
  let vector = questionVectors.get(word);
  if (vector === undefined) questionVectors.set(word, (vector = turnIntoQuestion(word)));
  return vector;
}

function turnIntoQuestion(word: number): QuestionVector {
  const own = bytes.subarray(word * vectorLength, (word + 1) * vectorLength);
  const vector = new Float32Array(vectorLength);
  let largest = 0;
  for (let row = 0; row < vectorLength; row++) {
    let value = 0;
    for (let k = 0; k < vectorLength; k++)
      value += (questionTurn[row * vectorLength + k] ?? 0) * (own[k] ?? 0);
    vector[row] = value;
    largest = Math.max(largest, Math.abs(value));
  }
  const scaled = Int8Array.from(vector, (value) => Math.round((127 * value) / (largest || 1)));
  const squares = scaled.reduce((sum, value) => sum + value * value, 0);
  const similarities = word < frequentInQuestions ? new Float32Array(frequentInTexts).fill(NaN) : null;
  return { bytes: scaled, scale: 1 / Math.sqrt(squares || 1), similarities };
}

/** The cosine of the angle between a question's word and a text's, from -1 to 1. */
export function wordSimilarity(asked: QuestionVector, word: number): number {
  const { similarities } = asked;
  if (similarities === null || word >= frequentInTexts) return cosine(asked, word);
  if (Number.isNaN(similarities[word])) similarities[word] = cosine(asked, word);
  return similarities[word] ?? 0;
}

/** In whole numbers, which takes half the time. */
function cosine(asked: QuestionVector, word: number): number {
  const from = word * vectorLength;
  let sum = 0;
  for (let k = 0; k < vectorLength; k++)
    sum = (sum + Math.imul(asked.bytes[k] ?? 0, bytes[from + k] ?? 0)) | 0;
  return sum * asked.scale * (scales[word] ?? 0);
}
