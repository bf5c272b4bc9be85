import { daysIn, monthsIn, type CalendarSet } from "../../language/calendar.ts";
import { unitNamed } from "../../language/values.ts";
import { placedRanges, type NumberRange } from "../../language/ranges.ts";
import type { AnalysedRow, AnalysedTable } from "./analysed-table.ts";
import type { Operators, Point } from "./question-operators.ts";

/** How many of a question's conditions a row meets, and how many it contradicts. */
export interface Verdict {
  met: number;
  against: number;
}

export const unconditional: Verdict = { met: 0, against: 0 };

const daysPer: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  night: 1,
  week: 7,
  month: 365 / 12,
  quarter: 365 / 4,
  year: 365,
};

/** A number in another unit of the same kind; null where the two have nothing to do with each other. */
function inUnit({ value, unit }: Point, wanted: string): number | null {
  if (unit === wanted || unit === "" || wanted === "") return value;
  const [from, to] = [daysPer[unit], daysPer[wanted]];
  if (from !== undefined && to !== undefined) return Math.round(((value * from) / to) * 100) / 100;
  if (unit === "cm" && wanted === "m") return value / 100;
  if (unit === "m" && wanted === "km") return value / 1000;
  if (unit === "g" && wanted === "kg") return value / 1000;
  if ((unit === "kg" && wanted === "kl") || (unit === "l" && wanted === "kl")) return value;
  if (unit === "child" && wanted === "person") return value;
  return null;
}

/** What every row of a table says of the numbers, days and months of a question; by the row's place. */
export function judgeRows(table: AnalysedTable, operators: Operators): Verdict[] {
  const verdicts = table.rows.map((): Verdict => ({ ...unconditional }));
  judgePoints(table, operators.points, verdicts);
  if (operators.days.size > 0) judgeCalendar(table, operators.days, daysIn, verdicts);
  if (operators.months.size > 0) judgeCalendar(table, operators.months, monthsIn, verdicts);
  return verdicts;
}

/** The ranges that name a row: of its label, with the unit that its column's heading names. */
const rangesOfRow = new WeakMap<AnalysedRow, NumberRange[]>();

function rangesOf(table: AnalysedTable, row: AnalysedRow): NumberRange[] {
  const known = rangesOfRow.get(row);
  if (known !== undefined) return known;
  const ranges = row.label.flatMap(({ text, column }) => {
    const header = unitOfHeader(table.columns[column] ?? "");
    const found: NumberRange[] = placedRanges(text);
    // A bare number that names the row is a range of one.
    if (found.length === 0 && /^\d+(?:[.,]\d+)?$/u.test(text)) {
      const value = Number(text.replace(",", "."));
      found.push({ low: value, high: value, unit: "" });
    }
    return found.map((range) => ({ ...range, unit: range.unit === "" ? header : range.unit }));
  });
  rangesOfRow.set(row, ranges);
  return ranges;
}

function unitOfHeader(header: string): string {
  for (const word of header.toLowerCase().split(/[^\p{L}²³]+/u)) {
    const unit = word.length > 2 ? unitNamed(word) : "";
    if (unit !== "") return unit;
  }
  return "";
}

function judgePoints(table: AnalysedTable, points: Point[], verdicts: Verdict[]): void {
  for (const point of points) {
    const inside = table.rows.map((row) => {
      const ranges = rangesOf(table, row).flatMap((range) => {
        const value = inUnit(point, range.unit);
        return value === null ? [] : [value >= range.low && value <= range.high];
      });
      return ranges.length === 0 ? null : ranges.some(Boolean);
    });
    // A table in which the number lies nowhere is about other numbers.
    if (!inside.includes(true)) continue;
    for (const [at, is] of inside.entries()) {
      const verdict = verdicts[at];
      if (verdict === undefined || is === null) continue;
      if (is) verdict.met++;
      else verdict.against++;
    }
  }
}

function judgeCalendar(
  table: AnalysedTable,
  asked: CalendarSet,
  read: (text: string) => CalendarSet,
  verdicts: Verdict[],
): void {
  for (const [at, row] of table.rows.entries()) {
    const verdict = verdicts[at];
    const own = read([row.section ?? "", ...row.label.map(({ text }) => text)].join("\n"));
    if (verdict === undefined || own.size === 0) continue;
    if ([...asked].some((each) => own.has(each))) verdict.met++;
    else verdict.against++;
  }
}

/** The same of a column by its heading. */
export function judgeColumn(header: string, { days, months }: Operators): Verdict {
  const verdict: Verdict = { met: 0, against: 0 };
  for (const [asked, own] of [
    [days, days.size > 0 ? daysIn(header) : days],
    [months, months.size > 0 ? monthsIn(header) : months],
  ] as const) {
    if (asked.size === 0 || own.size === 0) continue;
    if ([...asked].every((each) => own.has(each))) verdict.met++;
    else verdict.against++;
  }
  return verdict;
}
