import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readGlove } from "./word-vectors/glove.ts";
import { learnVectors } from "./word-vectors/learn.ts";
import type { TaughtOrganization } from "./word-vectors/lesson.ts";
import { vectorLength } from "../server/language/word-vectors.ts";
import type { LearnedVectors } from "./word-vectors/vectors.ts";

// Makes server/language/data/word-vectors from glove.6B.100d.txt, which it is given, and the questions in
// scripts/word-vectors/questions. Takes some minutes.

const folder = new URL("../server/language/data/word-vectors/", import.meta.url);
const questions = new URL("word-vectors/questions/", import.meta.url);

function readOrganizations(): TaughtOrganization[] {
  return readdirSync(questions)
    .filter((file) => file.endsWith(".jsonl"))
    .toSorted()
    .map((file) =>
      readFileSync(new URL(file, questions), "utf8")
        .trim()
        .split("\n")
        .map((line): TaughtOrganization[number] => JSON.parse(line)),
    );
}

/** A byte for each dimension, each vector scaled to the byte's whole range, and a byte for what a word tells. */
function writeVectors({ words, values, telling, questionTelling, questionTurn }: LearnedVectors): void {
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
  writeFileSync(new URL("telling.bin", folder), bytesOf(telling));
  writeFileSync(new URL("question-telling.bin", folder), bytesOf(questionTelling));
  writeFileSync(new URL("question-turn.bin", folder), questionTurn);
}

/** 255 stands for nearly the largest: a few words tell by far more. */
function bytesOf(telling: Float32Array): Uint8Array {
  const most = telling.toSorted()[Math.floor(telling.length * 0.9999)] ?? 1;
  return Uint8Array.from(telling, (share) => Math.max(1, Math.min(255, Math.round((255 * share) / most))));
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Name the file glove.6B.100d.txt.");
writeVectors(learnVectors(await readGlove(file), readOrganizations()));
