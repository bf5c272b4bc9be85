import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { addTo, dot, importanceByRank, type Vectors } from "./vectors.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";

const maxWords = 50_000;
const commonDirections = 2;
/** The common directions are computed from this many of the most frequent words. */
const frequentWords = 20_000;

/**
 * The most frequent English words of GloVe (glove.6B.100d.txt, Pennington, Socher and Manning 2014, in the
 * public domain), without their mean and the two directions that all words have in common (Mu and Viswanath,
 * "All-but-the-Top", 2018).
 */
export async function readGlove(file: string): Promise<Vectors> {
  const words: string[] = [];
  const vectors: Float32Array[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [word = "", ...values] = line.split(" ");
    if (!/^[a-z]+$/u.test(word)) continue;
    words.push(word);
    vectors.push(Float32Array.from(values.slice(0, vectorLength), Number));
    if (words.length === maxWords) break;
  }
  removeCommonDirections(vectors);
  const values = new Float32Array(words.length * vectorLength);
  vectors.forEach((vector, word) => {
    const length = Math.sqrt(dot(vector, vector)) || 1;
    values.set(
      vector.map((value) => value / length),
      word * vectorLength,
    );
  });
  return { words, values, importance: Float32Array.from(words, (_, word) => importanceByRank(word)) };
}

function removeCommonDirections(vectors: Float32Array[]): void {
  const frequent = vectors.slice(0, frequentWords);
  const mean = new Float32Array(vectorLength);
  for (const vector of frequent) addTo(mean, vector, 1 / frequent.length);
  for (const vector of vectors) addTo(vector, mean, -1);
  for (let round = 0; round < commonDirections; round++) {
    const direction = principalDirection(frequent);
    for (const vector of vectors) addTo(vector, direction, -dot(vector, direction));
  }
}

/** Computed by power iteration. */
function principalDirection(vectors: Float32Array[]): Float32Array {
  let direction = Float32Array.from({ length: vectorLength }, (_, k) => 1 + k / vectorLength);
  for (let step = 0; step < 100; step++) {
    const next = new Float32Array(vectorLength);
    for (const vector of vectors) addTo(next, vector, dot(vector, direction));
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}
