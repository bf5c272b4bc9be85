import { expect, test } from "vitest";
import { meaningOf, noMeaning, textSimilarity, wordSimilarity } from "./word-vectors.ts";

const similarity = (a: string, b: string) => textSimilarity(meaningOf(a), meaningOf(b));
const between = (a: string, b: string) =>
  wordSimilarity(...([a, b].map((word) => meaningOf(word).words[0]) as [number, number]));

test.each([
  ["refund", "reimbursed", "garden"],
  ["doctor", "physician", "invoice"],
  ["cellphone", "handset", "mattress"],
  ["boss", "manager", "kettle"],
])("%s is nearer to %s than to %s", (word, near, far) => {
  expect(between(word, near)).toBeGreaterThan(between(word, far) + 0.2);
});

test("a question is nearer to the sentence that answers it in other words", () => {
  const question = "will you reimburse my taxi?";
  expect(similarity(question, "The company refunds travel costs by car.")).toBeGreaterThan(
    similarity(question, "Meetings are held on the third floor.") + 0.2,
  );
});

test("a text is as near to itself as can be, and its words count once each", () => {
  expect(similarity("annual leave", "annual leave")).toBeCloseTo(1);
  expect(meaningOf("leave, leave and leave").words).toHaveLength(1);
});

test.each(["", "the of and", "xqzzt 12345", "अवकाश"])("'%s' means nothing that is known", (text) => {
  expect(meaningOf(text)).toBe(noMeaning);
  expect(textSimilarity(meaningOf(text), meaningOf("leave"))).toBe(0);
});
