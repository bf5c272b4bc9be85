import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { questionCues } from "../../language/sentence-cues.ts";
import { hoursIn, meetsLimit } from "./hours.ts";
import { exclusionWeight } from "./denials.ts";
import { addVerdicts, unconditional, type Verdict } from "./verdict.ts";
import {
  namedShareOfColumn,
  coverageOfRow,
  namedShareOfLabel,
  type MatchedRow,
  type MatchedTable,
} from "./match-table.ts";

/** A possible answer from one row of a table: one of its cells, two of them, or the whole row. */
export type LookUp = ReturnType<typeof lookUpCell>;

/** A cell in one of the columns that it spans. */
type PlacedCell = ReturnType<typeof valueCells>[number];

/** Added to the share of the question that a row and a column cover. */
const weights = {
  labelNamed: 0.12,
  // More than the tolerance: "locker to a locker" means "Locker to locker", not "Locker to door".
  headingNamed: 0.03,
  kindFound: 0.15,
  kindMissed: -0.12,
  met: 0.3,
  rowAgainst: -0.45,
  columnAgainst: -0.3,
};
/** Fits that differ by less are equal. */
const tolerance = 0.02;
/** Rows with at least this share of the best unit's probability are looked up too. */
const minProbabilityShare = 0.02;
/** The maximum number of rows of a table whose cells are compared. */
const maxRowsCompared = 60;
/** The maximum number of cells of a row that are offered one by one. */
const maxCellsPerRow = 3;

/**
 * The answers from the best rows of a table: `limit` rows that fit the words of the question best, and `limit` rows
 * that are most probable by the ranking of all units. Each row offers its best cells one by one and the whole row,
 * because it may be unclear which cell was meant.
 */
export function lookUp(matched: MatchedTable, limit: number): LookUp[] {
  const asksForTwo = asksForTwoCells(matched);
  const named = matched.rows.filter(
    (row) => row.isNamed || row.verdict.met > 0 || matched.probabilities.rows.has(row.at),
  );
  const found = (named.length > 0 ? named : matched.rows.slice(0, maxRowsCompared))
    .filter(({ isLeftOut }) => !isLeftOut)
    .map((row) => ({ row, fit: rowFit(matched, row) }))
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, maxRowsCompared)
    .map(({ row }) => lookUpCells(matched, row, asksForTwo))
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

/** The `limit` most probable of these rows. */
function mostProbable({ probabilities }: MatchedTable, found: LookUp[][], limit: number): Set<LookUp[]> {
  const probabilityOf = ([best]: LookUp[]): number =>
    probabilities.rows.get(best?.row.at ?? -1)?.probability ?? 0;
  return new Set(
    found
      .filter((cells) => probabilityOf(cells) >= minProbabilityShare * probabilities.bestOfAll)
      .toSorted((a, b) => probabilityOf(b) - probabilityOf(a))
      .slice(0, limit),
  );
}

function wholeRow(best: LookUp): LookUp {
  const { matched, row } = best;
  return {
    ...best,
    cells: relevantCells(matched, row),
    asked:
      best.equalColumns === 1 && (best.kindFound || best.columnNamed === 1) ? (best.cells[0] ?? null) : null,
    isRow: true,
    coverage: coverageOfRow(matched, row, row.row.blanks, best.cells[0]?.kind ?? null),
    columnNamed: 0,
    verdict: row.verdict,
    equalColumns: 1,
    columnMargin: 0,
  };
}

/**
 * The cells of a row without those under headings that the question contradicts or excludes. If it names the heading of
 * a value ("cash"), values of that kind under unmentioned headings ("account") are dropped too. Empty if all remain.
 */
