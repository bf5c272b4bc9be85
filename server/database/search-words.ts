import { fold } from "../language/fold.ts";

/** As many characters as the tables of words hold of one. */
const maxWordLength = 40;
/** More than a person types into a search. */
const maxWords = 10;
const afterEveryWord = "\u{10ffff}";
const notInWords = /^[\u0001-/:-`{-\u007f]+/;

/** What words that begin as somebody typed lie between, in the order of code points. */
export interface WordRange {
  from: string;
  to: string;
}

/** The words of a search, each as the range that whatever begins so lies in. */
export function rangesOfSearch(search: string | undefined): WordRange[] {
  const words = fold(search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return [...new Set(words)].slice(0, maxWords).map((word) => {
    const from = [...word].slice(0, maxWordLength).join("");
    return { from, to: `${from}${afterEveryWord}` };
  });
}

/** Without what stands before its first letter or digit; undefined where there is none. */
export function withoutLeadingSigns({ from }: WordRange): WordRange | undefined {
  const word = from.replace(notInWords, "");
  return word === "" ? undefined : { from: word, to: `${word}${afterEveryWord}` };
}
