import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { phrases } from "../features/whatsapp/phrases.ts";
import { readEntries } from "./language-data.ts";

const filesOf = (topic: string): string[] =>
  readdirSync(new URL(`./data/${topic}/`, import.meta.url)).map((file) => file.replace(/\.txt$/, ""));

test.each(["words", "small-talk", "replies", "questions", "summaries", "topics"])(
  "every name in %s is one that English has",
  (topic) => {
    const known = new Set([...readEntries(topic, "en").map(({ name }) => name), "weekday"]);
    for (const language of filesOf(topic)) {
      const names = readEntries(topic, language).map(({ name }) => name);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  },
);

test.each(["words", "small-talk", "replies", "questions", "summaries", "synonyms", "common-stems", "topics"])(
  "no line in %s is empty or there twice",
  (topic) => {
    for (const language of filesOf(topic)) {
      const lines = readEntries(topic, language).map(({ name, text }) => `${name}: ${text}`);
      expect(lines.filter((line, at) => line.endsWith(": ") || lines.indexOf(line) !== at)).toEqual([]);
    }
  },
);

test("buttons and ratings are as short as WhatsApp wants them", () => {
  for (const { talkToPerson, askAssistant, rate, ratings } of Object.values(phrases)) {
    for (const text of [talkToPerson, askAssistant, rate]) expect(text.length).toBeLessThanOrEqual(20);
    for (const text of ratings) expect(text.length).toBeLessThanOrEqual(24);
  }
});
