import { readNamed } from "./language-data.ts";
import { languages, type Language } from "./languages.ts";

/**
 * Frequent words such as "the" and "is" that are not searched for. They also identify a document's language
 * (detect.ts).
 */
const stopWords = new Map<Language, ReadonlySet<string>>(
  languages.map((language) => [language, new Set(readNamed("words", [language], "stop"))]),
);

const none: ReadonlySet<string> = new Set();

/** The stop words of a language, in lower case with diacritics; empty for "und". */
export const stopWordsOf = (language: Language): ReadonlySet<string> => stopWords.get(language) ?? none;