function relevantCells(matched: MatchedTable, row: MatchedRow): TypedCell[] {
  const { asksSeveral, askedKinds } = matched.query.operators;
  const cells = valueCells(matched, row);
  const mentions = (column: number, min = Number.MIN_VALUE): boolean =>
    matched.headers[column]?.some((share) => share >= min) === true;
  const open = cells.filter(({ column }) => {
    const { met, against } = matched.columnVerdicts[column] ?? unconditional;
    return met > 0 || against < (mentions(column) ? exclusionWeight : 1);
  });
  const named = open.filter(
    ({ cell, column }) =>
      askedKinds.size > 0 &&
      isAsked(matched, cell) &&
      namedShareOfColumn(matched, column) === 1 &&
      // A "fee" is any amount, not only that under "Charge".
      mentions(column, 1),
  );
  const relevant = open.filter(
    ({ cell, column }) => mentions(column) || !named.some((other) => other.cell.kind === cell.kind),
  );
  return asksSeveral || relevant.length === cells.length ? [] : relevant.map(({ cell }) => cell);
}

/** How well a row fits the question, whatever its columns. */
function rowFit(matched: MatchedTable, row: MatchedRow): number {
  return (
    coverageOfRow(matched, row, [], null).all +
    namedShareOfLabel(matched, row) * weights.labelNamed +
    row.verdict.met * weights.met +
    row.verdict.against * weights.rowAgainst
  );
}

/** The cells of a row that fit the question best; two together if it asks for two things. */
function lookUpCells(matched: MatchedTable, row: MatchedRow, asksForTwo: boolean): LookUp[] {
  const named = namedShareOfLabel(matched, row);
  const fits = valueCells(matched, row)
    .map((placed) => ({ ...lookUpCell(matched, row, placed), labelNamed: named }))
    .toSorted((a, b) => b.fit - a.fit);
  // If several columns have the same text, only the best one counts.
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
  if (asksForTwo) return compared.slice(0, 1).map((one) => ({ ...one, cells: twoCells(matched, fits) }));
  return compared.slice(0, maxCellsPerRow);
}

