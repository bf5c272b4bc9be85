import { createReadStream, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const folder = new URL("../server/language/data/word-vectors/", import.meta.url);
const maxWords = 50_000;
const dimensions = 100;

/**
 * Makes the product's word vectors of those of GloVe (glove.6B.100d.txt, Pennington, Socher and Manning
 * 2014, in the public domain): the most frequent English words, without the mean and the two directions
 * that all words share (Mu and Viswanath, "All-but-the-Top", 2018), a byte for each dimension.
 */
async function makeWordVectors(file: string): Promise<{ words: string[]; bytes: Int8Array }> {
  const words: string[] = [];
  const vectors: Float64Array[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [word = "", ...values] = line.split(" ");
    if (!/^[a-z]+$/u.test(word)) continue;
    words.push(word);
    vectors.push(Float64Array.from(values.slice(0, dimensions), Number));
    if (words.length === maxWords) break;
  }
  removeCommonDirections(vectors);
  const bytes = new Int8Array(words.length * dimensions);
  vectors.forEach((vector, index) => {
    const largest = Math.max(...vector.map(Math.abs)) || 1;
    bytes.set(
      vector.map((value) => Math.round((127 * value) / largest)),
      index * dimensions,
    );
  });
  return { words, bytes };
}

const commonDirections = 2;
/** The shared directions are those of the words that are used most. */
const frequentWords = 20_000;

function removeCommonDirections(vectors: Float64Array[]): void {
  const frequent = vectors.slice(0, frequentWords);
  const mean = new Float64Array(dimensions);
  for (const vector of frequent)
    vector.forEach((value, k) => (mean[k] = (mean[k] ?? 0) + value / frequent.length));
  for (const vector of vectors) mean.forEach((value, k) => (vector[k] = (vector[k] ?? 0) - value));
  for (let round = 0; round < commonDirections; round++) {
    const direction = principalDirection(frequent);
    for (const vector of vectors) {
      const along = dot(vector, direction);
      direction.forEach((value, k) => (vector[k] = (vector[k] ?? 0) - along * value));
    }
  }
}

/** By power iteration. */
function principalDirection(vectors: Float64Array[]): Float64Array {
  let direction = Float64Array.from({ length: dimensions }, (_, k) => 1 + k / dimensions);
  for (let step = 0; step < 100; step++) {
    const next = new Float64Array(dimensions);
    for (const vector of vectors) {
      const along = dot(vector, direction);
      vector.forEach((value, k) => (next[k] = (next[k] ?? 0) + along * value));
    }
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] ?? 0) * (b[k] ?? 0);
  return sum;
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Name the file glove.6B.100d.txt.");
const made = await makeWordVectors(file);
writeFileSync(new URL("words.txt", folder), `${made.words.join("\n")}\n`);
writeFileSync(new URL("vectors.bin", folder), made.bytes);
process.stdout.write(`${made.words.length} words\n`);
