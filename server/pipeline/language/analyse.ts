import type { Language } from "./languages.ts";
import { stem } from "./stem.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokenise, type Token } from "./tokenise.ts";

/** A term of the index where it stands in a text; several terms may share a position. */
export interface Term {
  term: string;
  /** Counts all words of the text, stop words too, so that near and far keep their meaning. */
  position: number;
  /** Characters of the text, UTF-16 code units. */
  start: number;
  end: number;
}

/** Most parts of one compound that are indexed beside it. */
const shortestPart = 2;

/** The terms of a text as a document in this language is indexed: stems without stop words. */
export function analyse(text: string, language: Language): Term[] {
  const stopWords = stopWordsOf(language);
  const terms: Term[] = [];
  let position = 0;
  for (const token of tokenise(text)) {
    for (const term of termsOf(token, language, stopWords)) {
      terms.push({ term, position, start: token.start, end: token.end });
    }
    position += Math.max(1, token.parts.length);
  }
  return terms;
}

/** What one word is indexed as: its stem and, for a compound, the stems of its parts. */
export function termsOf(
  token: Token,
  language: Language,
  stopWords: ReadonlySet<string> = stopWordsOf(language),
): string[] {
  if (token.kind === "number") return unique([token.word, ...token.parts]);
  if (token.kind === "bigram") return [token.word];
  if (stopWords.has(token.word) || (token.word.length < 2 && /^\p{Script=Latin}$/u.test(token.word))) return [];
  const parts = token.parts.filter((part) => part.length >= shortestPart && !stopWords.has(part));
  return unique([stem(token.word, language), ...parts.map((part) => stem(part, language))]);
}

function unique(terms: string[]): string[] {
  return terms.length < 2 ? terms : [...new Set(terms)].filter((term) => term !== "");
}
