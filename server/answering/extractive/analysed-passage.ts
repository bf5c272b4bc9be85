import { LRUCache } from "lru-cache";
import { analyse, type Term } from "../../language/analyse.ts";
import { rarityOf } from "../../language/common-words.ts";
import { toLanguage } from "../../language/languages.ts";
import { rangesIn, type NumberRange } from "../../language/ranges.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";
import { meaningOf, noMeaning, type TextMeaning } from "../../language/word-vectors.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { compose, leadIn, wordsOf, type ComposedAnswer } from "./compose.ts";
import { splitSentences, type Sentence } from "./sentences.ts";

/** What a passage consists of, whatever the question. */
export interface AnalysedPassage {
  text: string;
  units: readonly AnalysedUnit[];
  /** Of the nearest heading, of those above it, and of the document's name. */
  headingTerms: ReadonlySet<string>;
  pathTerms: ReadonlySet<string>;
  titleTerms: ReadonlySet<string>;
  /** Only then its meaning is known. */
  isEnglish: boolean;
  /** Of all headings above. */
  headingMeaning: TextMeaning;
}

/** A sentence, list item, row or heading, and the answer that would be composed around it. */
export interface AnalysedUnit extends Sentence {
  text: string;
  /** In order, and at which word of the passage each stands. */
  terms: readonly string[];
  positions: Uint16Array;
  /** Sum of how telling its different terms are, from 0.2 to 1 each. */
  rarity: number;
  composed: ComposedAnswer;
  composedTerms: ReadonlySet<string>;
  composedWords: number;
  meaning: TextMeaning;
  /** Values and ranges of the composed answer, and the values of the unit alone. */
  values: readonly TextValue[];
  ownValues: readonly TextValue[];
  ranges: readonly NumberRange[];
  /** Of the lead-in of a list item; of the first cell and of the column headings of a row. */
  leadTerms: ReadonlySet<string>;
  labelTerms: ReadonlySet<string>;
  headerTerms: ReadonlySet<string>;
  marks: UnitMarks;
}

/** What can be told of a unit by sight. */
export interface UnitMarks {
  isQuestion: boolean;
  isExample: boolean;
  isNote: boolean;
  isHeader: boolean;
  hasNegation: boolean;
  hasCondition: boolean;
}

export const conditionWords = /\b(if|unless|without|after|before|already|only|when|less than|more than)\b/iu;
const exampleWords = /\b(example|e\.g\.|for instance|suppose|byvoorbeeld)\b/iu;
const negationWords = /\b(not|no|never|nothing|cannot|nie|geen)\b/iu;
/** A footnote begins with its mark. */
const noteMark = /^\s*(?:\d|\*|†)\s*\p{Lu}/u;

/** About 25 kB each. */
const maxCached = 1_000;
const cache = new LRUCache<string, AnalysedPassage>({ max: maxCached });
const noTerms: ReadonlySet<string> = new Set();

/**
 * The units and terms of a passage. Customers ask the same things: those of the last passages are
 * cached, since reading them takes most of the time of an answer.
 */
export function analysePassage(passage: RetrievedPassage): AnalysedPassage {
  const key = `${passage.versionId}/${passage.ordinal}`;
  const cached = cache.get(key);
  // A version that is read anew may be cut elsewhere.
  if (cached?.text === passage.text) return cached;
  const analysed = computeAnalysis(passage);
  cache.set(key, analysed);
  return analysed;
}

function computeAnalysis(passage: RetrievedPassage): AnalysedPassage {
  const language = toLanguage(passage.language);
  const setOf = (text: string): ReadonlySet<string> =>
    text === "" ? noTerms : new Set(analyse(text, language).map(({ term }) => term));
  const terms = analyse(passage.text, language);
  const sentences = splitSentences(passage.text);
  let next = 0;
  const units = sentences.map((sentence, at): AnalysedUnit => {
    while (next < terms.length && (terms[next] as Term).start < sentence.start) next += 1;
    const from = next;
    while (next < terms.length && (terms[next] as Term).start < sentence.end) next += 1;
    const own = terms.slice(from, next);
    const text = passage.text.slice(sentence.start, sentence.end);
    const composed = compose(passage, sentences, at);
    const isRow = sentence.kind === "table_row";
    const header = isRow && sentence.columns !== at ? sentences[sentence.columns ?? -1] : undefined;
    return {
      ...sentence,
      text,
      terms: own.map(({ term }) => term),
      positions: Uint16Array.from(own, ({ position }) => position),
      rarity: [...new Set(own.map(({ term }) => term))].reduce((sum, term) => sum + rarityOf([term]), 0),
      composed,
      composedTerms: setOf(composed.content),
      composedWords: wordsOf(composed.content),
      meaning: language === "en" ? meaningOf(composed.content) : noMeaning,
      values: valuesIn(composed.content),
      ownValues: valuesIn(text),
      ranges: rangesIn(composed.content),
      leadTerms: setOf(leadIn(passage, sentences, at) ?? ""),
      labelTerms: isRow ? setOf(text.split(" | ")[0] ?? "") : noTerms,
      headerTerms: header === undefined ? noTerms : setOf(passage.text.slice(header.start, header.end)),
      marks: {
        isQuestion: text.trimEnd().endsWith("?"),
        isExample: exampleWords.test(text),
        isNote: noteMark.test(text),
        isHeader: sentences[at + 1]?.columns === at,
        hasNegation: negationWords.test(text),
        hasCondition: conditionWords.test(text),
      },
    };
  });
  return {
    text: passage.text,
    units,
    headingTerms: setOf(passage.headingPath.at(-1) ?? ""),
    pathTerms: setOf(passage.headingPath.slice(0, -1).join("\n")),
    titleTerms: setOf(passage.documentName),
    isEnglish: language === "en",
    headingMeaning: language === "en" ? meaningOf(passage.headingPath.join(" ")) : noMeaning,
  };
}
