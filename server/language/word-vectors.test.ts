import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  knownWords,
  knownWordsOfQuestion,
  wordWeightInQuestion,
  vectorInQuestion,
  vectorLength,
  wordSimilarities,
} from "./word-vectors.ts";

const indexOf = (word: string): number => knownWords(word)[0] ?? -1;
const similarity = (questionWord: string, word: string) =>
  wordSimilarities([vectorInQuestion(indexOf(questionWord))], [indexOf(word)])[0] ?? 0;

test.each([
  ["refund", "reimbursed", "garden"],
  ["doctor", "physician", "invoice"],
  ["cellphone", "handset", "mattress"],
  ["boss", "manager", "kettle"],
])("%s is nearer to %s than to %s", (word, near, far) => {
  expect(similarity(word, near)).toBeGreaterThan(similarity(word, far) + 0.2);
});

test.each(["", "xqzzt 12345", "अवकाश"])("'%s' has no known words", (text) => {
  expect(knownWords(text)).toEqual([]);
});

test("replaces chat spellings in a question", () => {
  expect(knownWordsOfQuestion("WHATS the 2nd one after 2 yrs")).toEqual(
    knownWords("what is the second one after years"),
  );
});

test("a noun has more weight in a question than an article", () => {
  expect(wordWeightInQuestion(indexOf("geyser"))).toBeGreaterThan(2 * wordWeightInQuestion(indexOf("the")));
});

test("similarities are the cosines of the stored vectors, for any number of words", async () => {
  const bytes = new Int8Array(await readFile(new URL("data/word-vectors/vectors.bin", import.meta.url)));
  const vectors = ["refund", "the"].map((word) => vectorInQuestion(indexOf(word)));
  const words = Array.from({ length: 2_500 }, (_, at) => at * 19);
  const cosineOf = (one: Int8Array, other: Int8Array): number => {
    const product = (a: Int8Array, b: Int8Array) => a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
    return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
  };
  const found = wordSimilarities(vectors, words);
  expect(found).toHaveLength(vectors.length * words.length);
  for (const place of [0, 1, 1_023, 1_024, 2_499]) {
    const from = (words[place] ?? 0) * vectorLength;
    const vector = bytes.subarray(from, from + vectorLength);
    for (const [i, { bytes: own }] of vectors.entries())
      expect(found[place * vectors.length + i]).toBeCloseTo(cosineOf(own, vector), 6);
  }
});
