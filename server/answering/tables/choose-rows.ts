import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { analyse } from "../../language/analyse.ts";
import { toLanguage } from "../../language/languages.ts";
import { comparedColumns, headingCoverage } from "./compared-columns.ts";
import { limitsOf, withCell, withinLimit, withinOpeningLimit, type ChosenRow } from "./limits.ts";
import { coverageOfRow, type QuestionCoverage, type MatchedRow, type MatchedTable } from "./match-table.ts";
import { rowScopes, type RowScope } from "./named-rows.ts";
import type { Superlative } from "../../language/table-words.ts";

/** Rows chosen from a table, with the cells that decided. */
export interface RowChoice {
  matched: MatchedTable;
  kind: "choice" | "list";
  rows: ChosenRow[];
  /** The number of rows compared, and whether the question lists them. */
  compared: number;
  areListed: boolean;
  superlative: Superlative | null;
  /** How well the compared values fit the superlative, 0 to 1; 0 without a superlative. */
  fit: number;
  /** The share of the column's values that could be compared; 0 without a superlative. */
  share: number;
  coverage: QuestionCoverage;
  met: number;
  against: number;
  /** The number of columns that fit about equally well, including this one. */
  equalColumns: number;
}

/** The rows that meet conditions of a question. */
interface Filtered {
  rows: ChosenRow[];
  /** The number of its limits, and of its days and times, that could be compared. */
  met: number;
  isNarrowed: boolean;
}

const maxListed = 8;

/** The results of comparing a table's rows, likeliest first: the cheapest, those under a price, those with a "yes". */
export function chooseRows(matched: MatchedTable): RowChoice[] {
  const { operators } = matched.query;
  if (!operators.isChoice && limitsOf(operators).length === 0) return [];
  if (matched.table.rows.length < 2) return [];
  const scopes = rowScopes(matched);
  // If no flour is free of gluten, margarine is no answer: only the rows that the question names are meant.
  const found = (operators.freeOf.length > 0 ? scopes.slice(0, 1) : scopes).flatMap((scope) =>
    chooseRowsIn(matched, scope),
  );
  // "How much is a shuttle for 20" asks for an amount, not only for the shuttles that take 20.
  return operators.isChoice || operators.askedKinds.size === 0 ? found : found.filter(showsAskedKind);
}

/** Whether a deciding cell is of a kind that the question asks for. */
export const showsAskedKind = ({ matched, rows }: RowChoice): boolean =>
  rows.some(({ cells }) => cells.some(({ kind }) => matched.query.operators.askedKinds.has(kind)));

function chooseRowsIn(matched: MatchedTable, scope: RowScope): RowChoice[] {
  const limited = withinLimits(matched, scope.rows);
  const positive = withPositiveValues(matched, limited);
  const chosen = [...positive, limited].flatMap((filtered) => chooseAmong(matched, scope, filtered));
  if (limited.isNarrowed || matched.query.operators.superlative !== null) return chosen;
  // "Open on Sundays with free parking" doesn't mean those that are closed then.
  const ofDay = positive.findLast(({ met }) => met > 0) ?? limited;
  return [...chosen, ...describe(matched, scope, ofDay, { rows: rowsWithName(matched, ofDay.rows) })];
}

/** The rows left by the conditions of a question, compared or listed. */
function chooseAmong(matched: MatchedTable, scope: RowScope, filtered: Filtered): RowChoice[] {
  const { superlative, isCapacity, isPlural, asksWhoMay } = matched.query.operators;
  if (superlative !== null)
    return extremes(matched, superlative, filtered).flatMap((extreme) =>
      describe(matched, scope, filtered, { kind: "choice", ...extreme }),
    );
  if (!filtered.isNarrowed) return [];
  return describe(matched, scope, filtered, {
    kind: asksWhoMay ? "choice" : "list",
    rows: isCapacity && !isPlural ? smallestCapacity(filtered.rows) : filtered.rows,
  });
}

function withinLimits(matched: MatchedTable, rows: readonly MatchedRow[]): Filtered {
  const unlimited: Filtered = { rows: rows.map((row) => ({ row, cells: [] })), met: 0, isNarrowed: false };
  const { operators } = matched.query;
  const narrow = (filtered: Filtered, within: ChosenRow[] | null): Filtered =>
    within === null ? filtered : { rows: within, met: filtered.met + 1, isNarrowed: true };
  const limited = limitsOf(operators).reduce(
    (filtered, limit) => narrow(filtered, withinLimit(matched, filtered.rows, limit)),
    unlimited,
  );
  return operators.openingLimits.reduce(
    (filtered, limit) => narrow(filtered, withinOpeningLimit(matched, filtered.rows, limit)),
    limited,
  );
}

