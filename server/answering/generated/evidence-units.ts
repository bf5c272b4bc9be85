import { analyse } from "../../language/analyse.ts";
import { countWords } from "../../language/count-words.ts";
import { toLanguage, type Language } from "../../language/languages.ts";
import { sentenceCues } from "../../language/sentence-cues.ts";
import { synonymStemsOf } from "../../language/synonyms.ts";
import { headingPathAt, type RetrievedPassage } from "../../retrieval/passage.ts";
import { highest } from "../highest.ts";
import { splitSentences, type Sentence } from "../extractive/sentences.ts";
import type { TextSpan } from "../extractive/compose-unit.ts";
import { rowsOfPassage, type PassageRow } from "../tables/passage-rows.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { enumerationIn } from "./enumerations.ts";
import { rowFromText, typedRow, type EvidenceRow } from "./evidence-rows.ts";
import { factsOf } from "./facts.ts";

/** A sentence or row of a passage that can support a claim. */
export interface EvidenceUnit extends TextSpan {
  passage: number;
  /** Its text with all headings over it, its lead-in and the document's name. */
  contextText: string;
  /** A heading, or the heading row of a table: it states nothing by itself. */
  isHeading: boolean;
  /** If it is a row of a table: its cells and their headings. */
  row: EvidenceRow | null;
  /** The first cells, if only a row above has them. */
  inheritedCells: string;
  /** The nearest headings over it, and the lead-in of a list item. */
  headingText: string;
  /** The lead-in of a list item, with a colon at its end if it announces the list. */
  lead: string | null;
  text: string;
  termsAndFacts: Set<string>;
}

export interface CitedPassage {
  index: number;
  passage: RetrievedPassage;
  /** The typed tables of the cited passages. */
  tables: readonly RetrievedTable[];
}

/** The maximum number of units that support one claim. */
const maxEvidence = 4;
const factWeight = 3;
/** What all words of the question add to a unit's usefulness, in words of the claim. */
const tieShare = 0.5;

export type ClaimContent = ReturnType<typeof contentOf>;

/**
 * The content words of a text, each as the terms that match it in these languages, and its facts. Those of a claim have
 * to be in its evidence.
 */
export function contentOf(text: string, languages: Language[]) {
  const words = new Map<number, string[]>();
  for (const language of new Set(languages)) {
    for (const { term, start, end } of analyse(text, language)) {
      const others = language === "en" ? synonymStemsOf(text.slice(start, end).toLowerCase()) : [];
      const terms = [term, ...others].map((each) => `term:${each}`);
      words.set(start, [...(words.get(start) ?? []), ...terms]);
    }
  }
  return { words: [...words.values()], facts: factsOf(text) };
}

/** All units of a cited passage: the rows of its typed tables, and the sentences of the rest. */
export function evidenceUnitsOf({ index, passage, tables }: CitedPassage): EvidenceUnit[] {
  const rows = rowsOfPassage(passage, tables);
  const sentences = withHeadings(passage.text, splitSentences(passage.text, passage.sections));
  const units = sentences.flatMap(({ start, end }, at) =>
    rows.some((row) => row.start < end && start < row.end) ? [] : unitsOfSentence(passage, sentences, at),
  );
  // The remaining rows are the heading rows of typed tables.
  const isHeadingRow = ({ row }: Unit) => rows.length > 0 && row !== null;
  const others = units.map((unit) => ({ ...unit, isHeading: unit.isHeading || isHeadingRow(unit) }));
  return [...others, ...rows.map((row) => unitOfRow(passage, row))]
    .map((unit) => ({ ...unit, passage: index }))
    .toSorted((a, b) => a.start - b.start);
}

type Unit = Omit<EvidenceUnit, "passage">;

function unitOfRow(passage: RetrievedPassage, typed: PassageRow): Unit {
  const { start, end, table, at } = typed;
  const row = typedRow(typed);
  const { section = null, notes = [] } = table.table.rows[at] ?? {};
  const text = passage.text.slice(start, end);
  const path = headingPathAt(passage, start);
  const cells = row.cells.map((cell) => cell.text);
  const headings = row.cells.map(({ heading }) => heading);
  const above = [...headings, table.table.caption ?? "", section ?? ""].filter((each) => each !== "");
  const contextText = [text, ...cells, ...above, ...notes, ...path, passage.documentName].join("\n");
  return {
    start,
    end,
    text,
    lead: null,
    contextText,
    isHeading: false,
    row,
    inheritedCells: "",
    headingText: [section ?? "", ...path.slice(-1)].join("\n"),
    termsAndFacts: termsAndFactsIn(contextText, passage),
  };
}

const termsAndFactsIn = (text: string, { language }: RetrievedPassage): Set<string> =>
  new Set([...analyse(text, toLanguage(language)).map(({ term }) => `term:${term}`), ...factsOf(text)]);

/** A row is read with its column headings, a sentence with its heading, a list item with its lead-in. */
function unitsOfSentence(passage: RetrievedPassage, sentences: Sentence[], at: number): Unit[] {
  const { start = 0, end = 0, kind, columns = null, heading = null } = sentences[at] ?? {};
  const textOf = (index: number | null): string[] => {
    const sentence = sentences[index ?? -1];
    return sentence === undefined ? [] : [passage.text.slice(sentence.start, sentence.end)];
  };
  const text = passage.text.slice(start, end);
  const path = headingPathAt(passage, start);
  const lead = kind === "list_item" ? leadOf(passage.text, sentences, at) : null;
  const above = [columns, heading].flatMap(textOf);
  // Only a row above may have the first cells.
  const isBelowRow = kind === "table_row" && sentences[at - 1]?.kind === "table_row";
  const rowAbove = isBelowRow ? cellsFromRowAbove(passage.text, sentences, at) : [];
  const isHeading = kind === "heading" || sentences.some((other) => other.columns === at);
  const row = text.includes(" | ") ? rowFromText(text, textOf(columns)[0] ?? null) : null;
  return itemsOf({ start, end, text, lead }).map((item) => {
    const headings = item.lead === null ? above : [...above, item.lead];
    const contextText = [item.text, ...headings, ...rowAbove, ...path, passage.documentName].join("\n");
    return {
      ...item,
      contextText,
      isHeading,
      row,
      inheritedCells: rowAbove.join(" "),
      headingText: [...headings, ...path.slice(-1)].join("\n"),
      termsAndFacts: termsAndFactsIn(contextText, passage),
    };
  });
}

