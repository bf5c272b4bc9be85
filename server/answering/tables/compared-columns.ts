import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { unconditional } from "./conditions.ts";
import { comparedValue, fitOf, sizeInName } from "./compared-value.ts";
import type { MatchedRow, MatchedTable } from "./match-table.ts";
import { labelOf } from "./say-row.ts";
import { capacityHeading, type Superlative } from "./table-words.ts";

/** A column whose values a superlative may compare. */
export interface ComparedColumn {
  superlative: Superlative;
  /** How well what it holds fits what is compared, from 0 to 1. */
  fit: number;
  /** How much of the question its heading holds, and what the question's numbers and days say of it. */
  coverage: number;
  /** Columns that could have been meant as well, itself among them. */
  equal: number;
  values: { row: MatchedRow; cell: TypedCell; value: number }[];
}

const maxColumns = 2;
/** A column that falls further behind the likeliest is not meant. */
const maxBehind = 0.15;
/** A heading that the question names outweighs a dimension that fits better. */
const fitWeight = 0.4;
/** Flights a week are not the longest flight where another column holds times. */
const minFitShare = 0.35;
const aboutEqual = 0.02;

/** The columns that a superlative may mean, the likeliest first. Those that only name rows are left out unless `withLabels`. */
export function comparedColumns(
  matched: MatchedTable,
  rows: readonly MatchedRow[],
  superlative: Superlative,
  withLabels: boolean,
): ComparedColumn[] {
  const { columns, labelColumns } = matched.table;
  const askedRate = rateOf(matched.query.text);
  const found = columns.flatMap((_, column): ComparedColumn[] => {
    const isLabel = labelColumns.includes(column);
    if (!withLabels && column === 0 && isLabel) return [];
    const values = rows.flatMap((row) => {
      const cell = row.row.byColumn[column];
      const value =
        cell === undefined
          ? null
          : (comparedValue(cell, superlative) ?? (isLabel ? sizeInName(cell.text) : null));
      return cell === undefined || value === null ? [] : [{ row, cell, ...value }];
    });
    // "None" and "n/a" are no values that were left out.
    const filled = rows.filter(({ row: { byColumn } }) => {
      const { kind, low } = byColumn[column] ?? { kind: "empty" };
      return kind !== "empty" && !(kind === "yes_no" && low === 0);
    }).length;
    const dimension = mostCommon(values.map((each) => each.dimension));
    if (dimension === null) return [];
    const ofDimension = values.filter((each) => each.dimension === null || each.dimension === dimension);
    const isCapacity = superlative.over === "size" && matched.query.operators.isCapacity;
    const fit =
      isCapacity && capacityHeading.test(columns[column] ?? "")
        ? 1
        : fitOf(superlative, dimension, matched.query.operators.askedKinds);
    if (fit === 0 || ofDimension.length * 2 <= filled) return [];
    const rated = ofDimension.map((each) => ({
      ...each,
      rate: rateOf(`${labelOf(each.row.row, false)} ${each.cell.text}`),
    }));
    const rateMeant = askedRate || mostCommon(rated.map(({ rate }) => rate));
    const ofRate = rated.filter(({ rate }) => rate === rateMeant);
    const ordered = ofRate.length > 1 ? ofRate : ofDimension;
    return [
      {
        superlative: towards(superlative, dimension),
        fit,
        coverage: headingCoverage(matched, column),
        equal: 1,
        values: ordered,
      },
    ];
  });
  const scoreOf = ({ fit, coverage }: ComparedColumn): number => coverage + fit * fitWeight;
  const maxFit = Math.max(...found.map(({ fit }) => fit));
  const fitting = found.filter(({ fit }) => fit > maxFit * minFitShare);
  const best = Math.max(...fitting.map(scoreOf));
  return fitting
    .filter((each) => best - scoreOf(each) < maxBehind)
    .map((each) => ({
      ...each,
      equal: fitting.filter((other) => Math.abs(scoreOf(other) - scoreOf(each)) < aboutEqual).length,
    }))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, maxColumns);
}

/**
 * How much of the question's weight a column's heading holds; its numbers and days count as words. `byNames`: only in
 * words that name things.
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

/** What is fastest takes the least time. */
function towards(superlative: Superlative, dimension: string): Superlative {
  return superlative.over === "speed" && dimension === "duration"
    ? { ...superlative, direction: "min" }
    : superlative;
}

/** "R 950 a week" is not compared with what others get a shift. */
const rateOf = (text: string): string => perTime.exec(text)?.[1]?.toLowerCase() ?? "";
const perTime = /(?<!\p{L})(?:a|per) (hour|shift|day|night|week|month|term|year)(?!\p{L})/iu;

function mostCommon(values: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}
