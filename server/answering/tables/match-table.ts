import { analyseTable, type AnalysedTable } from "./analysed-table.ts";
import { exclusionWeight } from "./denials.ts";
import { judgeColumns, judgeRows, judgeValues } from "./verdicts.ts";
import { addVerdicts, unconditional, type Verdict } from "./verdict.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import type { RowProbabilities } from "./row-probabilities.ts";
import { isOtherHeading, leaveOutHeadingWords } from "./stated-headings.ts";
import type { ExpandHeading } from "./heading-definitions.ts";
import { kindWords } from "../../language/table-words.ts";
import { termCoverage, type TableQuery } from "./table-query.ts";
import type { CellKind } from "../../language/cell-value.ts";

/** How much of each term of a question a text contains, 0 to 1, in the order of the terms. */
type Coverage = Float64Array;

/** A table with the coverage of the question by each of its parts. */
export type MatchedTable = ReturnType<typeof matchTable>;

/** A row with the coverage of the question by its label, its section heading and its other cells. */
export type MatchedRow = MatchedTable["rows"][number];

/** Weights by place: the document's name says less about a row than the row's own label. */
const shares = {
  label: 1,
  section: 0.95,
  header: 0.95,
  cell: 0.7,
  caption: 0.65,
  heading: 0.65,
  title: 0.4,
  kind: 0.8,
};

/** Finds the question's terms, numbers, days and months in a table. Rows without a term share one empty coverage. */
export function matchTable(
  retrieved: RetrievedTable,
  query: TableQuery,
  probabilities: RowProbabilities,
  expand: ExpandHeading,
) {
  const table = analyseTable(retrieved);
  const none = new Float64Array(query.terms.length);
  const verdicts = judgeRows(table, query.operators, query, expand);
  const rows = table.rows.map((row, at) => ({
    row,
    /** 0-based index in the table. */
    at,
    label: none,
    section: none,
    cells: none,
    /** Whether one of the three contains a term of the question. */
    isNamed: false,
    /** Whether the question excludes it, or names it only by words of a column's heading, but others by their own. */
    isLeftOut: (verdicts[at]?.against ?? 0) >= exclusionWeight,
    /** Its verdict on the question's numbers, days and months. */
    verdict: verdicts[at] ?? unconditional,
  }));
  for (const [found, terms] of query.lookup) {
    for (const [at, place] of table.rowsWith.get(found) ?? []) {
      const row = rows[at];
      if (row === undefined) continue;
      row.isNamed = true;
      if (row[place] === none) row[place] = new Float64Array(query.terms.length);
      for (const { term, share } of terms) row[place][term] = Math.max(share, row[place][term] ?? 0);
    }
  }
  const headers = table.headerTerms.map((terms) => termCoverage(query, terms));
  leaveOutRelatedHeadings(table, query, headers);
  leaveOutHeadingWords(table, query, rows);
  judgeValues(table, query.operators, {
    headers: headers.map((header) => weightOf(query, header)),
    verdicts,
  });
  return {
    retrieved,
    table,
    query,
    probabilities,
    /** Coverage by the caption, the headings above the table and the document's name, weighted by place. */
    topic: topicOf(table, query),
    /** Coverage by the caption or the heading next to the table, if the question names most of it. */
    title: titleOf(table, query),
    /** Coverage by the heading of each column. */
    headers,
    /** The verdict of each column on the question's numbers, days and months, and on the headings that it states. */
    columnVerdicts: judgeColumns(table.columns.map(expand), query.operators, query.affirmed).map(
      (verdict, column) =>
        isOtherHeading(table, query, column) ? addVerdicts(verdict, contradicted) : verdict,
    ),
    rows,
    /** The greatest `met` among the verdicts of its rows. */
    maxMet: Math.max(0, ...verdicts.map(({ met }) => met)),
  };
}

/**
 * If the question has a whole heading that shares no word with another, headings with related words are not meant:
 * "kosher" is not "halaal".
 */
function leaveOutRelatedHeadings(table: AnalysedTable, { lookup }: TableQuery, headers: readonly Coverage[]) {
  for (const [column, own] of table.ownTerms.entries()) {
    const stated = [...own].map((each) => lookup.get(each)?.filter(({ share }) => share === 1) ?? []);
    const isOwn = table.ownTerms.every((other) => other === own || other.isDisjointFrom(own));
    if (!isOwn || table.labelColumns.includes(column) || stated.some((terms) => terms.length === 0)) continue;
    for (const { term } of stated.flat())
      for (const header of headers) if ((header[term] ?? 0) < 1) header[term] = 0;
  }
}

const contradicted: Verdict = { met: 0, against: 1, surelyMet: 0, surelyAgainst: 1 };

