import { LRUCache } from "lru-cache";
import { once } from "../../caching/once.ts";
import { countWords } from "../../language/count-words.ts";
import { rarityOf } from "../../language/common-words.ts";
import { toLanguage, type Language } from "../../language/languages.ts";
import { isWordedAs, type AnswerWording } from "../../language/question-type.ts";
import { rangesIn } from "../../language/ranges.ts";
import { readTerms, type ReadTerms } from "../../language/read-words.ts";
import { sentenceCues } from "../../language/sentence-cues.ts";
import { valuesIn } from "../../language/values.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { analyseTable } from "../tables/analysed-table.ts";
import type { PassageRow, RowId } from "../tables/passage-rows.ts";
import { leadIn, type ComposedAnswer, type ReadSentence } from "./compose-unit.ts";
import { composeUnits } from "./passage-units.ts";
import { cacheByPassage } from "./passage-cache.ts";
import type { PassageMeaning, TextMeaning } from "./passage-meaning.ts";

/** The analysis of a passage, independent of any question. */
export interface AnalysedPassage {
  text: string;
  units: readonly AnalysedUnit[];
  /** Every relevant text once; units refer to them by index. */
  texts: readonly AnalysedText[];
  /** Word vectors exist for English only, so `meaning` is known only then. */
  isEnglish: boolean;
  meaning: PassageMeaning;
}

/** Indexes of the first texts of a passage: its nearest heading, and the document's name. */
export const textOfPassage = { heading: 0, title: 1 } as const;

/** A sentence, list item, row or heading, and the answer that would be composed around it. */
export interface AnalysedUnit extends ReadSentence {
  /** The row of a typed table that it shows, if any. */
  row: RowId | null;
  /** Indexes of texts: the unit itself, and the parts of its composed answer. */
  own: number;
  composedOf: readonly number[];
  /** The nearest heading over it, and its index; the index of the headings above that. */
  over: { nearest: string; heading: number; path: number };
  /** Indexes of texts: the lead-in of a list item; the first cell and the column headings of a row. */
  lead: number | null;
  label: number | null;
  header: number | null;
  /** The word position of each of its own terms. */
  positions: readonly number[];
  /** Sum of the rarity of its distinct terms, from 0.2 to 1 each. */
  rarity: number;
  composed: ComposedAnswer;
  composedWords: number;
  /** Numbers of distinct terms in the composed answer, and in the first cell of a row. */
  composedTermCount: number;
  labelTermCount: number;
  meaning: TextMeaning;
  /** Values in the composed answer. */
  values: readonly ReadValue[];
  marks: ReturnType<typeof marksOf>;
  /** Whether the composed answer, or the heading over it, may negate something. */
  mayDeny: boolean;
  /** Whether it is worded as an answer of this kind; computed when a question first needs it. */
  gives: (kind: AnswerWording) => boolean;
}

export const conditionWords = /\b(?:if|unless|without|after|before|already|only|when|less than|more than)\b/i;
const exampleWords = new RegExp(String.raw`\b(?:${sentenceCues("gives an example")})\b`, "i");
const denyingWords = new RegExp(
  String.raw`(?<!\p{L})(?:${sentenceCues("may deny")})(?!\p{L})|n[’']t(?!\p{L})`,
  "iu",
);
const negationWords = new RegExp(String.raw`\b(?:${sentenceCues("negates")})\b`, "i");
/** A footnote begins with its mark. */
const noteMark = /^\s*(?:\d|\*|†)\s*\p{Lu}/u;

/** In bytes, approximately: about 4,500 passages. Each question reads eight. */
const maxCacheSize = 64 * 1_048_576;
const cache = new LRUCache<string, AnalysedPassage>({
  maxSize: maxCacheSize,
  sizeCalculation: ({ text, units, texts }) =>
    2_000 +
    text.length * 2 +
    units.length * 1_700 +
    texts.reduce((sum, { terms }) => sum + 150 + 16 * terms.length, 0),
});

/**
 * The units and terms of a passage. Those of recent passages are cached, because customers ask similar questions and
 * the analysis takes most of the time of an answer.
 */
export const analysePassage = cacheByPassage(cache, computeAnalysis);

