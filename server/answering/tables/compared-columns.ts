import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { mostCommon } from "./analysed-table.ts";
import { unconditional } from "./verdict.ts";
import { comparedValue, fitOf, measureInName, sizeInName, type ComparedValue } from "./compared-value.ts";
import type { MatchedRow, MatchedTable } from "./match-table.ts";
import { labelOf } from "./format-row.ts";
import { capacityHeading, type Superlative } from "../../language/table-words.ts";

const maxColumns = 2;
/** A column whose score is further behind the best one is not meant. */
const maxBehind = 0.15;
/** A heading that the question names outweighs a dimension that fits better. */
const fitWeight = 0.4;
/** "Flights a week" don't decide which flight is the longest if another column contains times. */
const minFitShare = 0.35;
const aboutEqual = 0.02;

/** The columns that a superlative may mean, best first. The first one, if it names the rows, only if `withLabels`. */
export function comparedColumns(
  matched: MatchedTable,
  rows: readonly MatchedRow[],
  superlative: Superlative,
  withLabels: boolean,
) {
  const { columns, labelColumns } = matched.table;
  const found = [...columns.keys()]
    .filter((column) => withLabels || column > 0 || !labelColumns.includes(column))
    .flatMap((column) => comparedColumn(matched, rows, superlative, column) ?? []);
  const scoreOf = ({ fit, coverage }: (typeof found)[number]) => coverage + fit * fitWeight;
  const maxFit = Math.max(...found.map(({ fit }) => fit));
  // A bare number is a price or a weight only if no column has prices or weights.
  const haveUnits = (superlative.over === "money" || superlative.over === "mass") && maxFit === 1;
  const fitting = found.filter(
    ({ fit, dimension }) => fit > maxFit * minFitShare && !(haveUnits && dimension === "number"),
  );
  const best = Math.max(...fitting.map(scoreOf));
  const equals = (a: ComparedColumn, b: ComparedColumn): boolean =>
    Math.abs(scoreOf(a) - scoreOf(b)) < aboutEqual;
  const likeliest = fitting
    .filter((each) => best - scoreOf(each) < maxBehind)
    .map((each) => ({
      ...each,
      /** The number of columns that fit about equally well, including this one. */
      equal: fitting.filter((other) => equals(other, each)).length,
    }))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, maxColumns);
  // The most expensive service is the one with the highest of its prices for a child and for an adult.
  return likeliest.map((each) => {
    const alternatives = fitting.filter((other) => equals(other, each) && areAlternatives(other, each));
    if (alternatives.length < 2) return each;
    return {
      ...each,
      values: bestOfRows(
        each.superlative,
        alternatives.flatMap(({ values }) => values),
      ),
    };
  });
}

type ComparedColumn = NonNullable<ReturnType<typeof comparedColumn>>;

/** Whether two columns are alternatives under one heading: "Price" over "Child" and "Adult". */
function areAlternatives(a: ComparedColumn, b: ComparedColumn): boolean {
  const headingOver = ({ heading }: ComparedColumn): string => /^(.+?), /u.exec(heading)?.[1] ?? "";
  return a.dimension === b.dimension && headingOver(a) !== "" && headingOver(a) === headingOver(b);
}

/** The lowest or highest of the values of each row. */
function bestOfRows({ direction }: Superlative, values: ComparedColumn["values"]): ComparedColumn["values"] {
  const sign = direction === "min" ? 1 : -1;
  return [...Map.groupBy(values, ({ row }) => row).values()].flatMap(
    (own) => own.toSorted((a, b) => sign * (a.value - b.value))[0] ?? [],
  );
}

