import { readNamed } from "./language-data.ts";

/** Document languages by ISO 639-1 code. "und" is any other; its words are indexed without stemming. */
export const languages = ["en", "de", "fr", "af", "nl", "pt", "es", "it", "und"] as const;
export type Language = (typeof languages)[number];

/** Reads a stored code; anything unknown is "und". */
export function toLanguage(code: string | null | undefined): Language {
  return languages.find((language) => language === code) ?? "und";
}

/**
 * Frequent words such as "the" and "is" that are not searched for. They also identify a document's language
 * (detect.ts).
 */
const stopWords = Object.fromEntries(
  languages.map((language) => [language, new Set(readNamed("words", [language], "stop"))]),
) as Record<Language, Set<string>>;

/** The stop words of a language, in lower case with diacritics; empty for "und". */
export const stopWordsOf = (language: Language): ReadonlySet<string> => stopWords[language];
