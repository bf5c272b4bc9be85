import { expect, test } from "vitest";
import { tellingWords, wordSimilarity } from "./word-vectors.ts";

const between = (a: string, b: string) =>
  wordSimilarity(...([a, b].map((word) => tellingWords(word)[0]) as [number, number]));

test.each([
  ["refund", "reimbursed", "garden"],
  ["doctor", "physician", "invoice"],
  ["cellphone", "handset", "mattress"],
  ["boss", "manager", "kettle"],
])("%s is nearer to %s than to %s", (word, near, far) => {
  expect(between(word, near)).toBeGreaterThan(between(word, far) + 0.2);
});

test.each(["", "the of and", "xqzzt 12345", "अवकाश"])("'%s' means nothing that is known", (text) => {
  expect(tellingWords(text)).toEqual([]);
});
