import { termsOf } from "./analyse.ts";
import type { Language } from "./languages.ts";
import { languages } from "./languages.ts";
import { RecentMap } from "./recent-map.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokenise, type Token } from "./tokenise.ts";
import { mayBeValue } from "./values.ts";
import { knownWords } from "./word-vectors.ts";

/** The words of a text in order, as the index and the word vectors have them. */
export interface ReadWords {
  /** As the index has them: a word of the text may have none or several. */
  terms: string[];
  /** Of each term: which word of the text it is, and at which character that starts. */
  positions: number[];
  starts: number[];
  /** Indexes of the words that the vectors know, and where each starts; none but in English texts. */
  known: number[];
  knownStarts: number[];
  /** Where words start that a value may consist of. */
  valueStarts: number[];
}

/** What a word says in whatever text it stands. `index` is that of the vectors; null where that depends on how it is written. */
interface KnownWord {
  terms: readonly string[];
  index: number | null;
  mayBeValue: boolean;
}

/** A look-up of a word costs a hundredth of analysing it, and documents repeat their words. About 150 bytes a word. */
const maxWords = 8_000;
const known = new Map(languages.map((language) => [language, new RecentMap<string, KnownWord>(maxWords)]));
const nothing = -1;

/** Reads a text once for all that the ranking of answers needs of its words. */
export function readWords(text: string, language: Language): ReadWords {
  const read: ReadWords = {
    terms: [],
    positions: [],
    starts: [],
    known: [],
    knownStarts: [],
    valueStarts: [],
  };
  let position = 0;
  for (const token of tokenise(text)) {
    const { terms, index, mayBeValue: isOfValue } = wordOf(token, language);
    if (isOfValue || isPiece(text, token)) read.valueStarts.push(token.start);
    for (const term of terms) {
      read.terms.push(term);
      read.positions.push(position);
      read.starts.push(token.start);
    }
    if (language === "en" && index !== nothing)
      for (const word of index === null ? knownWords(text.slice(token.start, token.end)) : [index]) {
        read.known.push(word);
        read.knownStarts.push(token.start);
      }
    position += Math.max(1, token.parts.length);
  }
  return read;
}

/** Of an address or a path, which may be tied together by any of these. */
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
    terms: termsOf(token, language, stopWordsOf(language)),
    index: isPlain ? (knownWords(token.word)[0] ?? nothing) : null,
    mayBeValue: !isPlain || mayBeValue(token.word),
  };
  words?.set(token.word, word);
  return word;
}
