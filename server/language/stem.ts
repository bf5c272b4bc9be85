import { createRequire } from "node:module";
import { fold } from "./fold.ts";
import { languages, type Language } from "./languages.ts";
import { keepRecent } from "../caching/recent-map.ts";
import { stemEnglish } from "./stem-english.ts";

// The package is CommonJS without types.
const snowball = createRequire(import.meta.url)("snowball-stemmers") as {
  newStemmer(algorithm: string): { stem(word: string): string };
};

const stemmers: Partial<Record<Language, ReturnType<typeof snowball.newStemmer>>> = {
  en: { stem: stemEnglish },
  de: snowball.newStemmer("german"),
  fr: snowball.newStemmer("french"),
  // Snowball has no Afrikaans stemmer; its endings are those of Dutch (-e, -s, -ing, -heid, -lik).
  af: snowball.newStemmer("dutch"),
  nl: snowball.newStemmer("dutch"),
  pt: snowball.newStemmer("portuguese"),
  es: snowball.newStemmer("spanish"),
  it: snowball.newStemmer("italian"),
};

/** Cached, because computing a stem takes up to 15 µs, a look-up 0.1 µs. About 100 bytes per word and language. */
const maxWords = 8_000;
const stemsOf = Object.fromEntries(
  languages.map((language) => [language, keepRecent(maxWords, (word) => computeStem(word, language))]),
) as Record<Language, (word: string) => string>;

/** The folded stem of a lower-case word, as it is indexed. */
export const stem = (word: string, language: Language): string => stemsOf[language](word);

/** Whether a term of the index is the stem of a word in any language. */
export function isStemOf(term: string, word: string): boolean {
  if (stem(word, "en") === term) return true;
  const folded = fold(word);
  // A stem begins like its word and is not longer, unless the part before an apostrophe is removed.
  if (!word.includes("'") && (term.length > folded.length || !folded.startsWith(term.slice(0, 2))))
    return false;
  return languages.some((language) => stem(word, language) === term);
}

function computeStem(word: string, language: Language): string {
  if (/\d/.test(word)) return fold(word);
  const stemmer = stemmers[language];
  const bare = stripApostrophe(word, language);
  const stemmed = stemmer === undefined || bare.length < 3 ? bare : stemmer.stem(bare);
  const folded = fold(stemmed === "" ? bare : stemmed).replace(/'/g, "");
  return language === "en" ? unifySpelling(folded) : folded;
}

/** Removes English possessives and French and Italian elisions: "employee's", "l'assuré", "dell'anno". */
function stripApostrophe(word: string, language: Language): string {
  if (!word.includes("'")) return word;
  if (language === "fr" || language === "it")
    return word.replace(/^(?:[a-z]|qu|jusqu|lorsqu|puisqu|dell|all|nell|sull|un)'/, "");
  return word.replace(/'s?$/, "");
}

/**
 * Gives British and American spellings one stem: the stemmer removes the American -ize but not the British -ise
 * ("organ" and "organis"). The same for colour and color, centre and center, licence and license.
 */
function unifySpelling(stemmed: string): string {
  if (stemmed.length < 5) return stemmed;
  if (stemmed.length > 5 && stemmed.endsWith("is")) return stemmed.slice(0, -2);
  if (stemmed.endsWith("our")) return `${stemmed.slice(0, -3)}or`;
  if (stemmed.endsWith("enc")) return `${stemmed.slice(0, -1)}s`;
  if (stemmed === "centr") return "center";
  if (stemmed === "programm") return "program";
  return stemmed;
}
