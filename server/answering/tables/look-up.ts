import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { exclusionWeight, bothVerdicts, unconditional, type Verdict } from "./conditions.ts";
import {
  columnNamed,
  explain,
  labelNamed,
  type Explained,
  type MatchedRow,
  type MatchedTable,
} from "./match-table.ts";

/** What one row of a table says to a question: one of its cells, two of them, or the row as a whole. */
export interface LookUp {
  matched: MatchedTable;
  row: MatchedRow;
  /** The cells that are told; none where the whole row is. */
  cells: TypedCell[];
  /** The row is told, though perhaps not all of its cells. */
  isRow: boolean;
  /** How well row and column suit the question, by the weights below. */
  fit: number;
  explained: Explained;
  /** Shares of the words of the row's label, and of the column's heading, that the question names. */
  labelNamed: number;
  columnNamed: number;
  /** Whether the value is of a kind that the question asks for. */
  kindFound: boolean;
  /** What the numbers, days and months of the question say of row and column together. */
  verdict: Verdict;
  /** Rows of the table that fit as well, and columns of the row that fit as well or better; this one counts. */
  equalRows: number;
  equalColumns: number;
  /** How far the next row falls behind; and the next column, below 0 where another column fits better. */
  rowMargin: number;
  columnMargin: number;
}

/** A cell under one of the columns that it stands in. */
interface PlacedCell {
  cell: TypedCell;
  column: number;
}

/** What counts for a row or a column beside the words of the question that it holds. */
const weights = {
  labelNamed: 0.12,
  kindFound: 0.15,
  kindMissed: -0.12,
  met: 0.3,
  rowAgainst: -0.45,
  columnAgainst: -0.3,
};
/** Fits that are no further apart are equal. */
const tolerance = 0.02;
/** Rows that are probable by their units are looked up too, from this share of the best unit's probability on. */
const minProbabilityShare = 0.02;
/** Only so many rows of a table are looked at more closely. */
const maxRowsCompared = 60;
/** So many cells of a row are told each by itself. */
const maxCellsPerRow = 3;

/**
 * What the best rows of a table say: those that suit the words of the question best, and those that are the most
 * probable by the ranking of all units, `limit` of each. Of every row its best cells are told one by one, and the
 * whole row, since which of its cells was meant may be unsure.
 */
export function lookUp(matched: MatchedTable, limit: number): LookUp[] {
  const named = matched.rows.filter(
    (row) => row.isNamed || row.verdict.met > 0 || matched.probabilities.rows.has(row.at),
  );
  const found = (named.length > 0 ? named : matched.rows.slice(0, maxRowsCompared))
    .map((row) => ({ row, fit: rowFit(matched, row) }))
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, maxRowsCompared)
    .map(({ row }) => lookUpCells(matched, row))
    .filter((cells) => cells.length > 0)
    .toSorted(([a], [b]) => (b?.fit ?? 0) - (a?.fit ?? 0) || (a?.row.at ?? 0) - (b?.row.at ?? 0));
  const fits = found.map(([best]) => best?.fit ?? 0);
  const probable = mostProbable(matched, found, limit);
  return found.flatMap((cells, place) => {
    const [best] = cells;
    if (best === undefined || (place >= limit && !probable.has(cells))) return [];
    const next = fits[place + 1];
    const amongRows = {
      equalRows: fits.filter((fit) => Math.abs(fit - best.fit) < tolerance).length,
      rowMargin: next === undefined ? 1 : best.fit - next,
    };
    return [...cells, wholeRow(best)].map((each) => ({ ...each, ...amongRows }));
  });
}

/** Of these rows the `limit` that are most probable by their units. */
function mostProbable({ probabilities }: MatchedTable, found: LookUp[][], limit: number): Set<LookUp[]> {
  const probabilityOf = ([best]: LookUp[]): number =>
    probabilities.rows.get(best?.row.at ?? -1)?.probability ?? 0;
  return new Set(
    found
      .filter((cells) => probabilityOf(cells) >= minProbabilityShare * probabilities.best)
      .toSorted((a, b) => probabilityOf(b) - probabilityOf(a))
      .slice(0, limit),
  );
}

function wholeRow(best: LookUp): LookUp {
  const { matched, row } = best;
  return {
    ...best,
    cells: relevantCells(matched, row),
    isRow: true,
    explained: explain(matched, row, null, best.cells[0]?.kind ?? null),
    columnNamed: 0,
    verdict: row.verdict,
    equalColumns: 1,
    columnMargin: 0,
  };
}

/**
 * The cells of a row but those under headings that the question contradicts or leaves out, and of values that are asked for
 * those beside the one whose heading it names: "account" beside "cash". None where all are meant.
 */
function relevantCells(matched: MatchedTable, row: MatchedRow): TypedCell[] {
  const { asksSeveral, askedKinds } = matched.query.operators;
  const cells = valueCells(matched, row);
  const holds = (column: number): boolean => matched.headers[column]?.some((held) => held > 0) === true;
  const open = cells.filter(({ column }) => {
    const { met, against } = matched.columnVerdicts[column] ?? unconditional;
    return met > 0 || against < (holds(column) ? exclusionWeight : 1);
  });
  const named = open.filter(
    ({ cell, column }) => askedKinds.size > 0 && isAsked(matched, cell) && columnNamed(matched, column) === 1,
  );
  const meant = open.filter(
    ({ cell, column }) => holds(column) || !named.some((other) => other.cell.kind === cell.kind),
  );
  return asksSeveral || meant.length === cells.length ? [] : meant.map(({ cell }) => cell);
}

