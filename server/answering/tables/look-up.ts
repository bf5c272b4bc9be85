import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { explain, labelNamed, type Explained, type MatchedRow, type MatchedTable } from "./match-table.ts";

/** A row with the cell that answers, or with none where several could. */
export interface LookUp {
  matched: MatchedTable;
  row: MatchedRow;
  cell: TypedCell | null;
  /** The cells that are told; all of the row where they are none. */
  cells: TypedCell[];
  explained: Explained;
  named: number;
  fit: number;
  kindFound: boolean;
  met: number;
  against: number;
  /** Rows of the table, and columns of the row, that fit as well. */
  equalRows: number;
  equalColumns: number;
  rowMargin: number;
  /** How far the next column falls behind; 0 of the row as a whole. */
  columnMargin: number;
}

/** What counts beside the words that are explained. */
const weights = { named: 0.12, kind: 0.15, missed: -0.12, met: 0.3, against: -0.45, columnAgainst: -0.3 };
/** Fits that are no further apart are equal. */
const tolerance = 0.02;
/** A row is looked at for the ranking of the units alone from this share of the best's belief on. */
const minBeliefShare = 0.02;
/** Only so many rows of a table are looked at more closely. */
const maxRowsCompared = 60;

/** The best rows of a table for a question, each with its best column. */
export function lookUp(matched: MatchedTable, limit: number): LookUp[] {
  const named = matched.rows.filter(
    (row) => row.isNamed || row.verdict.met > 0 || matched.beliefs.rows.has(row.at),
  );
  const candidates = (named.length > 0 ? named : matched.rows.slice(0, maxRowsCompared))
    .map((row) => ({ row, fit: rowFit(matched, row) }))
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, maxRowsCompared);
  const found = candidates
    .flatMap(({ row }) => bestCell(matched, row) ?? [])
    .toSorted((a, b) => b.fit - a.fit || a.row.at - b.row.at);
  const best = new Set(found.slice(0, limit));
  const beliefIn = ({ row }: LookUp): number => matched.beliefs.rows.get(row.at)?.belief ?? 0;
  const believed = found
    .filter((each) => beliefIn(each) >= minBeliefShare * matched.beliefs.best)
    .toSorted((a, b) => beliefIn(b) - beliefIn(a));
  for (const each of believed.slice(0, limit)) best.add(each);
  return [...best].flatMap((each) => {
    const place = found.indexOf(each);
    const others = found.filter((other) => other !== each);
    const next = others.find((_other, at) => at >= place);
    const one = {
      ...each,
      equalRows: 1 + others.filter((other) => Math.abs(other.fit - each.fit) < tolerance).length,
      rowMargin: next === undefined ? 1 : Math.max(0, each.fit - next.fit),
    };
    return one.cells.length === 0 || isClear(one) ? [one] : [one, wholeRow(one)];
  });
}

/** From this margin on, the question names the column: then its cell alone is said. */
const clearMargin = 0.08;
const minColumnExplained = 0.03;

function isClear({ columnMargin, explained }: LookUp): boolean {
  return columnMargin >= clearMargin && explained.column > minColumnExplained;
}

/** The row as a whole, where which of its cells was meant may be unsure. */
function wholeRow(found: LookUp): LookUp {
  const explained = { ...explain(found.matched, found.row, null, null), column: 0 };
  const { met, against } = found.row.verdict;
  return { ...found, cell: null, cells: [], explained, met, against, columnMargin: 0 };
}

function rowFit(matched: MatchedTable, row: MatchedRow): number {
  const { met, against } = row.verdict;
  return (
    explain(matched, row, null, null).all +
    labelNamed(matched, row) * weights.named +
    met * weights.met +
    against * weights.against
  );
}

function bestCell(matched: MatchedTable, row: MatchedRow): LookUp | null {
  const { operators } = matched.question;
  const named = labelNamed(matched, row);
  const fits = valueCells(matched, row).map(({ cell, column }) => {
    const explained = explain(matched, row, column, cell.kind);
    const kindFound = isAsked(matched, cell);
    const verdict = matched.columnVerdicts[column] ?? { met: 0, against: 0 };
    const met = row.verdict.met + verdict.met;
    const against = row.verdict.against + verdict.against + (isBeyondLimit(matched, cell) ? 1 : 0);
    const fit =
      explained.all +
      named * weights.named +
      (operators.asked.size === 0 ? 0 : kindFound ? weights.kind : weights.missed) +
      met * weights.met +
      row.verdict.against * weights.against +
      verdict.against * weights.columnAgainst;
    return { cell, explained, kindFound, fit, met, against };
  });
  const [best] = fits.toSorted((a, b) => b.fit - a.fit);
  if (best === undefined) return null;
  const equal = new Set(fits.filter(({ fit }) => best.fit - fit < tolerance).map(({ cell }) => cell.text));
  return {
    ...best,
    matched,
    row,
    cell: equal.size > 1 ? null : best.cell,
    cells: operators.isSeveral ? severalCells(matched, fits) : equal.size > 1 ? [] : [best.cell],
    named,
    equalRows: 1,
    equalColumns: equal.size,
    rowMargin: 1,
    columnMargin: Math.min(
      1,
      best.fit - Math.max(0, ...fits.flatMap(({ fit, cell }) => (cell.text === best.cell.text ? [] : [fit]))),
    ),
  };
}

/** A price of R 4 000 is no answer to who asks for something under R 1 500. */
function isBeyondLimit({ question }: MatchedTable, { low, high, unit }: TypedCell): boolean {
  const { isChoice, thresholds } = question.operators;
  return (
    isChoice &&
    thresholds.some(
      (limit) => limit.unit !== "" && limit.unit === unit && (low > limit.high || high < limit.low),
    )
  );
}

/** Two cells for a question that asks for two things: not of columns under one heading, which are a choice. */
function severalCells(
  { table }: MatchedTable,
  fits: readonly { cell: TypedCell; fit: number }[],
): TypedCell[] {
  const [best, ...others] = fits.toSorted((a, b) => b.fit - a.fit).map(({ cell }) => cell);
  if (best === undefined) return [];
  const parent = (cell: TypedCell): string => (table.columns[cell.column] ?? "").split(", ")[0] ?? "";
  const other = others.find((cell) => parent(cell) !== parent(best) && cell !== best);
  return [best, ...(other === undefined ? [] : [other])].toSorted((a, b) => a.column - b.column);
}

/** The cells that could answer, each under the columns that it stands in. */
function valueCells({ table }: MatchedTable, { row }: MatchedRow): { cell: TypedCell; column: number }[] {
  return row.byColumn.flatMap((cell, column) => {
    if (cell === undefined || table.labelColumns.includes(column) || row.label.includes(cell)) return [];
    return cell.kind === "empty" ? [] : [{ cell, column }];
  });
}

/** Whether a value is of a kind that the question asks for: a text may hold what its heading promises. */
export function isAsked({ question }: MatchedTable, { kind }: TypedCell): boolean {
  const { asked } = question.operators;
  if (asked.size === 0) return true;
  if (asked.has(kind)) return true;
  // Amounts of a list in rand are written without the sign.
  if (kind === "number" && asked.has("money")) return true;
  if (kind === "range") return asked.has("number") || asked.has("duration");
  return kind === "number" && asked.has("duration");
}
