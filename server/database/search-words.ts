import { fold } from "../language/fold.ts";

/** The word tables store this many characters of a word. */
const maxWordLength = 40;
/** More than a person types into a search. */
const maxWords = 10;
const afterEveryWord = "\u{10ffff}";
const notInWords = /^[\u0001-/:-`{-\u007f]+/;

/** The range of words with a prefix, in the order of code points. */
export interface WordRange {
  from: string;
  to: string;
}

/** The words of a search, each as the range of words that start with it. */
export function rangesOfSearch(search: string | undefined): WordRange[] {
  const words = fold(search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return [...new Set(words)].slice(0, maxWords).map((word) => {
    const from = [...word].slice(0, maxWordLength).join("");
    return { from, to: `${from}${afterEveryWord}` };
  });
}

/** Removes what precedes the first letter or digit; undefined if there is none. */
export function withoutLeadingSigns({ from }: WordRange): WordRange | undefined {
  const word = from.replace(notInWords, "");
  return word === "" ? undefined : { from: word, to: `${word}${afterEveryWord}` };
}
