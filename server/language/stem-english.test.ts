import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { stemEnglish } from "./stem-english.ts";

const packaged = (
  createRequire(import.meta.url)("snowball-stemmers") as {
    newStemmer(algorithm: string): { stem(word: string): string };
  }
).newStemmer("english");
const words = readFileSync(new URL("data/word-vectors/words.txt", import.meta.url), "utf8").split("\n");
const endings =
  "s ed ing eed eedly ly li ies ied y ll e 's ' ation ational ization ogi fulness ative ement sion é";

test("returns the same stems as the package", () => {
  const samples = words.filter((_, at) => at % 10 === 0);
  const beginnings = samples
    .filter((_, at) => at % 10 === 0)
    .map((word) => word.slice(0, 2 + (word.length >> 1)));
  for (const beginning of beginnings)
    for (const ending of endings.split(" ")) samples.push(beginning + ending);
  const stems = (stem: (word: string) => string) => samples.map((word) => `${word} ${stem(word)}`);
  expect(stems(stemEnglish)).toEqual(stems((word) => packaged.stem(word)));
});

test.each([
  ["skies", "sky"],
  ["news", "news"],
  ["succeeds", "succeed"],
  ["'twas", "twas"],
  ["saying", "say"],
])("%s is %s", (word, stem) => {
  expect(stemEnglish(word)).toBe(stem);
});
