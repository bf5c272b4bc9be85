import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { isInRange, type NumberRange } from "../../language/ranges.ts";
import { inUnit, valuesIn } from "../../language/values.ts";
import { minutesPerUnit } from "../../language/value-words.ts";
import { isUnlimited } from "./compared-value.ts";
import { headingCoverage } from "./compared-columns.ts";
import { namedShareOfColumn, type MatchedRow, type MatchedTable } from "./match-table.ts";
import { hoursIn, meetsLimit, type OpeningLimit } from "./hours.ts";
import type { Operators } from "./question-operators.ts";
import { capacityHeading } from "../../language/table-words.ts";

/** A row with the cells that decided for it. */
export interface ChosenRow {
  row: MatchedRow;
  cells: TypedCell[];
}

/** The row with one more deciding cell, unless there is none or it decided already. */
export const withCell = ({ row, cells }: ChosenRow, cell: TypedCell | undefined): ChosenRow => ({
  row,
  cells: cell === undefined || cells.includes(cell) ? cells : [...cells, cell],
});

/**
 * The limits that a question sets for values: thresholds, minimums that a row must allow, and exact values for
 * choices ("the cheapest 30 day bundle", "which camps for my son of 15", "which have 36 months of guarantee").
 */
export function limitsOf(operators: Operators): NumberRange[] {
  const { thresholds, points, isCapacity, isChoice, superlative } = operators;
  const asked = points.flatMap(({ value, unit }) => {
    if (isCapacity || ofPeople.has(unit)) return [{ low: value, high: Number.POSITIVE_INFINITY, unit }];
    // A price is a budget, and a measure a minimum, rather than a value to be equal to.
    const isExact =
      superlative === null
        ? isChoice && (unit === "%" || minutesPerUnit.has(unit))
        : !["", "R", "%"].includes(unit);
    return isExact ? [{ low: value, high: value, unit }] : [];
  });
  // "What if I stay longer than 5 minutes" doesn't ask where one may.
  return [...thresholds.filter(({ isSupposed }) => isChoice || !isSupposed), ...asked];
}

const ofPeople: ReadonlySet<string> = new Set(["person", "child"]);

/** The rows whose value lies within a limit, with the deciding cell; null if the table does not say which do. */
export function withinLimit(
  matched: MatchedTable,
  rows: ChosenRow[],
  limit: NumberRange,
): ChosenRow[] | null {
  const column = limitedColumn(matched, rows, limit);
  if (column === null && limit.low === limit.high) return null;
  const within = rows.flatMap((chosen): ChosenRow[] => {
    if (column === null) {
      const value = measureOfLabel(chosen.row, limit.unit);
      return value !== null && isWithin(limit, value, value) ? [chosen] : [];
    }
    const cell = chosen.row.row.byColumn[column];
    return cell !== undefined && isInside(cell, limit) ? [withCell(chosen, cell)] : [];
  });
  const isUndecided = column === null && within.length === rows.length;
  // If all rows are beyond the limit, none of them is meant.
  if (within.length === 0 && column !== null && limit.unit !== "") return [];
  return within.length === 0 || isUndecided ? null : within;
}

/** The rows that are open before or after a time, with their hours; null if no column has hours, or all or none are. */
export function withinOpeningLimit(
  matched: MatchedTable,
  rows: ChosenRow[],
  limit: OpeningLimit,
): ChosenRow[] | null {
  const column = columnOf(matched, rows, ({ text }) => hoursIn(text).length > 0);
  if (column === null) return null;
  const within = rows.flatMap((chosen) => {
    const cell = chosen.row.row.byColumn[column];
    return hoursIn(cell?.text ?? "").some((hours) => meetsLimit(hours, limit))
      ? [withCell(chosen, cell)]
      : [];
  });
  return within.length === 0 || within.length === rows.length ? null : within;
}

function isInside(cell: TypedCell, limit: NumberRange): boolean {
  if (isUnlimited(cell)) return limit.high === Number.POSITIVE_INFINITY;
  if (limit.low === limit.high) return isInRange({ value: limit.low, unit: limit.unit }, cell) === true;
  // "None" and "n/a" are not numbers.
  return cell.kind !== "yes_no" && isWithin(limit, cell.low, cell.high);
}

function isWithin(limit: NumberRange, low: number, high: number): boolean {
  if (limit.low === Number.NEGATIVE_INFINITY) return low <= limit.high;
  return (Number.isFinite(high) ? high : low) >= limit.low && low <= limit.high;
}

/** The column to compare with a limit: among those that fit, the one whose heading covers most of the question. */
function limitedColumn(matched: MatchedTable, rows: ChosenRow[], { unit, low, high }: NumberRange) {
  const columnWhere = (fits: (cell: TypedCell) => boolean) => columnOf(matched, rows, fits);
  if (low === high)
    return columnWhere((cell) => cell.unit !== "" && inUnit({ value: low, unit }, cell.unit) !== null);
  const ofCapacity = () =>
    columnWhere(
      ({ column, kind }) =>
        capacityHeading.test(matched.table.columns[column] ?? "") && (kind === "number" || kind === "range"),
    );
  if (ofPeople.has(unit)) return columnWhere((cell) => ofPeople.has(cell.unit)) ?? ofCapacity();
  if (unit === "" && low > 0) return ofCapacity() ?? columnWhere((cell) => fitsUnit(cell, unit));
  // A price list in rand may omit the sign.
  return (
    columnWhere((cell) => fitsUnit(cell, unit)) ??
    (unit === "R" ? columnWhere(({ kind }) => kind === "number") : null)
  );
}

const unitless: ReadonlySet<TypedCell["kind"]> = new Set(["measure", "number", "money", "percent", "range"]);

function fitsUnit({ kind, unit: own }: TypedCell, unit: string): boolean {
  if (kind === "range" && own !== "") return own === unit;
  if (unit === "R") return kind === "money";
  if (unit === "%") return kind === "percent";
  return unit === "" ? unitless.has(kind) : own === unit;
}

function columnOf(matched: MatchedTable, rows: ChosenRow[], fits: (cell: TypedCell) => boolean) {
  const found = matched.table.columns.flatMap((_, column) => {
    const cells = rows
      .flatMap(({ row }) => row.row.byColumn[column] ?? [])
      .filter(({ kind }) => kind !== "empty");
    const isLabel = matched.table.labelColumns.includes(column) && column === 0;
    if (isLabel || cells.length === 0 || cells.filter(fits).length * 2 < cells.length) return [];
    return [
      { column, coverage: headingCoverage(matched, column), named: namedShareOfColumn(matched, column) },
    ];
  });
  // "A day" means "Day" rather than "Half day".
  const [best] = found.toSorted(
    (a, b) => b.coverage - a.coverage || b.named - a.named || a.column - b.column,
  );
  return best?.column ?? null;
}

/** The number in the label of a row: the 300 people of "Town hall (300)". */
function measureOfLabel({ row }: MatchedRow, unit: string): number | null {
  const isOpen = unit === "" || ofPeople.has(unit);
  for (const { text } of row.label)
    for (const value of valuesIn(text)) {
      const fits = value.kind === "distance" || (isOpen && value.kind === "number");
      if (fits && (isOpen || value.unit === unit)) return value.low;
    }
  return null;
}
