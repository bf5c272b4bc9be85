import { LRUCache } from "lru-cache";
import { analyse, type Term } from "../../language/analyse.ts";
import { rarityOf } from "../../language/common-words.ts";
import { toLanguage, type Language } from "../../language/languages.ts";
import { once } from "../../language/once.ts";
import { givesWorded, type WordedAnswer } from "../../language/question-type.ts";
import { rangesIn, type NumberRange } from "../../language/ranges.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";
import { meaningOf, noMeaning, type TextMeaning } from "../../language/word-vectors.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { analyseTable } from "../tables/analysed-table.ts";
import type { PassageRow, RowId } from "../tables/passage-rows.ts";
import { compose, leadIn, wordsOf, type ComposedAnswer } from "./compose.ts";
import { splitSentences, type Sentence } from "./sentences.ts";
import type { TermsOfParts } from "./weighted-query.ts";

/** What a passage consists of, whatever the question. */
export interface AnalysedPassage extends TermsOfParts {
  text: string;
  units: readonly AnalysedUnit[];
  /** Only then its meaning is known. */
  isEnglish: boolean;
  /** Of all headings above. */
  headingMeaning: TextMeaning;
}

/** The parts of a passage by number: the nearest heading, those above it, the document's name, and parts of each unit. */
export const partOfPassage = { heading: 0, path: 1, title: 2 } as const;
const partsOfUnit = {
  /** The unit itself. */
  own: 3,
  composed: 4,
  /** The lead-in of a list item; the first cell and the column headings of a row. */
  lead: 5,
  label: 6,
  header: 7,
} as const;
export const partOfUnit = (unit: number, part: keyof typeof partsOfUnit): number =>
  unit * 5 + partsOfUnit[part];

/** A sentence, list item, row or heading, and the answer that would be composed around it. */
export interface AnalysedUnit extends Sentence {
  text: string;
  /** The row of a typed table that it shows; null where it shows none. */
  row: RowId | null;
  /** In order, and at which word of the passage each stands. */
  terms: readonly string[];
  positions: Uint16Array;
  /** Sum of how telling its different terms are, from 0.2 to 1 each. */
  rarity: number;
  composed: ComposedAnswer;
  composedWords: number;
  /** Different terms of the composed answer, and of the first cell of a row. */
  composedTermCount: number;
  labelTermCount: number;
  meaning: TextMeaning;
  /** Of the composed answer. */
  values: readonly UnitValue[];
  marks: UnitMarks;
  /** What few questions ask for is found when the first of them does: values of the unit alone, ranges, evidence. */
  ownValues: () => readonly UnitValue[];
  ranges: () => readonly NumberRange[];
  gives: (kind: WordedAnswer) => boolean;
}