function computeAnalysis(passage: RetrievedPassage, rows: readonly PassageRow[] = []): AnalysedPassage {
  const language = toLanguage(passage.language);
  const { isEnglish, sentences, headings, units: known, meaning, composeAt } = composeUnits(passage);
  const texts = new PassageTexts(passage, language);
  const words = sentences.map(({ text }) => readTerms(text, language));
  const own = sentences.map(({ text }, at) => texts.of(text, words[at]));
  const units = sentences.map((sentence, at): AnalysedUnit => {
    const row = rows.find((each) => each.start < sentence.end && sentence.start < each.end) ?? null;
    const composition = (row === null ? known[at] : undefined) ?? composeAt(at, row);
    const composed = composition.answer;
    const composedOf = composition.parts.map((part) => texts.of(part));
    const above = row === null ? texts.overCells(sentences, at) : texts.overRow(row);
    const lead = leadIn(passage, sentences, at);
    const path = headings[at] ?? [];
    const nearest = path.at(-1) ?? "";
    const isHeader = sentences[at + 1]?.columns === at;
    return {
      ...sentence,
      row: row === null ? null : { versionId: row.table.versionId, number: row.table.number, at: row.at },
      own: own[at] ?? 0,
      composedOf,
      over: { nearest, heading: texts.of(nearest), path: texts.of(path.slice(0, -1).join("\n")) },
      lead: lead === null ? null : texts.of(lead),
      ...above,
      positions: words[at]?.positions ?? [],
      rarity: [...texts.termsOf(own.slice(at, at + 1))].reduce((sum, term) => sum + rarityOf([term]), 0),
      composed,
      composedWords: countWords(composed.content),
      composedTermCount: texts.termsOf(composedOf).size,
      labelTermCount: above.label === null ? 0 : texts.termsOf([above.label]).size,
      meaning: composition.meaning,
      values: composedOf.flatMap((text) => texts.all[text]?.values ?? []),
      marks: marksOf(
        sentence.text,
        isHeader || (sentence.kind === "table_row" && row === null && rows.length > 0),
        isHeader || isTitle(sentences, at),
      ),
      gives: wordingOf(composed.content),
      mayDeny: denyingWords.test(`${nearest}\n${composed.content}`),
    };
  });
  return {
    text: passage.text,
    units,
    texts: texts.all,
    isEnglish,
    meaning: { words: meaning.words, headings: meaning.headings },
  };
}

/** The analysis, independent of any question, of a text that is part of an answer or a heading over it. */
type AnalysedText = ReturnType<typeof analyseText>;
export type ReadValue = AnalysedText["values"][number];

function analyseText(text: string, { terms, mayHoldValues }: Omit<ReadTerms, "positions">) {
  const values = mayHoldValues ? valuesIn(text) : [];
  return {
    /** Index terms, in order. */
    terms,
    values: values.map((value) => ({ ...value, lower: value.text.trim().toLowerCase() })),
    ranges: once(() => (mayHoldValues ? rangesIn(text) : [])),
  };
}

/** Collects the texts of one passage. */
class PassageTexts {
  readonly all: AnalysedText[] = [];
  readonly #language: Language;
  readonly #byText = new Map<string, number>();

  constructor({ headingPath, documentName }: RetrievedPassage, language: Language) {
    this.#language = language;
    for (const text of [headingPath.at(-1) ?? "", documentName]) this.add(text);
  }

  add(text: string, read: Omit<ReadTerms, "positions"> = readTerms(text, this.#language)): number {
    this.all.push(analyseText(text, read));
    return this.all.length - 1;
  }

  addTerms(terms: string[]): number {
    return this.add("", { terms, mayHoldValues: false });
  }

  /** The index of a text that several units may share, such as a lead-in or heading. */
  of(text: string, read?: ReadTerms): number {
    let at = this.#byText.get(text);
    if (at === undefined) this.#byText.set(text, (at = this.add(text, read)));
    return at;
  }

  /** The first cell and the headings of a row of a typed table. */
  overRow({ table, at }: PassageRow): Pick<AnalysedUnit, "label" | "header"> {
    const { columns, headerTerms, rows } = analyseTable(table);
    const key = `columns ${columns.join("\n")}`;
    let header = this.#byText.get(key);
    if (header === undefined)
      this.#byText.set(key, (header = this.addTerms(headerTerms.flatMap((each) => [...each]))));
    return { label: this.addTerms(rows[at]?.labelTerms ?? []), header };
  }

  /** As `overRow`, for a row that is only known as text. */
  overCells(sentences: readonly ReadSentence[], at: number): Pick<AnalysedUnit, "label" | "header"> {
    const sentence = sentences[at];
    if (sentence?.kind !== "table_row") return { label: null, header: null };
    const header = sentence.columns === at ? undefined : sentences[sentence.columns ?? -1];
    return {
      label: this.of(sentence.text.split(" | ")[0] ?? ""),
      header: header === undefined ? null : this.of(header.text),
    };
  }

  /** The distinct terms of texts. */
  termsOf(texts: readonly number[]): Set<string> {
    return new Set(texts.flatMap((text) => this.all[text]?.terms ?? []));
  }
}

function isTitle(sentences: readonly ReadSentence[], at: number): boolean {
  const below = sentences[at + 1]?.kind;
  return sentences[at]?.kind === "heading" && (below === "heading" || below === "table_row");
}

/** Surface properties of a unit. */
function marksOf(text: string, isHeader: boolean, isTitleAlone: boolean) {
  return {
    isQuestion: text.trimEnd().endsWith("?"),
    isExample: exampleWords.test(text),
    isNote: noteMark.test(text),
    isHeader,
    /** A table's caption or headings, or a heading directly above another: it only introduces what follows. */
    isTitle: isTitleAlone,
    hasNegation: negationWords.test(text),
    hasCondition: conditionWords.test(text),
  };
}

/** The closure must reference nothing but the text, because it lives as long as the cached passage. */
function wordingOf(text: string): AnalysedUnit["gives"] {
  const found: Partial<Record<AnswerWording, boolean>> = {};
  return (kind) => (found[kind] ??= isWordedAs(text, kind));
}
