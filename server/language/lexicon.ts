import { readdirSync } from "node:fs";
import path from "node:path";
import { readLines } from "./language-data.ts";
import { keepRecent } from "../caching/recent-map.ts";
import { stem } from "./stem.ts";
import { stopWordsOf } from "./languages.ts";
import { tokenize } from "./tokenize.ts";

/** An everyday word or phrase of a question, and the formal terms for it in documents. */
export interface LexiconMatch {
  /** The range [from, to) of the question's tokens. */
  from: number;
  to: number;
  /** The formal words or phrases, best first, each as its stems in the index. */
  formal: readonly (readonly string[])[];
}

/** The maximum length of a phrase that is looked up. */
const maxPhraseWords = 6;

function readEntries(): Map<string, string> {
  const read = new Map<string, string>();
  for (const file of readdirSync(new URL("./data/lexicon/", import.meta.url)).toSorted()) {
    for (const line of readLines("lexicon", path.parse(file).name)) {
      const [phrase = "", formal] = line.split("\t", 2);
      if (formal === undefined) continue;
      const key = phrase.split(" ").map(keyOf).join(" ");
      read.set(key, `${read.get(key) ?? ""},${formal}`);
    }
  }
  return read;
}

/**
 * The formal words by everyday phrase, which is the keys of its words, joined by spaces. Read at startup, so that no
 * question waits for it.
 */
const entries: ReadonlyMap<string, string> = readEntries();

/** One key for all forms of a word. Simpler and faster than stemming, since some 30,000 words are read at startup. */
function keyOf(word: string): string {
  const bare = word.toLowerCase().replace(/[’']/gu, "");
  return bare.length > 4 ? bare.replace(/(?:ing|ed|es|s|e)$/u, "") : bare;
}

/** The stems of the formal words for a key; cached for the phrases of recent questions. */
const formalTerms = keepRecent(1_000, (key: string): LexiconMatch["formal"] => {
  const stopWords = stopWordsOf("en");
  return (entries.get(key) ?? "")
    .split(",")
    .map((phrase) => tokenize(phrase).filter(({ word }) => !stopWords.has(word)))
    .map((words) => words.map(({ word }) => stem(word, "en")))
    .filter((terms) => terms.length > 0);
});

/**
 * Finds the everyday words and phrases of an English question that are in the lexicon; if two begin at the same word,
 * the longer one. The files of data/lexicon have one entry per line: the everyday phrase, a tab, and the formal words,
 * best first.
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
