import { analyse } from "../../language/analyse.ts";
import { rarityOf } from "../../language/common-words.ts";
import { toLanguage } from "../../language/languages.ts";
import type { Earlier } from "../../language/follow-up.ts";
import { tokenize } from "../../language/tokenize.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";
import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import type { QueryTerm } from "../../retrieval/passage.ts";
import { unconditional, type Verdict } from "./verdict.ts";
import type { ExpandHeading } from "./heading-definitions.ts";
import { isAsked, valueCells } from "./look-up.ts";
import { matchTable, namingWeightOfRow, type MatchedRow, type MatchedTable } from "./match-table.ts";
import { buildTableQuery } from "./table-query.ts";

/** A row of a table. */
export interface RowPlace {
  matched: MatchedTable;
  row: MatchedRow;
}

/** A cell with its row and the index of its column. */
export interface CellPlace extends RowPlace {
  column: number;
  cell: TypedCell;
}

/** The cell that the last reply named, and the cell or row that a follow-up asks for instead, if it names one. */
export interface FollowUpCell {
  replied: CellPlace;
  asked: CellPlace | RowPlace | null;
}

/** What speaks for a row or column of the table. The weights of the question's own terms add up to 1. */
const weights = {
  conditionMet: 0.4,
  conditionAgainst: -0.4,
  columnNamed: 0.3,
  sharedLabel: 0.3,
  sameSection: 0.15,
  kindMissed: -0.12,
};
/** A row or column is named if it is named by at least this share of the follow-up. */
const minNamed = 0.08;
/** The reply must state at least this share of the label of its row. */
const minLabelShare = 0.3;
/** A column was asked for if the earlier messages have at least this share of its heading. */
const minHeadingShare = 0.25;
/** Both are meant if the words of the second name at least this share more of it. */
const minFurtherWords = 0.2;

/**
 * "What is Farm 25 on 24 months?" – "R1 199" – "and on 12?": the reply came from a cell, and the follow-up names
 * another row or column of its table. Null if the reply names no cell of the tables.
 */
export function followUpCell(
  tables: readonly MatchedTable[],
  { question, earlier, terms }: { question: string; earlier: Earlier; terms: QueryTerm[] },
  expand: ExpandHeading,
): FollowUpCell | null {
  const found = repliedCell(tables, earlier);
  if (found === null) return null;
  const replied = { ...found, column: repliedColumn(found, earlier) ?? noColumn };
  const own = new Set(tokenize(question).flatMap(({ word, parts }) => [word, ...parts]));
  const ownTerms = terms.filter(({ word }) => own.has(word)).map((term) => ({ ...term, emphasis: 1 }));
  const { retrieved, probabilities } = replied.matched;
  const query = buildTableQuery(question, ownTerms);
  const matched = matchTable(retrieved, query, { ...probabilities, rows: new Map() }, expand);
  return { replied, asked: askedCell(replied, matched) };
}

/** Stands for the column if the reply is about a row, not about one of its cells. */
const noColumn = -1;

/**
 * The column that the reply is about. If it states several cells of the row ("R 1 899,00; warranty: 5 years"), the one
 * whose heading was asked for, or the only one of a kind that was asked for; null if there is none.
 */
function repliedColumn({ matched, row, column }: CellPlace, { reply, messages }: Earlier): number | null {
  const values = valuesIn(reply);
  const stated = valueCells(matched, row).filter(({ cell }) => states(values, plain(reply), cell));
  if (stated.length < 2) return column;
  const asked = termsOf(messages, matched);
  const named = stated
    .map((each) => ({ ...each, share: shareIn(matched.table.headerTerms[each.column] ?? [], asked) }))
    .toSorted((a, b) => b.share - a.share);
  const [first, second] = named;
  if (first !== undefined && first.share >= minHeadingShare && first.share > (second?.share ?? 0))
    return first.column;
  const { askedKinds } = buildTableQuery(messages, []).operators;
  const ofKind = stated.filter(({ cell }) => askedKinds.has(cell.kind));
  return ofKind.length === 1 ? (ofKind[0]?.column ?? null) : null;
}

const termsOf = (text: string, { retrieved }: MatchedTable): Set<string> =>
  new Set(analyse(text, toLanguage(retrieved.language)).map(({ term }) => term));

/** The cell whose row and value the reply states. */
function repliedCell(tables: readonly MatchedTable[], { reply, messages }: Earlier): CellPlace | null {
  if (reply === "") return null;
  const values = valuesIn(reply);
  const text = plain(reply);
  let best: (CellPlace & { fit: number }) | null = null;
  for (const matched of tables) {
    const stated = termsOf(`${messages}\n${reply}`, matched);
    const headers = matched.table.headerTerms.map((terms) => shareIn(terms, stated));
    for (const row of matched.rows) {
      const label = shareIn(row.row.labelTerms, stated);
      if (label < minLabelShare) continue;
      for (const { cell, column } of valueCells(matched, row)) {
        const fit = label + (headers[column] ?? 0) / 2;
        if (fit > (best?.fit ?? 0) && states(values, text, cell)) best = { matched, row, column, cell, fit };
      }
    }
  }
  return best;
}

/** The share of terms that are among others, by their rarity, from 0 to 1: "per" names no column. */
function shareIn(terms: Iterable<string>, others: ReadonlySet<string>): number {
  let [all, found] = [0, 0];
  for (const term of terms) {
    const rarity = rarityOf([term]);
    all += rarity;
    if (others.has(term)) found += rarity;
  }
  return all === 0 ? 0 : found / all;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s\u00a0\u202f]+/gu, " ");