/** What the superlative would compare in a column; null if few of its cells have values that it can compare. */
function comparedColumn(
  matched: MatchedTable,
  rows: readonly MatchedRow[],
  superlative: Superlative,
  column: number,
) {
  const { table, query } = matched;
  const isLabel = table.labelColumns.includes(column);
  const values = rows.flatMap((row) => {
    const cell = row.row.byColumn[column];
    const value = cell === undefined ? null : valueOf(cell, superlative, isLabel);
    return cell === undefined || value === null ? [] : [{ row, cell, ...value }];
  });
  const dimension = mostCommon(values.flatMap((each) => each.dimension ?? []));
  if (dimension === null) return null;
  const ofDimension = values.filter((each) => each.dimension === null || each.dimension === dimension);
  const { isCapacity, askedKinds } = query.operators;
  const isAskedCapacity =
    superlative.over === "size" && isCapacity && capacityHeading.test(table.columns[column] ?? "");
  const fit = isAskedCapacity ? 1 : fitOf(superlative, dimension, askedKinds);
  const filled = rows.filter(({ row }) => isFilled(row.byColumn[column])).length;
  if (fit === 0 || ofDimension.length * 2 <= filled) return null;
  return {
    heading: table.columns[column] ?? "",
    superlative: withDirection(superlative, dimension),
    /** The dimension of its values (see `ComparedValue`). */
    dimension,
    /** How well its values fit the superlative, 0 to 1. */
    fit,
    /** The share of the question that its heading covers, adjusted by the question's numbers and days. */
    coverage: headingCoverage(matched, column),
    /** The share of its values that have this dimension. */
    share: ofDimension.length / Math.max(1, filled),
    values: ofSameRate(ofDimension, rateOf(query.text)),
  };
}

/** Whether the comparison would miss a cell without a value: not if it says "None" or "n/a". */
const isFilled = (cell: TypedCell | undefined): boolean =>
  cell !== undefined && cell.kind !== "empty" && !(cell.kind === "yes_no" && cell.low === 0);

/** The values of the asked rate, or of the most common one; all if there is only one of it. */
function ofSameRate<Value extends { row: MatchedRow; cell: TypedCell }>(
  values: Value[],
  askedRate: string,
): Value[] {
  const rated = values.map((value) => ({
    value,
    rate: rateOf(`${labelOf(value.row.row)} ${value.cell.text}`),
  }));
  const rateMeant = askedRate || mostCommon(rated.map(({ rate }) => rate));
  const same = rated.filter(({ rate }) => rate === rateMeant);
  return same.length > 1 ? same.map(({ value }) => value) : values;
}

/** The value of a cell; of a name with a measure ("Weekend 25 GB (Friday 18:00 – Sunday 24:00)"), the measure. */
function valueOf(cell: TypedCell, superlative: Superlative, isLabel: boolean): ComparedValue | null {
  if (!isLabel) return comparedValue(cell, superlative);
  const measure = cell.kind === "text" ? measureInName(cell.text) : null;
  if (measure !== null) return measure;
  // The 2 of "Rack for 2 bikes" is a size, but no mass.
  return comparedValue(cell, superlative) ?? (superlative.over === "mass" ? null : sizeInName(cell.text));
}

/**
 * The share of the question's weight that a column's heading covers, adjusted by its numbers and days. `byNames`: only
 * words that name things count.
 */
export function headingCoverage(
  { query, headers, columnVerdicts }: MatchedTable,
  column: number,
  byNames = false,
): number {
  const { met, against } = columnVerdicts[column] ?? unconditional;
  const words = query.terms.reduce(
    (sum, { weight, names }, term) =>
      names || !byNames ? sum + weight * (headers[column]?.[term] ?? 0) : sum,
    0,
  );
  return words + (met - against) * 0.3;
}

/** The fastest takes the least time. */
function withDirection(superlative: Superlative, dimension: string): Superlative {
  return superlative.over === "speed" && dimension === "duration"
    ? { ...superlative, direction: "min" }
    : superlative;
}

/** The period of a rate: "R 950 a week" is not compared with pay per shift. */
const rateOf = (text: string): string => perTime.exec(text)?.[1]?.toLowerCase() ?? "";
const perTime = /(?<!\p{L})(?:a|per) (hour|shift|day|night|week|month|term|year)(?!\p{L})/iu;
