import { expect, test } from "vitest";
import { knownWords, tellingShareInQuestion, vectorInQuestion, wordSimilarities } from "./word-vectors.ts";

const indexOf = (word: string): number => knownWords(word)[0] ?? -1;
const between = (asked: string, word: string) =>
  wordSimilarities([vectorInQuestion(indexOf(asked))], [indexOf(word)])[0] ?? 0;

test.each([
  ["refund", "reimbursed", "garden"],
  ["doctor", "physician", "invoice"],
  ["cellphone", "handset", "mattress"],
  ["boss", "manager", "kettle"],
])("%s is nearer to %s than to %s", (word, near, far) => {
  expect(between(word, near)).toBeGreaterThan(between(word, far) + 0.2);
});

test.each(["", "xqzzt 12345", "अवकाश"])("'%s' means nothing that is known", (text) => {
  expect(knownWords(text)).toEqual([]);
});

test("a name tells more of what a question is about than an article", () => {
  expect(tellingShareInQuestion(indexOf("geyser"))).toBeGreaterThan(
    2 * tellingShareInQuestion(indexOf("the")),
  );
});