/** For each column that may be meant, the rows with the lowest or highest value. */
function extremes(matched: MatchedTable, asked: Superlative, { rows, met, isNarrowed }: Filtered) {
  const cellsBefore = new Map(rows.map(({ row, cells }) => [row, cells]));
  const withLabels = asked.over === "size" || asked.over === "mass" || met > 0;
  const columns = comparedColumns(matched, [...cellsBefore.keys()], asked, withLabels);
  return columns.flatMap(({ superlative, values, fit, equal, share }) => {
    const numbers = values.map(({ value }) => value);
    const best = superlative.direction === "min" ? Math.min(...numbers) : Math.max(...numbers);
    const winners = values
      .filter(({ value }) => value === best)
      .map(({ row, cell }): ChosenRow => ({
        row,
        cells: [...(cellsBefore.get(row) ?? []).filter((other) => other !== cell), cell].filter(
          (each) => !row.row.label.includes(each),
        ),
      }));
    if (values.length < 2 && !isNarrowed) return [];
    return [{ rows: winners, superlative, fit, share, compared: values.length, equalColumns: equal }];
  });
}

/** Of the rows that allow a number, those with the lowest limit: the lowest level that may approve it. */
function smallestCapacity(rows: ChosenRow[]): ChosenRow[] {
  const limit = ({ cells }: ChosenRow): number => {
    const { low = Number.NaN, high = Number.NaN } = cells.at(-1) ?? {};
    const max = Number.isFinite(high) ? high : low;
    return Number.isNaN(max) ? Number.POSITIVE_INFINITY : max;
  };
  const min = Math.min(...rows.map(limit));
  return rows.filter((row) => limit(row) === min);
}

const minCoverage = 0.08;

/**
 * The rows with a positive value in the column that the question names best, if others have none: "which are open on
 * Saturdays"; and those that also have a "yes" in another: "open on Saturdays, with parking". Or the reverse.
 */
function withPositiveValues(matched: MatchedTable, filtered: Filtered): Filtered[] {
  const { isNegated, superlative, excluded } = matched.query.operators;
  if (isNegated && superlative !== null) return [];
  const first = positiveIn(matched, filtered, null);
  if (first === null) return [];
  const second = isNegated || excluded.length > 0 ? null : positiveIn(matched, first, first.column);
  return second === null ? [first] : [second, first];
}

/** The rows with a positive value in the best column, other than `first`; null if no column tells some from others. */
function positiveIn(matched: MatchedTable, { rows, met }: Filtered, first: number | null) {
  const { table, columnVerdicts, query, headers } = matched;
  const coverageOf = (column: number): number =>
    first === null
      ? headingCoverage(matched, column, !query.operators.isNegated)
      : query.terms.reduce((sum, { weight, names }, term) => {
          const isNew = names && (headers[first]?.[term] ?? 0) === 0;
          return isNew ? sum + weight * (headers[column]?.[term] ?? 0) : sum;
        }, 0);
  const named = table.columns
    .map((_, column) => ({ column, coverage: coverageOf(column) }))
    .filter(({ coverage }) => coverage > minCoverage)
    .filter(({ column }) => column !== first && !table.labelColumns.includes(column))
    .toSorted((a, b) => b.coverage - a.coverage);
  for (const { column } of named) {
    const chosen =
      rowsByValue(matched, rows, column, first !== null) ??
      (first === null && areAllPositive(matched, rows, column) ? rows : null);
    if (chosen === null) continue;
    const narrowed = chosen.map((each) => withCell(each, each.row.row.byColumn[column]));
    return { column, met: met + (columnVerdicts[column]?.met ?? 0), isNarrowed: true, rows: narrowed };
  }
  return null;
}

/** The rows with a positive value in a column, or a negative one if the question asks for these; null if all or none. */
function rowsByValue(matched: MatchedTable, rows: ChosenRow[], column: number, isSecond: boolean) {
  const { superlative } = matched.query.operators;
  const isNegated = matched.query.operators.isNegated || isToBeFreeOf(matched, column);
  const cellOf = ({ row }: Pick<ChosenRow, "row">) => row.row.byColumn[column];
  const nothing = isNegated ? rows.filter((row) => isNothing(cellOf(row))) : [];
  const chosen = nothing.length > 0 ? nothing : rows.filter((row) => isPositive(cellOf(row)) !== isNegated);
  if (chosen.length === 0 || chosen.length === rows.length) return null;
  const isCondition = isSecond || superlative !== null;
  const fits = isCondition
    ? areFlags(matched.rows.map((row) => cellOf({ row })))
    : chosen.length <= maxListed;
  return fits ? chosen : null;
}

