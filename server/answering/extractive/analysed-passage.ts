import { LRUCache } from "lru-cache";
import { analyse, type Term } from "../../language/analyse.ts";
import { toLanguage } from "../../language/languages.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { splitSentences, type Sentence } from "./sentences.ts";

/** What a passage consists of, whatever the question. */
export interface AnalysedPassage {
  text: string;
  sentences: readonly AnalysedSentence[];
  /** Of the document's name and the headings over the passage. */
  headingTerms: readonly string[];
}

export interface AnalysedSentence extends Sentence {
  /** In order, and at which word of the passage each stands. */
  terms: readonly string[];
  positions: Uint16Array;
  /** How many different ones. */
  distinct: number;
}

/** About 4 kB each. */
const mostKept = 1_500;
const kept = new LRUCache<string, AnalysedPassage>({ max: mostKept });

/**
 * The sentences and terms of a passage. Customers ask the same things: those of the last passages are
 * kept, since reading them took a third of the time of an answer.
 */
export function analysePassage(passage: RetrievedPassage): AnalysedPassage {
  const key = `${passage.versionId}/${passage.ordinal}`;
  const known = kept.get(key);
  // A version that is read anew may be cut elsewhere.
  if (known?.text === passage.text) return known;
  const analysed = analyseAnew(passage);
  kept.set(key, analysed);
  return analysed;
}

function analyseAnew({ text, language, documentName, headingPath }: RetrievedPassage): AnalysedPassage {
  const terms = analyse(text, toLanguage(language));
  let next = 0;
  const sentences = splitSentences(text).map((sentence): AnalysedSentence => {
    while (next < terms.length && (terms[next] as Term).start < sentence.start) next += 1;
    const from = next;
    while (next < terms.length && (terms[next] as Term).start < sentence.end) next += 1;
    const own = terms.slice(from, next);
    return {
      ...sentence,
      terms: own.map(({ term }) => term),
      positions: Uint16Array.from(own, ({ position }) => position),
      distinct: new Set(own.map(({ term }) => term)).size,
    };
  });
  const over = analyse([documentName, ...headingPath].join("\n"), toLanguage(language));
  return { text, sentences, headingTerms: [...new Set(over.map(({ term }) => term))] };
}
