import { stem } from "./stem.ts";
import { stopWordsOf, type Language, languages } from "./languages.ts";
import { tokenize, type Token } from "./tokenize.ts";

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
  for (const token of tokenize(text)) {
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
    for (const { word, kind } of tokenize(text))
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

/** UTF-16 code units of a document that are read to detect its language. */
const sampleLength = 20_000;
/** Running text is 35 to 55% stop words; a price list has a few, names and codes have none. */
const minShare = 0.03;
/** The text must contain this many times as many stop words of the language as of any other. */
const minLead = 1.2;

/**
 * The language of a text: the one with the most stop words in it. "und" if no language fits, such as for another
 * script, a table of codes, or a few words.
 */
export function detectLanguage(text: string): Language {
  const words = tokenize(text.slice(0, sampleLength)).filter((token) => token.kind === "word");
  if (words.length === 0) return "und";
  const counts = languages.map((language) => {
    const stopWords = stopWordsOf(language);
    return { language, hits: words.filter(({ word }) => stopWords.has(word)).length };
  });
  const [first, second] = counts.toSorted((a, b) => b.hits - a.hits);
  if (first === undefined || first.hits < Math.max(1, words.length * minShare)) return "und";
  return first.hits >= minLead * (second?.hits ?? 0) ? first.language : "und";
}