/** Whether all of the rows have a "Yes" that the question asks for: then all are meant, and no other column. */
function areAllPositive(matched: MatchedTable, rows: ChosenRow[], column: number): boolean {
  const { isNegated, superlative } = matched.query.operators;
  if (isNegated || isToBeFreeOf(matched, column) || superlative !== null) return false;
  if (rows.length < 2 || rows.length > maxListed) return false;
  return rows.every(({ row: { row } }) => {
    const cell = row.byColumn[column];
    return cell?.kind === "yes_no" && isPositive(cell);
  });
}

/** Whether at least half of a column's cells say yes or no, or nothing. */
const areFlags = (cells: readonly (TypedCell | undefined)[]): boolean =>
  cells.filter((cell) => cell?.kind === "yes_no" || !isPositive(cell)).length * 2 >= cells.length;

/** Whether the rows asked for have a no in this column: "gluten free" below "Gluten", but not below "Gluten free". */
function isToBeFreeOf({ table, query, headers }: MatchedTable, column: number): boolean {
  if (/(?<!\p{L})free(?!\p{L})/iu.test(table.columns[column] ?? "")) return false;
  const isFreed = (word: string): boolean => query.operators.freeOf.some((each) => word.startsWith(each));
  return query.terms.some(({ word }, term) => (headers[column]?.[term] ?? 0) > 0 && isFreed(word));
}

/** Several rows with a name of the question in a cell beside their label: "which classes does Priya give". */
function rowsWithName(matched: MatchedTable, filtered: readonly ChosenRow[]): ChosenRow[] {
  const { query, topic, retrieved } = matched;
  const among = filtered.map(({ row }) => row);
  const coverage = among.map(({ cells, label }) =>
    query.terms.reduce((sum, { weight, names }, term) => {
      const isOwn = names && (topic[term] ?? 0) === 0 && (label[term] ?? 0) === 0;
      return isOwn ? sum + weight * (cells[term] ?? 0) : sum;
    }, 0),
  );
  const max = Math.max(...coverage);
  const best = among.filter((_, at) => max > minCoverage && coverage[at] === max);
  const language = toLanguage(retrieved.language);
  const matches = ({ text }: TypedCell): boolean =>
    analyse(text, language).some(({ term }) => query.lookup.has(term));
  const cellOf = ({ row }: MatchedRow) =>
    row.cells.find((each) => !row.label.includes(each) && matches(each));
  // A row with the same cell belongs to them, even if its label contains a word of the name.
  const same = best.map(cellOf).find((cell) => cell !== undefined);
  const chosen = among.filter(
    (row) => best.includes(row) || (same !== undefined && row.row.byColumn[same.column]?.text === same.text),
  );
  if (best.length < 2 || chosen.length > maxListed || chosen.length * 2 > among.length) return [];
  return filtered
    .filter(({ row }) => chosen.includes(row))
    .map((each) => {
      const cell = best.includes(each.row) ? cellOf(each.row) : each.row.row.byColumn[same?.column ?? -1];
      return withCell(each, cell);
    });
}

export function isPositive(cell: TypedCell | undefined): boolean {
  if (cell === undefined || cell.kind === "empty") return false;
  return (
    !(cell.kind === "yes_no" && cell.low === 0) &&
    !/^(?:none|closed|never|excluded|refused?|not |no (?=refund|cover|benefit|return))/iu.test(cell.text)
  );
}

/** Whether a value is explicitly 0: "which account has no monthly fee". */
const isNothing = (cell: TypedCell | undefined): boolean =>
  cell !== undefined && cell.low === 0 && cell.high === 0 && cell.kind !== "yes_no";

/** Completes a choice with the coverage and verdict of its first row; empty if it has no row or too many to list. */
function describe(
  matched: MatchedTable,
  { rows: { length }, areListed }: RowScope,
  { met }: Filtered,
  choice: Partial<RowChoice> & Pick<RowChoice, "rows">,
): RowChoice[] {
  const [first] = choice.rows;
  if (first === undefined || choice.rows.length > maxListed) return [];
  const columns = first.cells.map(({ column }) => column);
  return [
    {
      matched,
      kind: "list",
      superlative: null,
      fit: 0,
      share: 0,
      compared: length,
      areListed,
      equalColumns: 1,
      ...choice,
      coverage: coverageOfRow(matched, first.row, columns, first.cells.at(-1)?.kind ?? null),
      met: met + first.row.verdict.met,
      against: first.row.verdict.against,
    },
  ];
}