/** How well a row suits the question, whatever its column. */
function rowFit(matched: MatchedTable, row: MatchedRow): number {
  return (
    explain(matched, row, null, null).all +
    labelNamed(matched, row) * weights.labelNamed +
    row.verdict.met * weights.met +
    row.verdict.against * weights.rowAgainst
  );
}

/** The cells of a row that suit the question best; two together where it asks for two things. */
function lookUpCells(matched: MatchedTable, row: MatchedRow): LookUp[] {
  const { operators } = matched.query;
  const named = labelNamed(matched, row);
  const fits = valueCells(matched, row)
    .map((placed) => ({ ...lookUpCell(matched, row, placed), labelNamed: named }))
    .toSorted((a, b) => b.fit - a.fit);
  // Of a text that stands in several columns the best alone.
  const different = fits.filter(
    (each, at) => fits.findIndex((other) => other.cells[0]?.text === each.cells[0]?.text) === at,
  );
  const [best] = different;
  if (best === undefined) return [];
  const compared = different.map((each): LookUp => {
    const others = different.filter((other) => other !== each);
    const next = Math.max(0, ...others.map(({ fit }) => fit));
    return {
      ...each,
      equalColumns: 1 + others.filter(({ fit }) => fit > each.fit - tolerance).length,
      columnMargin: Math.max(-1, Math.min(1, each.fit - next)),
    };
  });
  if (operators.asksSeveral)
    return compared.slice(0, 1).map((one) => ({ ...one, cells: twoCells(matched, fits) }));
  return compared.slice(0, maxCellsPerRow);
}

function lookUpCell(matched: MatchedTable, row: MatchedRow, { cell, column }: PlacedCell): LookUp {
  const { askedKinds } = matched.query.operators;
  const explained = explain(matched, row, column, cell.kind);
  const kindFound = isAsked(matched, cell);
  const ofColumn = matched.columnVerdicts[column] ?? unconditional;
  const verdict = bothVerdicts(bothVerdicts(row.verdict, ofColumn), bandVerdict(matched, row, cell));
  if (isBeyondLimit(matched, cell)) verdict.against += 1;
  const fit =
    explained.all +
    labelNamed(matched, row) * weights.labelNamed +
    (askedKinds.size === 0 ? 0 : kindFound ? weights.kindFound : weights.kindMissed) +
    verdict.met * weights.met +
    row.verdict.against * weights.rowAgainst +
    ofColumn.against * weights.columnAgainst;
  return {
    matched,
    row,
    cells: [cell],
    isRow: false,
    fit,
    explained,
    labelNamed: 0,
    columnNamed: columnNamed(matched, column),
    kindFound,
    verdict,
    equalRows: 1,
    equalColumns: 1,
    rowMargin: 1,
    columnMargin: 1,
  };
}

/**
 * Where the cells of a row are bands or measures side by side ("Silver: R250 000 – R749 999", "20 l R2 699"), whether the
 * question's number lies in this one.
 */
function bandVerdict({ query }: MatchedTable, { row }: MatchedRow, cell: TypedCell): Verdict {
  const bands = row.cells.filter(({ kind, unit }) => kind === cell.kind && unit === cell.unit);
  if ((cell.kind !== "range" && cell.kind !== "measure") || bands.length < 2) return unconditional;
  const isIn = ({ low, high }: TypedCell, value: number): boolean => low <= value && value <= high;
  const points = query.operators.points.filter(
    ({ value, unit }) => unit === cell.unit && bands.filter((band) => isIn(band, value)).length === 1,
  );
  const met = points.filter(({ value }) => isIn(cell, value)).length;
  return { ...unconditional, met, against: points.length - met };
}

/** A price of R 4 000 is no answer to who asks for something under R 1 500. */
function isBeyondLimit({ query }: MatchedTable, { low, high, unit }: TypedCell): boolean {
  const { isChoice, thresholds } = query.operators;
  return (
    isChoice &&
    thresholds.some(
      (limit) => limit.unit !== "" && limit.unit === unit && (low > limit.high || high < limit.low),
    )
  );
}

/** The cells of the two best columns, in the order of the table: not of columns under one heading, which are a choice. */
function twoCells({ table }: MatchedTable, fits: readonly LookUp[]): TypedCell[] {
  const least = fits[0]?.verdict.against ?? 0;
  // Of "up to 50" and "more than 50" only one is meant, also by who asks how much each is.
  const [best, ...others] = fits.flatMap(({ cells, verdict }) => (verdict.against > least ? [] : cells));
  if (best === undefined) return [];
  const parent = (cell: TypedCell): string => (table.columns[cell.column] ?? "").split(", ")[0] ?? "";
  const other = others.find((cell) => parent(cell) !== parent(best) && cell !== best);
  return [best, ...(other === undefined ? [] : [other])].toSorted((a, b) => a.column - b.column);
}

/** The cells that could answer, each under the columns that it stands in. */
function valueCells({ table }: MatchedTable, { row }: MatchedRow): PlacedCell[] {
  return row.byColumn.flatMap((cell, column) => {
    if (cell === undefined || table.labelColumns.includes(column) || row.label.includes(cell)) return [];
    return cell.kind === "empty" ? [] : [{ cell, column }];
  });
}

/** Whether a value is of a kind that the question asks for, or may be: a list often leaves "R" or "days" to its heading. */
export function isAsked({ query }: MatchedTable, { kind, text }: TypedCell): boolean {
  const { askedKinds } = query.operators;
  if (askedKinds.size === 0 || askedKinds.has(kind)) return true;
  if (kind === "range") return askedKinds.has("number") || askedKinds.has("duration");
  return (
    kind === "number" && bareNumber.test(text) && (askedKinds.has("money") || askedKinds.has("duration"))
  );
}

/** Without a unit: "63 °C" is neither an amount nor a time. */
const bareNumber = /^[^\p{L}°%]*$/u;
