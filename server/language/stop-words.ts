import { readNamed } from "./language-data.ts";
import { languages, type Language } from "./languages.ts";

/**
 * Words that carry the grammar of a sentence and nothing to search for. They also tell the language
 * of a document (detect.ts), so the lists of data/words hold frequent words first of all.
 */
const stopWords = new Map<Language, ReadonlySet<string>>(
  languages.map((language) => [language, new Set(readNamed("words", [language], "stop"))]),
);

const none: ReadonlySet<string> = new Set();

/** The stop words of a language, lower case with their diacritics; empty where none are known. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return stopWords.get(language) ?? none;
}