export interface UnitValue extends TextValue {
  /** In lower case. */
  lower: string;
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

/** In bytes, about; some 400 passages. */
const maxCacheSize = 12 * 1_048_576;
const cache = new LRUCache<string, AnalysedPassage>({
  maxSize: maxCacheSize,
  sizeCalculation: ({ text, units, partsWith }) =>
    1_000 + text.length * 2 + units.length * 1_500 + partsWith.size * 120,
});

/**
 * The units and terms of a passage. Customers ask the same things: those of the last passages are
 * cached, since reading them takes most of the time of an answer.
 */
export function analysePassage(passage: RetrievedPassage, rows: readonly PassageRow[] = []): AnalysedPassage {
  const key = `${passage.versionId}/${passage.ordinal}/${rows.length}`;
  const cached = cache.get(key);
  // A version that is read anew may be cut elsewhere.
  if (cached?.text === passage.text) return cached;
  const analysed = computeAnalysis(passage, rows);
  cache.set(key, analysed);
  return analysed;
}

function computeAnalysis(passage: RetrievedPassage, rows: readonly PassageRow[]): AnalysedPassage {
  const language = toLanguage(passage.language);
  const isEnglish = language === "en";
  const sentences = splitSentences(passage.text);
  const own = termsOfSentences(passage.text, sentences, language);
  const partsWith = new Map<string, number[]>();
  /** Notes the terms of a part; how many different ones it has. */
  const note = (part: number, terms: Iterable<string>): number => {
    const different = new Set(terms);
    for (const term of different) {
      const parts = partsWith.get(term);
      if (parts === undefined) partsWith.set(term, [part]);
      else parts.push(part);
    }
    return different.size;
  };
  const noteText = (part: number, text: string): number =>
    text === ""
      ? 0
      : note(
          part,
          analyse(text, language).map(({ term }) => term),
        );
  noteText(partOfPassage.heading, passage.headingPath.at(-1) ?? "");
  noteText(partOfPassage.path, passage.headingPath.slice(0, -1).join("\n"));
  noteText(partOfPassage.title, passage.documentName);
  const units = sentences.map((sentence, at): AnalysedUnit => {
    const text = passage.text.slice(sentence.start, sentence.end);
    const row = rows.find((each) => each.start < sentence.end && sentence.start < each.end) ?? null;
    const composed = compose(passage, sentences, at, row);
    const { content } = composed;
    const terms = (own[at] ?? []).map(({ term }) => term);
    const isRow = sentence.kind === "table_row";
    const names = row === null ? null : analyseTable(row.table);
    const header = isRow && sentence.columns !== at ? sentences[sentence.columns ?? -1] : undefined;
    note(partOfUnit(at, "own"), terms);
    noteText(partOfUnit(at, "lead"), leadIn(passage, sentences, at) ?? "");
    if (names !== null)
      note(
        partOfUnit(at, "header"),
        names.headerTerms.flatMap((each) => [...each]),
      );
    else if (header !== undefined)
      noteText(partOfUnit(at, "header"), passage.text.slice(header.start, header.end));
    return {
      ...sentence,
      text,
      row: row === null ? null : { versionId: row.table.versionId, number: row.table.number, at: row.at },
      terms,
      positions: Uint16Array.from(own[at] ?? [], ({ position }) => position),
      rarity: [...new Set(terms)].reduce((sum, term) => sum + rarityOf([term]), 0),
      composed,
      composedWords: wordsOf(content),
      composedTermCount: noteText(partOfUnit(at, "composed"), content),
      labelTermCount:
        names !== null
          ? note(partOfUnit(at, "label"), names.rows[row?.at ?? 0]?.labelTerms ?? [])
          : isRow
            ? noteText(partOfUnit(at, "label"), text.split(" | ")[0] ?? "")
            : 0,
      meaning: isEnglish ? meaningOf(content) : noMeaning,
      values: unitValues(content),
      marks: marksOf(text, sentences[at + 1]?.columns === at || (isRow && row === null && rows.length > 0)),
      ownValues: once(() => unitValues(text)),
      ranges: once(() => rangesIn(content)),
      gives: onceEach((kind) => givesWorded(content, kind)),
    };
  });
  return {
    text: passage.text,
    units,
    partCount: partOfUnit(units.length, "own"),
    partsWith,
    isEnglish,
    headingMeaning: isEnglish ? meaningOf(passage.headingPath.join(" ")) : noMeaning,
  };
}

/** The terms of a text by the sentence that they stand in. */
function termsOfSentences(text: string, sentences: readonly Sentence[], language: Language): Term[][] {
  const terms = analyse(text, language);
  let next = 0;
  return sentences.map(({ start, end }) => {
    while (next < terms.length && (terms[next] as Term).start < start) next += 1;
    const from = next;
    while (next < terms.length && (terms[next] as Term).start < end) next += 1;
    return terms.slice(from, next);
  });
}

function unitValues(text: string): UnitValue[] {
  return valuesIn(text).map((value) => ({ ...value, lower: value.text.trim().toLowerCase() }));
}

function marksOf(text: string, isHeader: boolean): UnitMarks {
  return {
    isQuestion: text.trimEnd().endsWith("?"),
    isExample: exampleWords.test(text),
    isNote: noteMark.test(text),
    isHeader,
    hasNegation: negationWords.test(text),
    hasCondition: conditionWords.test(text),
  };
}

function onceEach<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const value = find(key);
    found.set(key, value);
    return value;
  };
}
