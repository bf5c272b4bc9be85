import { analyseTable, type AnalysedRow, type AnalysedTable } from "./analysed-table.ts";
import { judgeColumns, judgeRows, judgeValues, unconditional, type Verdict } from "./conditions.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import type { RowBeliefs } from "./row-beliefs.ts";
import { kindWords } from "./table-words.ts";
import { coverageOf, type WeightedQuestion } from "./weighted-question.ts";
import type { CellKind } from "../../language/cell-value.ts";

/** A table with how much of the question each of its parts holds. */
export interface MatchedTable {
  retrieved: RetrievedTable;
  table: AnalysedTable;
  question: WeightedQuestion;
  beliefs: RowBeliefs;
  /** Of every term of the question: by the caption, the headings over the table, the document's name. */
  topic: Float64Array;
  headers: Float64Array[];
  columnVerdicts: Verdict[];
  rows: MatchedRow[];
  /** How much of the question's conditions the row meets that meets most of them. */
  mostMet: number;
}

export interface MatchedRow {
  row: AnalysedRow;
  at: number;
  label: Float64Array;
  section: Float64Array;
  cells: Float64Array;
  /** It holds a term of the question. */
  isNamed: boolean;
  verdict: Verdict;
}

/** What a term counts by where it stands. */
const shares = { label: 1, section: 0.95, header: 0.95, cell: 0.7, caption: 0.65, heading: 0.65, title: 0.4 };

/** Finds the question's terms in a table. Rows that hold none of them share one empty match. */
export function matchTable(
  retrieved: RetrievedTable,
  question: WeightedQuestion,
  beliefs: RowBeliefs,
): MatchedTable {
  const table = analyseTable(retrieved);
  const none = new Float64Array(question.terms.length);
  const verdicts = judgeRows(table, question.operators, new Set(question.terms.map(({ word }) => word)));
  const rows = table.rows.map((row, at): MatchedRow => ({
    row,
    at,
    label: none,
    section: none,
    cells: none,
    isNamed: false,
    verdict: verdicts[at] ?? unconditional,
  }));
  for (const [found, terms] of question.lookup) {
    for (const [at, place] of table.rowsWith.get(found) ?? []) {
      const row = rows[at];
      if (row === undefined) continue;
      row.isNamed = true;
      const key = place === "label" ? "label" : place === "section" ? "section" : "cells";
      if (row[key] === none) row[key] = new Float64Array(question.terms.length);
      for (const { term, share } of terms) row[key][term] = Math.max(share, row[key][term] ?? 0);
    }
  }
  const headers = table.headerTerms.map((terms) => coverageOf(question, terms));
  judgeValues(table, question.operators, { headers: headers.map(weightOf(question)), verdicts });
  return {
    retrieved,
    table,
    question,
    beliefs,
    topic: topicOf(table, question),
    headers,
    columnVerdicts: judgeColumns(table.columns, question.operators),
    rows,
    mostMet: Math.max(0, ...verdicts.map(({ met }) => met)),
  };
}

/** How much of what the question names a heading holds. */
function weightOf({ terms }: WeightedQuestion): (held: Float64Array) => number {
  return (held) =>
    terms.reduce((sum, { weight, names }, term) => sum + (names ? weight * (held[term] ?? 0) : 0), 0);
}

function topicOf(table: AnalysedTable, question: WeightedQuestion): Float64Array {
  const topic = new Float64Array(question.terms.length);
  for (const [terms, share] of [
    [table.captionTerms, shares.caption],
    [table.headingTerms, shares.heading],
    [table.titleTerms, shares.title],
  ] as const) {
    for (const [term, held] of coverageOf(question, terms).entries())
      topic[term] = Math.max(topic[term] ?? 0, held * share);
  }
  return topic;
}

/** Share of the question's weight that some parts of a table hold together. */
export interface Explained {
  all: number;
  label: number;
  column: number;
  topic: number;
  /** Weight of words that name things and stand nowhere here. */
  unexplainedNames: number;
}

/** What a row explains with one of its columns (or none), when the value there is of a kind. */
export function explain(
  { question, topic, headers }: MatchedTable,
  row: MatchedRow,
  column: number | null,
  kind: CellKind | null,
): Explained {
  const isAskedKind = kind !== null && question.operators.asked.has(kind);
  const said = !isAskedKind ? null : (kindWords.find(([kinds]) => kinds.includes(kind))?.[1] ?? null);
  const header = column === null ? undefined : headers[column];
  const explained: Explained = { all: 0, label: 0, column: 0, topic: 0, unexplainedNames: 0 };
  for (const [term, { word, weight, names }] of question.terms.entries()) {
    const label = Math.max(row.label[term] ?? 0, (row.section[term] ?? 0) * shares.section);
    const inColumn = (header?.[term] ?? 0) * shares.header;
    const around = topic[term] ?? 0;
    const byKind = said?.has(word) === true ? 0.8 : 0;
    const share = Math.max(label, inColumn, (row.cells[term] ?? 0) * shares.cell, around, byKind);
    explained.all += weight * share;
    explained.label += weight * label;
    explained.column += weight * inColumn;
    explained.topic += weight * around;
    if (names && share === 0) explained.unexplainedNames += weight;
  }
  return explained;
}

/** Weight of the question's terms that a row names in its own right: label, section and texts. `isLeftOut`: terms that name none. */
export function namedByRow(
  { question, topic }: MatchedTable,
  row: MatchedRow,
  isLeftOut: (word: string) => boolean,
): number {
  let sum = 0;
  for (const [term, { word, weight }] of question.terms.entries())
    // What the caption says is said of all rows.
    if ((topic[term] ?? 0) < shares.title && !isLeftOut(word))
      sum +=
        weight *
        Math.max(
          row.label[term] ?? 0,
          (row.section[term] ?? 0) * shares.section,
          (row.cells[term] ?? 0) * shares.cell,
        );
  return sum;
}

/** Share of the words that tell a column from the others which the question names. */
export function columnNamed({ question, table }: MatchedTable, column: number): number {
  const terms = table.distinctHeaderTerms[column] ?? [];
  const named = terms.filter((term) => question.lookup.has(term)).length;
  return terms.length === 0 ? 0 : named / terms.length;
}

/** Share of the row's label that the question names. */
export function labelNamed({ question }: MatchedTable, { row }: MatchedRow): number {
  const named = row.labelTerms.filter((term) => question.lookup.has(term)).length;
  return row.labelTerms.length === 0 ? 0 : named / row.labelTerms.length;
}
