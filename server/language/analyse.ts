import { detectLanguage } from "./detect.ts";
import type { Language } from "./languages.ts";
import { stem } from "./stem.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokenise, type Token } from "./tokenise.ts";

/** A term of the index and its location in a text; several terms may share a position. */
export interface Term {
  term: string;
  /** The number of words before it, including stop words, so that distances are those of the text. */
  position: number;
  /** Offsets in UTF-16 code units. */
  start: number;
  end: number;
}

const minPartLength = 2;

/**
 * The terms under which a text in this language is indexed: stems, without stop words. A compound that ends with one
 * of the `heads` is also indexed under that head.
 */
export function analyse(text: string, language: Language, heads: ReadonlySet<string> = noHeads): Term[] {
  const stopWords = stopWordsOf(language);
  const terms: Term[] = [];
  let position = 0;
  for (const token of tokenise(text)) {
    for (const term of termsOf(token, language, stopWords))
      terms.push({ term, position, start: token.start, end: token.end });
    const head = heads.size === 0 ? null : headOf(token.word, heads);
    if (head !== null)
      terms.push({ term: stem(head, language), position, start: token.start, end: token.end });
    position += Math.max(1, token.parts.length);
  }
  return terms;
}

/** The terms of a text in its own language, or as English if that is not detected. */
export function analyseDetected(text: string): Term[] {
  const language = detectLanguage(text);
  return analyse(text, language === "und" ? "en" : language);
}

const noHeads: ReadonlySet<string> = new Set();
const compounding: ReadonlySet<Language> = new Set(["de", "af", "nl"]);
const minHeadLength = 5;
const minCompoundLength = 9;

/**
 * The words of a German, Dutch or Afrikaans document that its compounds may end with. The last part of a compound is
 * its head: "Jahresurlaub" is a kind of "Urlaub". Empty for other languages.
 */
export function compoundHeads(texts: string[], language: Language): ReadonlySet<string> {
  if (!compounding.has(language)) return noHeads;
  const stopWords = stopWordsOf(language);
  const heads = new Set<string>();
  for (const text of texts) {
    for (const { word, kind } of tokenise(text))
      if (kind === "word" && word.length >= minHeadLength && !stopWords.has(word)) heads.add(word);
  }
  return heads;
}

/** The longest head that a compound ends with, with at least three letters before it. */
function headOf(word: string, heads: ReadonlySet<string>): string | null {
  if (word.length < minCompoundLength) return null;
  for (let at = 3; at <= word.length - minHeadLength; at++) {
    const end = word.slice(at);
    if (heads.has(end)) return end;
  }
  return null;
}

/** The terms under which one word is indexed: its stem and, if it is hyphenated or the like, the stems of its parts. */
export function termsOf(
  token: Token,
  language: Language,
  stopWords: ReadonlySet<string> = stopWordsOf(language),
): string[] {
  if (token.kind === "number") return unique([token.word, ...token.parts]);
  if (token.kind === "bigram") return [token.word];
  if (stopWords.has(token.word) || (token.word.length < 2 && /^\p{Script=Latin}$/u.test(token.word)))
    return [];
  const parts = token.parts.filter((part) => part.length >= minPartLength && !stopWords.has(part));
  return unique([stem(token.word, language), ...parts.map((part) => stem(part, language))]);
}

function unique(terms: string[]): string[] {
  return terms.length < 2 ? terms : [...new Set(terms)].filter((term) => term !== "");
}
