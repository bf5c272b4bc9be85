import { existsSync, readFileSync } from "node:fs";

/** A line of a file, such as `stop: the`: a name, a colon and a text. */
export type Entry = ReturnType<typeof readEntries>[number];

/** The lines of `data/<topic>/<name>.txt` without comments; none if there is no such file. */
export function readLines(topic: string, name: string): string[] {
  const file = new URL(`./data/${topic}/${name}.txt`, import.meta.url);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** The lines of `data/<topic>/<language>.txt` as entries. */
export function readEntries(topic: string, language: string) {
  return readLines(topic, language).map((line) => {
    const at = line.indexOf(":");
    return { name: line.slice(0, at).trim(), text: line.slice(at + 1).trim() };
  });
}

/** The texts of all entries with this name in the files of these languages, in order. */
export function readNamed(topic: string, languages: readonly string[], name: string): string[] {
  return languages.flatMap((language) =>
    readEntries(topic, language).flatMap((entry) => (entry.name === name ? [entry.text] : [])),
  );
}

/** Reads a topic; returns the source of a regular expression for any phrase of a name, in all these languages. */
export const readPhrases = (topic: string, languages: readonly string[]): ((name: string) => string) =>
  sourcesByName(
    topic,
    languages.flatMap((language) => readEntries(topic, language)),
    anyOf,
  );

/** As `readPhrases`, for a file whose texts are regular expressions. */
export const readPatterns = (topic: string, file: string): ((name: string) => string) =>
  sourcesByName(topic, readEntries(topic, file), (texts) => texts.join("|"));

function sourcesByName(topic: string, entries: readonly Entry[], join: (texts: string[]) => string) {
  const byName = Map.groupBy(entries, ({ name }) => name);
  return (name: string): string => {
    const found = byName.get(name);
    // An empty list would match everywhere.
    if (found === undefined) throw new Error(`data/${topic} has no entry "${name}"`);
    return join(found.map(({ text }) => text));
  };
}

/**
 * The source of a regular expression that matches any of the phrases. In a phrase, "..." matches 1 to 60 characters
 * and "*" the rest of a word.
 */
export const anyOf = (phrases: readonly string[]): string => phrases.map(sourceOf).join("|");

const sourceOf = (phrase: string): string =>
  phrase
    .replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`)
    .replaceAll(String.raw`\.\.\.`, ".{1,60}")
    .replaceAll("*", String.raw`[\p{L}\p{N}_]*`);
