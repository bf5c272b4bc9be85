import { expect, test } from "vitest";
import { knownWords } from "../../language/word-vectors.ts";
import { alignmentNames, QuestionMeaning } from "./alignment.ts";
import { MeaningReader } from "./passage-meaning.ts";

/** Alignment features of a question and a text under a heading. */
function align(question: string, text: string, heading = ""): Record<string, number> {
  const reader = new MeaningReader();
  const above = reader.addHeading(knownWords(heading));
  const parts = text.split(". ").map((part) => knownWords(part));
  const read = reader.read(parts, above);
  const meaning = new QuestionMeaning(question);
  const values = meaning.align(read, meaning.read({ words: reader.words, headings: reader.headings }));
  return Object.fromEntries(alignmentNames.map((name, at) => [name, values[at] ?? 0]));
}

test("a question is nearer to the sentence that answers it in other words", () => {
  const question = "will you reimburse my taxi?";
  const near = align(question, "The company refunds travel costs by car.");
  const far = align(question, "Meetings are held on the third floor.");
  expect(near["similarity"]).toBeGreaterThan((far["similarity"] ?? 0) + 0.2);
  expect(near["aligned"]).toBeGreaterThan(far["aligned"] ?? 0);
});

test("aligns a text equally in one piece, in parts and under its heading", () => {
  const whole = align("leave every year", "annual leave")["similarity"] ?? 0;
  expect(whole).toBeGreaterThan(0.5);
  expect(align("leave every year", "annual. leave")["similarity"]).toBeCloseTo(whole);
  expect(align("leave every year", "leave", "annual")["similarityUnderHeading"]).toBeCloseTo(whole);
});

test("aligns a text without known words by its heading only", () => {
  const { similarity, aligned, similarityUnderHeading } = align("annual leave", "xqzzt 12345", "leave");
  expect([similarity, aligned]).toEqual([0, 0]);
  expect(similarityUnderHeading).toBeGreaterThan(0.4);
});