const joined = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("joins questions")}|plus)(?!\p{L})`, "iu");

/** Whether a question asks for two things, or joins the headings of two columns: "the day price and the deposit". */
function asksForTwoCells(matched: MatchedTable): boolean {
  const { query, table, headers } = matched;
  if (query.operators.asksSeveral) return true;
  if (!joined.test(query.text)) return false;
  const named = table.columns.filter(
    (heading, column) =>
      !table.labelColumns.includes(column) &&
      !joined.test(heading) &&
      namedShareOfColumn(matched, column) === 1 &&
      headers[column]?.some((share) => share === 1) === true,
  );
  return named.length === 2;
}

/** All cells of a row, as if it had no rivals; undefined if it has none. */
export function lookUpRow(matched: MatchedTable, row: MatchedRow): LookUp | undefined {
  const [best] = lookUpCells(matched, row, asksForTwoCells(matched));
  return best === undefined ? undefined : { ...wholeRow(best), cells: [] };
}

/** One cell of a row, as if it had no rivals. */
export function lookUpCell(matched: MatchedTable, row: MatchedRow, { cell, column }: PlacedCell) {
  const { askedKinds } = matched.query.operators;
  // "–" among prices says that there is no price.
  const kind = cell.kind === "empty" ? (matched.table.kinds[column] ?? "empty") : cell.kind;
  const coverage = coverageOfRow(matched, row, [column], kind);
  const kindFound = isAsked(matched, { ...cell, kind });
  const ofColumn = matched.columnVerdicts[column] ?? unconditional;
  const columnNamed = namedShareOfColumn(matched, column);
  const verdict = addVerdicts(addVerdicts(row.verdict, ofColumn), bandVerdict(matched, row, cell));
  if (isBeyondLimit(matched, cell)) verdict.against += 1;
  const fit =
    coverage.all +
    namedShareOfLabel(matched, row) * weights.labelNamed +
    (columnNamed === 1 ? weights.headingNamed : 0) +
    (askedKinds.size === 0 ? 0 : kindFound ? weights.kindFound : weights.kindMissed) +
    verdict.met * weights.met +
    row.verdict.against * weights.rowAgainst +
    ofColumn.against * weights.columnAgainst;
  return {
    matched,
    row,
    /** The cells to show; empty for all of them. */
    cells: [cell],
    /** The cell that fits the question best, if no other one does. */
    asked: cell as TypedCell | null,
    /** The answer is the row, though perhaps not all of its cells. */
    isRow: false,
    /** How well row and column fit the question. */
    fit,
    coverage,
    /** Shares of the words of the row's label, and of the column's heading, that the question names. */
    labelNamed: 0,
    columnNamed,
    /** Whether the value is of a kind that the question asks for. */
    kindFound,
    /** The verdict of row and column together on the numbers, days and months of the question. */
    verdict,
    /** The numbers of rows that fit equally well, and of columns that fit equally well or better, including this one. */
    equalRows: 1,
    equalColumns: 1,
    /** The lead over the next row, and over the next column: below 0 if another column fits better. */
    rowMargin: 1,
    columnMargin: 1,
  };
}

/**
 * If the cells of a row are bands or measures side by side ("Silver: R250 000 – R749 999", "20 l R2 699"): whether the
 * question's number lies in this cell.
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

/** Whether a cell is outside a limit of a choice: R 4 000, if under R 1 500 is asked for; "to 12:30", if past 12:30 is. */
function isBeyondLimit({ query }: MatchedTable, { text, low, high, unit }: TypedCell): boolean {
  const { isChoice, thresholds, openingLimits } = query.operators;
  if (!isChoice) return false;
  const hours = openingLimits.length === 0 ? [] : hoursIn(text);
  if (hours.length > 0 && openingLimits.some((limit) => !hours.some((each) => meetsLimit(each, limit))))
    return true;
  if (unit === "") return false;
  return thresholds.some((limit) => limit.unit === unit && (low > limit.high || high < limit.low));
}

/** The cells of the two best columns, in the order of the table. Columns under one heading are alternatives. */
function twoCells({ table }: MatchedTable, fits: readonly LookUp[]): TypedCell[] {
  const bestAgainst = fits[0]?.verdict.against ?? 0;
  // Only one of "up to 50" and "more than 50" is meant, even by "how much each".
  const [best, ...others] = fits.flatMap(({ cells, verdict }) =>
    verdict.against > bestAgainst ? [] : cells,
  );
  if (best === undefined) return [];
  const parent = (cell: TypedCell): string => (table.columns[cell.column] ?? "").split(", ")[0] ?? "";
  const other = others.find((cell) => parent(cell) !== parent(best) && cell !== best);
  return [best, ...(other === undefined ? [] : [other])].toSorted((a, b) => a.column - b.column);
}

/** The cells that could be an answer, once for each column that they span. */
export function valueCells({ table }: MatchedTable, { row }: MatchedRow) {
  return row.byColumn.flatMap((cell, column) => {
    if (cell === undefined || table.labelColumns.includes(column) || row.label.includes(cell)) return [];
    return isBlank(cell) ? [] : [{ cell, column }];
  });
}

/** Whether a cell has nothing in it: a dash says no, or that there is none ("Kosher: –"). */
const isBlank = ({ kind, text }: TypedCell): boolean => kind === "empty" && text.trim() === "";

/** Whether a value is, or may be, of a kind that is asked for: tables often have "R" or "days" only in the heading. */
export function isAsked({ query }: MatchedTable, { kind, text }: TypedCell): boolean {
  const { askedKinds } = query.operators;
  if (askedKinds.size === 0 || askedKinds.has(kind)) return true;
  if (kind === "range") return askedKinds.has("number") || askedKinds.has("duration");
  const mayHaveUnit = kind === "number" && bareNumber.test(text);
  return mayHaveUnit && (askedKinds.has("money") || askedKinds.has("duration"));
}

/** A number without a unit: "63 °C" is neither an amount nor a duration. */
const bareNumber = /^[^\p{L}°%]*$/u;
