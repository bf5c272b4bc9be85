import { termsOf } from "./analyse.ts";
import { languages, type Language } from "./languages.ts";
import { keepRecent, RecentMap } from "../caching/recent-map.ts";
import { tokenize, type Token } from "./tokenize.ts";
import { mayBeValue } from "./values.ts";
import { indexOfWord, plainWords, valuesAsWords } from "./word-vectors.ts";

/** The words of a text in order, as terms of the index. */
export type ReadTerms = ReturnType<typeof readTerms>;

/** The reading of a word in any text. */
interface ReadWord {
  terms: readonly string[];
  mayBeValue: boolean;
}

/** Cached, because a look-up costs a hundredth of analysing a word. About 150 bytes per word and language. */
const maxWords = 8_000;
const known = new Map(languages.map((language) => [language, new RecentMap<string, ReadWord>(maxWords)]));

/** Reads all terms of a text, with what tells whether it may hold values. */
export function readTerms(text: string, language: Language) {
  const read = {
    /** A word of the text may have none or several. */
    terms: [] as string[],
    /** For each term: the position of its word in the text. */
    positions: [] as number[],
    /** Whether a word may be part of a value, such as an amount. */
    mayHoldValues: false,
  };
  let position = 0;
  for (const token of tokenize(text)) {
    const { terms, mayBeValue: isOfValue } = wordOf(token, language);
    read.mayHoldValues ||= isOfValue || isPiece(text, token);
    for (const term of terms) {
      read.terms.push(term);
      read.positions.push(position);
    }
    position += Math.max(1, token.parts.length);
  }
  return read;
}

/** Whether a word follows one of the signs that join the parts of an address or path. */
const isPiece = (text: string, { start }: Token): boolean =>
  start > 0 && "@./-_&".includes(text[start - 1] ?? "");

function wordOf(token: Token, language: Language): ReadWord {
  if (token.kind !== "word" || token.parts.length > 0)
    return { terms: termsOf(token, language), mayBeValue: true };
  const words = known.get(language);
  const before = words?.get(token.word);
  if (before !== undefined) return before;
  const terms = termsOf(token, language);
  const word = { terms, mayBeValue: !isPlain(token.word) || mayBeValue(token.word) };
  words?.set(token.word, word);
  return word;
}

const isPlain = (word: string): boolean => /^[a-z]+$/.test(word);

/** Cached for a moment, because a sentence is read alone and joined with its neighbours. */
const maxTexts = 1_000;

/** Indexes of the words of an English text that have a vector, and of those that represent its values, in order. */
export const readKnownWords = keepRecent(maxTexts, (text: string): readonly number[] => {
  const found: { word: number; start: number }[] = [];
  for (const { word, kind, parts, start, end } of tokenize(text)) {
    if (kind !== "word" || parts.length > 0 || !isPlain(word)) {
      for (const each of plainWords(text.slice(start, end))) found.push({ word: each, start });
      continue;
    }
    const index = indexOfWord(word);
    if (index !== undefined) found.push({ word: index, start });
  }
  const values = valuesAsWords(text);
  if (values.length === 0) return found.map(({ word }) => word);
  return [...values, ...found].toSorted((one, other) => one.start - other.start).map(({ word }) => word);
});
