import { readdirSync } from "node:fs";
import path from "node:path";
import { readLines } from "./language-data.ts";
import { keepRecent } from "./recent-map.ts";
import { stem } from "./stem.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokenise } from "./tokenise.ts";

/** An everyday word or phrase of a question, and what documents call it. */
export interface LexiconMatch {
  /** Which words of the question, [from, to), as `tokenise` counts them. */
  from: number;
  to: number;
  /** The words or phrases of documents, best first, each as its stems in the index. */
  formal: readonly (readonly string[])[];
}

/** A phrase is looked for up to this many words long. */
const maxPhraseWords = 6;

function readEntries(): Map<string, string[]> {
  const read = new Map<string, string[]>();
  for (const file of readdirSync(new URL("./data/lexicon/", import.meta.url)).toSorted()) {
    for (const line of readLines("lexicon", path.parse(file).name)) {
      const [phrase = "", formal] = line.split("\t", 2);
      if (formal === undefined) continue;
      const key = phrase.split(" ").map(keyOf).join(" ");
      read.set(key, [...(read.get(key) ?? []), formal]);
    }
  }
  return read;
}

/**
 * The formal words, by the keys of an everyday phrase's words joined by spaces. Read at the start, so that no question
 * waits for it.
 */
const entries: ReadonlyMap<string, readonly string[]> = readEntries();

/** One key for all forms of a word. Simpler and faster than a stem, since some 30,000 words are read at the start. */
function keyOf(word: string): string {
  const bare = word.toLowerCase().replace(/[’']/gu, "");
  return bare.length > 4 ? bare.replace(/(?:ing|ed|es|s|e)$/u, "") : bare;
}

/** The stems of the formal words for a key; kept for the phrases of recent questions. */
const formalTerms = keepRecent(1_000, (key: string): LexiconMatch["formal"] => {
  const stopWords = stopWordsOf("en");
  return (entries.get(key) ?? [])
    .flatMap((line) => line.split(","))
    .map((phrase) =>
      tokenise(phrase)
        .filter(({ word }) => !stopWords.has(word))
        .map(({ word }) => stem(word, "en")),
    )
    .filter((terms) => terms.length > 0);
});

/**
 * The everyday words and phrases of an English question that the lexicon knows, the longest first
 * where two overlap. The data are the files of data/lexicon: one entry a line, the everyday phrase, a
 * tab, and what documents call it, best first.
 */
export function lexiconMatches(words: readonly string[]): LexiconMatch[] {
  const keys = words.map(keyOf);
  const found: LexiconMatch[] = [];
  for (let from = 0; from < keys.length;) {
    let to = Math.min(keys.length, from + maxPhraseWords);
    while (to > from && !entries.has(keys.slice(from, to).join(" "))) to -= 1;
    if (to > from) found.push({ from, to, formal: formalTerms(keys.slice(from, to).join(" ")) });
    from = Math.max(to, from + 1);
  }
  return found;
}
