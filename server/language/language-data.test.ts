import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { phrases } from "../features/whatsapp/phrases.ts";
import { compileSets, patternSource } from "./intent-patterns.ts";
import { readEntries } from "./language-data.ts";

const filesOf = (topic: string): string[] =>
  readdirSync(new URL(`./data/${topic}/`, import.meta.url)).map((file) => file.replace(/\.txt$/, ""));

test.each(["words", "small-talk", "replies", "questions", "sentences", "follow-ups", "summaries", "topics"])(
  "every name in %s also exists in English",
  (topic) => {
    const known = new Set([...readEntries(topic, "en").map(({ name }) => name), "weekday"]);
    for (const language of filesOf(topic)) {
      const names = readEntries(topic, language).map(({ name }) => name);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  },
);

test.each([
  "words",
  "small-talk",
  "replies",
  "questions",
  "conditions",
  "follow-ups",
  "numbers",
  "scopes",
  "sentences",
  "summaries",
  "synonyms",
  "common-stems",
  "topics",
  "spellings",
  "tables",
  "values",
])("no entry in %s is empty or repeated", (topic) => {
  for (const language of filesOf(topic)) {
    const lines = readEntries(topic, language).map(({ name, text }) => `${name}: ${text}`);
    expect(lines.filter((line, at) => line.endsWith(": ") || lines.indexOf(line) !== at)).toEqual([]);
  }
});

/** Whether a pattern matches the empty text, and so every message, such as one that is entirely optional. */
const matchesNothing = (pattern: string, sets: ReadonlyMap<string, string>): boolean =>
  new RegExp(`^${patternSource(pattern, sets)}$`, "u").test("");

test.each(filesOf("intents").filter((name) => name !== "README.md"))(
  "every intent pattern in %s requires a word",
  (language) => {
    const entries = readEntries("intents", language);
    const sets = compileSets(entries);
    const patterns = entries.filter(({ name }) => !name.startsWith("="));
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter(({ text }) => matchesNothing(text, sets))).toEqual([]);
    expect(matchesNothing("(to a person)", sets)).toBe(true);
  },
);

test("buttons and ratings are short enough for WhatsApp", () => {
  for (const { talkToPerson, askAssistant, rate, ratings } of Object.values(phrases)) {
    for (const text of [talkToPerson, askAssistant, rate]) expect(text.length).toBeLessThanOrEqual(20);
    for (const text of ratings) expect(text.length).toBeLessThanOrEqual(24);
  }
});
