import { askedValues } from "../../language/asked-values.ts";
import { daysIn, monthsIn, type CalendarSet } from "../../language/calendar.ts";
import type { CellKind } from "../../language/cell-value.ts";
import { placedRanges, type NumberRange } from "../../language/ranges.ts";
import { placedValues } from "../../language/values.ts";
import { choosing, counting, superlatives, type Superlative } from "./table-words.ts";

/** A number that the question names, to be found in a range or as it is. */
export interface Point {
  value: number;
  unit: string;
}

/** What a question asks of a table, besides the words that name rows and columns. */
export interface Operators {
  asked: ReadonlySet<CellKind>;
  superlative: Superlative | null;
  /** "under R500", "at least 100": of values, not of rows. */
  thresholds: NumberRange[];
  points: Point[];
  days: CalendarSet;
  months: CalendarSet;
  isChoice: boolean;
  isCount: boolean;
}

const kindsOf: Readonly<Record<string, readonly CellKind[]>> = {
  money: ["money"],
  percent: ["percent"],
  duration: ["duration", "date"],
  date: ["date", "time", "duration"],
  time: ["time"],
  distance: ["measure"],
  number: ["number", "measure"],
};

/** Reads what a question asks of a table. */
export function readOperators(question: string): Operators {
  const thresholds = placedRanges(question);
  const points = placedValues(question)
    .filter((value) => !thresholds.some((range) => value.at < range.end && range.at < value.end))
    // "A night" is a rate, not a number of nights; the 23rd is a day.
    .filter(({ text, low }) => !Number.isNaN(low) && !/^an?\s/iu.test(text))
    .map(({ low, unit, kind, text }): Point => ({
      value: low,
      unit: kind === "date" || /^\p{L}/u.test(text) ? "" : unit,
    }));
  const asked = new Set(askedValues(question).flatMap((kind) => kindsOf[kind] ?? []));
  const superlative = superlatives.find(({ words }) => words.test(question)) ?? null;
  return {
    asked,
    superlative,
    thresholds: thresholds.map(({ low, high, unit }) => ({ low, high, unit })),
    points: points.filter((point, at) => points.findIndex((other) => same(other, point)) === at),
    days: daysIn(question),
    months: monthsIn(question),
    isChoice: superlative !== null || choosing.test(question),
    isCount: counting.test(question),
  };
}

function same(a: Point, b: Point): boolean {
  return a.value === b.value && a.unit === b.unit;
}
