import { termsOf } from "./analyse.ts";
import { languages, type Language } from "./languages.ts";
import { RecentMap } from "./recent-map.ts";
import { tokenise, type Token } from "./tokenise.ts";
import { mayBeValue } from "./values.ts";
import { plainWords, valuesAsWords } from "./word-vectors.ts";

/** The words of a text in order, as terms of the index and as indexes of word vectors. */
export interface ReadWords {
  /** The terms of the index; a word of the text may have none or several. */
  terms: string[];
  /** For each term: the position of its word in the text. */
  positions: number[];
  /** Indexes of the words with a vector. Only in English texts. */
  known: number[];
  /** Whether a word may be part of a value, such as an amount. */
  mayHoldValues: boolean;
}

/** The reading of a word in any text. `index` is that of its vector; null if it depends on the exact spelling. */
interface KnownWord {
  terms: readonly string[];
  index: number | null;
  mayBeValue: boolean;
}

/** Cached, because a look-up costs a hundredth of analysing a word. About 150 bytes per word and language. */
const maxWords = 8_000;
const known = new Map(languages.map((language) => [language, new RecentMap<string, KnownWord>(maxWords)]));
const nothing = -1;

/** Reads everything that the ranking of answers needs of a text's words in one pass. */
export function readWords(text: string, language: Language): ReadWords {
  const read: ReadWords = { terms: [], positions: [], known: [], mayHoldValues: false };
  const withVectors = language === "en" ? valuesAsWords(text) : [];
  let position = 0;
  for (const token of tokenise(text)) {
    const { terms, index, mayBeValue: isOfValue } = wordOf(token, language);
    read.mayHoldValues ||= isOfValue || isPiece(text, token);
    for (const term of terms) {
      read.terms.push(term);
      read.positions.push(position);
    }
    if (language === "en" && index !== nothing)
      for (const word of index === null ? plainWords(text.slice(token.start, token.end)) : [index])
        withVectors.push({ word, start: token.start });
    position += Math.max(1, token.parts.length);
  }
  read.known = withVectors.toSorted((one, other) => one.start - other.start).map(({ word }) => word);
  return read;
}

/** Whether a word follows one of the signs that join the parts of an address or path. */
const isPiece = (text: string, { start }: Token): boolean =>
  start > 0 && "@./-_&".includes(text[start - 1] ?? "");

function wordOf(token: Token, language: Language): KnownWord {
  if (token.kind !== "word" || token.parts.length > 0)
    return { terms: termsOf(token, language), index: null, mayBeValue: true };
  const words = known.get(language);
  const before = words?.get(token.word);
  if (before !== undefined) return before;
  const isPlain = /^[a-z]+$/.test(token.word);
  const word: KnownWord = {
    terms: termsOf(token, language),
    index: isPlain ? (plainWords(token.word)[0] ?? nothing) : null,
    mayBeValue: !isPlain || mayBeValue(token.word),
  };
  words?.set(token.word, word);
  return word;
}