/** Whether a reply states the value of a cell. */
function states(values: readonly TextValue[], reply: string, { kind, text, low, high }: TypedCell): boolean {
  if (Number.isFinite(low) && low === high) return values.some((value) => value.low === low);
  return kind !== "yes_no" && text.length > 2 && reply.includes(plain(text));
}

/**
 * The cell in another row or column, or both, that the follow-up names; the row if the reply was about a row.
 * `matched`: the table by its own words.
 */
function askedCell(replied: CellPlace, matched: MatchedTable): CellPlace | RowPlace | null {
  const row = namedRow(replied, matched);
  const column = namedColumn(replied, matched) ?? (row === null ? columnOfAskedKind(replied, matched) : null);
  if (row === null && column === null) return null;
  const isRow = row !== null && row.named >= (column?.named ?? 0);
  const isBoth = row !== null && column !== null && areDifferentWords(matched, row, column);
  const at = row !== null && (isRow || isBoth) ? row.at : replied.row.at;
  const place = column !== null && (!isRow || isBoth) ? column.at : replied.column;
  const found = replied.matched.rows[at];
  if (found === undefined) return null;
  if (place === noColumn) return { matched: replied.matched, row: found };
  const cell = found.row.byColumn[place];
  if (cell === undefined || cell.kind === "empty") return null;
  return { matched: replied.matched, row: found, column: place, cell };
}

interface Named {
  at: number;
  /** How much of the follow-up's weight names it, and what it meets. */
  named: number;
  /** How much of each of its terms the row's label or the column's heading contains. */
  coverage: Float64Array;
}

/** Whether row and column together are named by clearly more of the follow-up than either alone. */
function areDifferentWords(matched: MatchedTable, row: Named, column: Named): boolean {
  const alone = Math.max(weightOf(matched, row.coverage), weightOf(matched, column.coverage));
  const together = row.coverage.map((share, term) => Math.max(share, column.coverage[term] ?? 0));
  return weightOf(matched, together) > alone + minFurtherWords;
}

const weightOf = ({ query }: MatchedTable, coverage: Float64Array): number =>
  query.terms.reduce((sum, { weight }, term) => sum + weight * (coverage[term] ?? 0), 0);

/** The row, other than that of the reply, that the follow-up names best; of similar ones the one most like the reply's. */
function namedRow({ row: replied }: CellPlace, matched: MatchedTable): Named | null {
  const label = new Set(replied.row.labelTerms);
  const ofReplied = wordsOf(matched, matched.rows[replied.at] ?? replied);
  let best: (Named & { fit: number }) | null = null;
  for (const row of matched.rows) {
    if (row.at === replied.at) continue;
    const named = namingWeightOfRow(matched, row, (word) => ofReplied.has(word)) + conditionsOf(row.verdict);
    if (named < minNamed) continue;
    const shared = row.row.labelTerms.filter((term) => label.has(term)).length / Math.max(1, label.size);
    const isNear = row.row.section === replied.row.section;
    const fit = named + shared * weights.sharedLabel + (isNear ? weights.sameSection : 0);
    if (fit > (best?.fit ?? 0)) best = { at: row.at, named, coverage: row.label, fit };
  }
  return best;
}

/** The follow-up's words that a row contains: they name no other row. "How long" is answered by "4 working days". */
const wordsOf = ({ query }: MatchedTable, { label, cells }: MatchedRow): Set<string> =>
  new Set(
    query.terms.flatMap(({ word }, term) => ((label[term] ?? 0) + (cells[term] ?? 0) > 0 ? [word] : [])),
  );

const conditionsOf = ({ met, against }: Verdict): number =>
  met * weights.conditionMet + against * weights.conditionAgainst;

/** As `namedRow`, for a column. */
function namedColumn({ row, column: replied }: CellPlace, matched: MatchedTable): Named | null {
  const { headers, columnVerdicts, rows } = matched;
  let best: Named | null = null;
  const { askedKinds } = matched.query.operators;
  for (const { cell, column } of valueCells(matched, rows[row.at] ?? row)) {
    const coverage = headers[column];
    if (column === replied || coverage === undefined) continue;
    const named =
      weightOf(matched, coverage) +
      shareOfHeading(matched, column) * weights.columnNamed +
      conditionsOf(columnVerdicts[column] ?? unconditional) +
      (askedKinds.size === 0 || isAsked(matched, cell) ? 0 : weights.kindMissed);
    if (named >= minNamed && named > (best?.named ?? 0)) best = { at: column, named, coverage };
  }
  return best;
}

/**
 * Share of the words that occur only in this column's heading, or in one of its alternatives, which the follow-up names;
 * a related word is a part.
 */
function shareOfHeading({ query, table }: MatchedTable, column: number): number {
  const shareOf = (term: string): number =>
    Math.max(0, ...(query.lookup.get(term) ?? []).map(({ share }) => share));
  const shares = (table.distinctHeaderTerms[column] ?? []).map(
    (terms) => terms.reduce((sum, term) => sum + shareOf(term), 0) / Math.max(1, terms.length),
  );
  return Math.max(0, ...shares);
}

/**
 * The only column with values of a kind that the follow-up asks for, if the reply's is of another kind: "and how long
 * does it take" after a price.
 */
function columnOfAskedKind({ row, column: replied }: CellPlace, matched: MatchedTable): Named | null {
  const { askedKinds } = matched.query.operators;
  const cell = row.row.byColumn[replied];
  if (cell === undefined || isAsked(matched, cell)) return null;
  const [only, ...others] = valueCells(matched, row).filter((each) => askedKinds.has(each.cell.kind));
  const coverage = matched.headers[only?.column ?? noColumn];
  if (only === undefined || others.length > 0 || coverage === undefined) return null;
  return { at: only.column, named: minNamed, coverage };
}