type Piece = Pick<EvidenceUnit, "start" | "end" | "text" | "lead">;
/** Longer sentences are not quoted whole. */
const maxWordsOfSentence = 60;

/** A sentence, or the items of its inline list if it is long. */
function itemsOf(piece: Piece): Piece[] {
  const { text, start } = piece;
  const isLong = countWords(text) > maxWordsOfSentence;
  const listed = isLong && !text.includes(" | ") ? enumerationIn(text) : null;
  if (listed === null) return [piece];
  return listed.items.map((item) => ({
    start: start + item.start,
    end: start + item.end,
    text: text.slice(item.start, item.end),
    lead: listed.lead,
  }));
}

/** "After hours | The same number." is no heading row. */
const isSentence = /\p{L}{2}[.!?;]$/u;
const onlyNumber = /^(?:R|\$|€|£)? ?\d[\d .,:]*%?$/u;

/** A first row with figures in its headings ("Sunday × 2,0") is a heading row, too, if no cell is a bare number. */
function withHeadings(text: string, sentences: Sentence[]): Sentence[] {
  const cells = ({ start, end }: Sentence) => text.slice(start, end).split(" | ");
  let first: number | null = null;
  return sentences.map((sentence, at) => {
    if (sentence.kind !== "table_row") first = null;
    else if (sentences[at - 1]?.kind !== "table_row") first = at;
    const columns = sentence.columns === null ? undefined : sentences[sentence.columns];
    if (columns !== undefined && cells(columns).some((cell) => isSentence.test(cell.trim())))
      return { ...sentence, columns: null };
    const heads = first === null || first === at ? undefined : sentences[first];
    if (heads === undefined || first === null || sentence.columns !== null) return sentence;
    const isHeading = cells(heads).every((cell) => cell.trim() === "" || /^\p{L}.*\p{L}/su.test(cell.trim()));
    return isHeading && cells(sentence).some((cell) => onlyNumber.test(cell.trim()))
      ? { ...sentence, columns: first }
      : sentence;
  });
}

/** The first cells that this row lacks, from the nearest row above that has more cells. */
function cellsFromRowAbove(text: string, sentences: Sentence[], at: number): string[] {
  const cells = (index: number) => text.slice(sentences[index]?.start, sentences[index]?.end).split(" | ");
  const count = cells(at).length;
  for (let each = at - 1; each >= Math.max(0, at - 8) && sentences[each]?.kind === "table_row"; each--) {
    const row = cells(each);
    if (row.length > count) return row.slice(0, row.length - count);
  }
  return [];
}

const announces = new RegExp(
  String.raw`(?<!\p{L})(?:${sentenceCues("announces a list")})(?!\p{L})|:\s*$`,
  "iu",
);

/**
 * The lead-in of a list item: in the paragraph before the list the last sentence that announces it ("You must not bill
 * for the following activities."), else the last one.
 */
function leadOf(text: string, sentences: Sentence[], at: number): string | null {
  const before = sentences.slice(0, at);
  const last = before.findLast(({ kind }) => kind !== "list_item");
  const textOf = ({ start, end }: Sentence) => text.slice(start, end);
  const announcing = before.findLast(
    (each) => each.kind === "prose" && each.line === last?.line && announces.test(textOf(each)),
  );
  if (announcing !== undefined) return textOf(announcing).replace(/\s*[.:]?\s*$/u, ":");
  return last === undefined ? null : textOf(last);
}

/**
 * Greedily chooses few units that contain most of these words and facts, the most useful first; of equally useful ones
 * that with more words of the question: "the main shop has one" is about the deli that was asked for.
 */
export function chooseEvidence(
  { words, facts }: ClaimContent,
  evidence: EvidenceUnit[],
  inQuestion: ClaimContent,
): EvidenceUnit[] {
  const open = new Set([...words.flat(), ...facts]);
  const asked = new Set(inQuestion.words.flat());
  const chosen: EvidenceUnit[] = [];
  while (chosen.length < maxEvidence) {
    const best = highest(evidence, ({ termsAndFacts }) => {
      const added = open.intersection(termsAndFacts);
      const gained = words.filter((terms) => terms.some((term) => added.has(term)));
      const useful = gained.length + factWeight * facts.intersection(added).size;
      return useful + (asked.intersection(termsAndFacts).size / (asked.size + 1)) * tieShare;
    });
    // A unit that adds only one word proves nothing beside the others, unless it is another row of their table.
    const isBesideOthers = chosen.length > 0 && !chosen.some((other) => isSameTable(other, best?.item));
    if (best === undefined || best.score < (isBesideOthers ? 2 : 1)) break;
    chosen.push(best.item);
    for (const each of best.item.termsAndFacts) open.delete(each);
  }
  return chosen;
}

export const isSameTable = (one: EvidenceUnit, other: EvidenceUnit | undefined): boolean =>
  other !== undefined && one.row !== null && one.row.table !== null && one.row.table === other.row?.table;
