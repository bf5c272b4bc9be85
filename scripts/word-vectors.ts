import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readGlove } from "./word-vectors/glove.ts";
import { learnVectors } from "./word-vectors/learn.ts";
import type { TrainingOrganization } from "./word-vectors/training-batch.ts";
import { vectorLength } from "../server/language/word-vectors.ts";
import type { LearnedVectors } from "./word-vectors/vectors.ts";

// Makes server/language/data/word-vectors from glove.6B.100d.txt (the argument is its path) and the questions in
// scripts/word-vectors/questions. Takes some minutes.

const folder = new URL("../server/language/data/word-vectors/", import.meta.url);
const questions = new URL("word-vectors/questions/", import.meta.url);

function readOrganizations(): TrainingOrganization[] {
  return readdirSync(questions)
    .filter((file) => file.endsWith(".jsonl"))
    .toSorted()
    .map((file) =>
      readFileSync(new URL(file, questions), "utf8")
        .trim()
        .split("\n")
        .map((line): TrainingOrganization[number] => JSON.parse(line)),
    );
}

/** A byte per dimension, with each vector scaled to the whole range of a byte, and a byte per word's importance. */
function writeVectors({ words, values, ...learned }: LearnedVectors): void {
  const bytes = new Int8Array(values.length);
  for (let at = 0; at < values.length; at += vectorLength) {
    const vector = values.subarray(at, at + vectorLength);
    const largest = Math.max(...vector.map(Math.abs)) || 1;
    bytes.set(
      vector.map((value) => Math.round((127 * value) / largest)),
      at,
    );
  }
  writeFileSync(new URL("words.txt", folder), `${words.join("\n")}\n`);
  writeFileSync(new URL("vectors.bin", folder), bytes);
  writeFileSync(new URL("word-weights.bin", folder), bytesOf(learned.importance));
  writeFileSync(new URL("question-word-weights.bin", folder), bytesOf(learned.questionImportance));
  writeFileSync(new URL("question-matrix.bin", folder), learned.questionMatrix);
}

/** 255 is the 99.99th percentile, because a few words have a far higher importance. */
function bytesOf(weights: Float32Array): Uint8Array {
  const high = weights.toSorted()[Math.floor(weights.length * 0.9999)] ?? 1;
  return Uint8Array.from(weights, (weight) => Math.max(1, Math.min(255, Math.round((255 * weight) / high))));
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Usage: node scripts/word-vectors.ts PATH/glove.6B.100d.txt");
writeVectors(learnVectors(await readGlove(file), readOrganizations()));
