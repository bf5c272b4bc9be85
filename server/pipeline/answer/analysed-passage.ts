import { analyse, type Term } from "../language/analyse.ts";
import { toLanguage } from "../language/languages.ts";
import type { RetrievedPassage } from "../retrieve/passage.ts";
import { splitSentences, type Sentence } from "./sentences.ts";

/** What a passage's text consists of, whatever the question. */
export interface AnalysedPassage {
  text: string;
  sentences: readonly Sentence[];
  terms: readonly Term[];
}

/** About 20 kB each. */
const mostKept = 300;
/** Least recently used first. */
const kept = new Map<string, AnalysedPassage>();

/**
 * The sentences and terms of a passage. Customers ask the same things: those of the last few hundred
 * passages are kept, since reading them took a third of the time of an answer.
 */
export function analysePassage(passage: RetrievedPassage): AnalysedPassage {
  const { text, language, versionId, ordinal } = passage;
  const key = `${versionId}/${ordinal}`;
  let found = kept.get(key);
  kept.delete(key);
  // A version that is read anew may be cut elsewhere.
  if (found?.text !== text) {
    found = { text, sentences: splitSentences(text), terms: analyse(text, toLanguage(language)) };
  }
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return found;
}