/** The weight of the naming terms in a coverage. */
const weightOf = ({ terms }: TableQuery, coverage: Coverage): number =>
  terms.reduce((sum, { weight, names }, term) => sum + (names ? weight * (coverage[term] ?? 0) : 0), 0);

function topicOf(table: AnalysedTable, query: TableQuery): Coverage {
  const topic = new Float64Array(query.terms.length);
  for (const [terms, share] of [
    [table.captionTerms, shares.caption],
    [table.headingTerms, shares.heading],
    [table.titleTerms, shares.title],
  ] as const) {
    for (const [term, coverage] of termCoverage(query, terms).entries())
      topic[term] = Math.max(topic[term] ?? 0, coverage * share);
  }
  return topic;
}

function titleOf(table: AnalysedTable, query: TableQuery): Coverage {
  const named = [table.captionTerms, table.nearestHeadingTerms].filter(
    (terms) => namedShare(query, [...terms]) > 0.5,
  );
  return termCoverage(
    query,
    named.flatMap((terms) => [...terms]),
  );
}

/** Shares of the question's weight that a row and a column cover: in total, and by place. */
export type QuestionCoverage = ReturnType<typeof coverageOfRow>;

/**
 * How much of the question a row covers, together with the headings of `columns`. `kind`: the kind of the value to show.
 * An amount covers "how much does it cost" even if no heading says so. `label` includes the row's section heading;
 * `uncoveredNames` is the weight of naming words that occur in no place.
 */
export function coverageOfRow(
  { query, topic, headers }: MatchedTable,
  row: MatchedRow,
  columns: readonly number[],
  kind: CellKind | null,
) {
  const isOfAskedKind = kind !== null && query.operators.askedKinds.has(kind);
  const wordsOfKind = isOfAskedKind ? kindWords.find(({ kinds }) => kinds.includes(kind))?.words : undefined;
  const chosen = columns.map((column) => headers[column]);
  const coverage = { all: 0, label: 0, column: 0, topic: 0, uncoveredNames: 0 };
  for (const [term, { word, weight, names }] of query.terms.entries()) {
    const label = Math.max(row.label[term] ?? 0, (row.section[term] ?? 0) * shares.section);
    let inColumn = 0;
    for (const header of chosen) inColumn = Math.max(inColumn, (header?.[term] ?? 0) * shares.header);
    const around = topic[term] ?? 0;
    const byKind = wordsOfKind?.has(word) === true ? shares.kind : 0;
    const share = Math.max(label, inColumn, (row.cells[term] ?? 0) * shares.cell, around, byKind);
    coverage.all += weight * share;
    coverage.label += weight * label;
    coverage.column += weight * inColumn;
    coverage.topic += weight * around;
    if (names && share === 0) coverage.uncoveredNames += weight;
  }
  return coverage;
}

/**
 * Weight of the question's terms that name this row in particular, by its label, section or cells (`inLabel`: only by
 * its label). `isLeftOut`: words that name nothing.
 */
export function namingWeightOfRow(
  { query, topic, headers, table }: MatchedTable,
  row: MatchedRow,
  isLeftOut: (word: string) => boolean,
  inLabel = false,
): number {
  let sum = 0;
  for (const [term, { word, weight, names }] of query.terms.entries()) {
    // The caption and the headings of the label columns apply to all rows.
    const ofAll = Math.max(topic[term] ?? 0, ...table.labelColumns.map((at) => headers[at]?.[term] ?? 0));
    const label = row.label[term] ?? 0;
    // The 6 of "6 bottles" doesn't name the rows with "4 – 6 days".
    const inCells = /^\d/u.test(word) ? 0 : (row.cells[term] ?? 0) * shares.cell;
    const beside = Math.max((row.section[term] ?? 0) * shares.section, inCells);
    const share = inLabel ? label : Math.max(label, beside);
    // If these only have a synonym, a row that contains the word itself is still named by it.
    if (names && !isLeftOut(word) && ofAll < Math.max(shares.title, share)) sum += weight * share;
  }
  return sum;
}

/** Share of the words that occur only in this column's heading, or in one of its alternatives, which the question names. */
export const namedShareOfColumn = ({ query, table }: MatchedTable, column: number): number =>
  Math.max(0, ...(table.distinctHeaderTerms[column] ?? []).map((terms) => namedShare(query, terms)));

/** Share of the row's label that the question names. */
export const namedShareOfLabel = ({ query }: MatchedTable, { row }: MatchedRow): number =>
  namedShare(query, row.nameTerms);

const namedShare = ({ lookup }: TableQuery, terms: readonly string[]): number =>
  terms.filter((term) => lookup.has(term)).length / Math.max(1, terms.length);
