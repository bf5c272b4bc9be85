import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { vectorLength } from "../server/language/word-vectors.ts";
import { addTo, dot } from "./word-vectors/vectors.ts";

// Makes server/language/data/word-classes/en.txt from the word vectors: classes of words with similar meanings, from
// support questions, passages and the messages of evals/intents. The intent classifier depends on the classes: train it
// again afterwards (npm run evals intents -- --write).

const vectorsFolder = new URL("../server/language/data/word-vectors/", import.meta.url);
const target = new URL("../server/language/data/word-classes/en.txt", import.meta.url);
const texts = ["word-vectors/questions/", "../evals/intents/"].map((path) => new URL(path, import.meta.url));
/** Held-out data, from which no word is taken. */
const heldOut = new Set(["newcomer.jsonl", "held-out.jsonl", "unseen.jsonl", "outsider.jsonl"]);
const narrowClasses = 800;
const wideClasses = 200;
const rounds = 10;

/** Words that support texts use, with their unit vectors, the most frequent first. */
function readVectors(): { words: string[]; vectors: Float32Array[] } {
  const used = new Set<string>();
  for (const folder of texts)
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl") && !heldOut.has(name)))
      for (const [word] of readFileSync(new URL(file, folder), "utf8")
        .toLowerCase()
        .matchAll(/[a-z]+/gu))
        used.add(word);
  const bytes = new Int8Array(readFileSync(new URL("vectors.bin", vectorsFolder)));
  const words: string[] = [];
  const vectors: Float32Array[] = [];
  const known = readFileSync(new URL("words.txt", vectorsFolder), "utf8").trimEnd().split("\n");
  known.forEach((word, index) => {
    if (!used.has(word)) return;
    words.push(word);
    vectors.push(unit(Float32Array.from(bytes.subarray(index * vectorLength, (index + 1) * vectorLength))));
  });
  return { words, vectors };
}

/** Spherical k-means. The initial centres are spread evenly over the words, so that every run gives the same. */
function classify(vectors: Float32Array[], count: number): { classes: number[]; centres: Float32Array[] } {
  const step = vectors.length / count;
  let centres = Array.from(
    { length: count },
    (_, place) => vectors[Math.floor(place * step)] as Float32Array,
  );
  let classes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    classes = vectors.map((vector) => nearest(vector, centres));
    const sums = centres.map(() => new Float32Array(vectorLength));
    vectors.forEach((vector, at) => addTo(sums[classes[at] as number] as Float32Array, vector, 1));
    centres = sums.map((sum, place) =>
      sum.some((value) => value !== 0) ? unit(sum) : (centres[place] as Float32Array),
    );
  }
  return { classes, centres };
}

function nearest(vector: Float32Array, centres: Float32Array[]): number {
  let [best, highest] = [0, -Infinity];
  centres.forEach((centre, place) => {
    const similarity = dot(vector, centre);
    if (similarity > highest) [best, highest] = [place, similarity];
  });
  return best;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const { words, vectors } = readVectors();
const narrow = classify(vectors, narrowClasses);
const wide = classify(narrow.centres, wideClasses);
const lines = narrow.centres.map((_, place) => {
  const members = words.filter((_word, at) => narrow.classes[at] === place);
  return members.length === 0 ? "" : `${wide.classes[place]}: ${members.join(" ")}`;
});
const remark =
  "# Words that mean alike, a class a line, and before it the number of the wider class; scripts/word-classes.ts";
writeFileSync(target, `${[remark, ...lines.filter((line) => line !== "")].join("\n")}\n`);
console.log(`${words.length} words`);
