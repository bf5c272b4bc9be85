import { datesIn, daysIn, type CalendarSet } from "../../language/calendar.ts";
import { inUnit, valuesIn, unitNamed } from "../../language/values.ts";
import { countOrdinals } from "../../language/ordinal-ranges.ts";
import { lettersOf } from "../../language/designations.ts";
import { onceFor } from "../../caching/once.ts";
import { isInRange, rangesIn, type NumberRange } from "../../language/ranges.ts";
import type { AnalysedRow, AnalysedTable } from "./analysed-table.ts";
import { numberWords } from "../../language/value-words.ts";
import { hoursIn, isOpenAt } from "./hours.ts";
import { judgeAffirmations, judgeDenials, judgeExclusions } from "./denials.ts";
import type { ExpandHeading } from "./heading-definitions.ts";
import type { TableQuery } from "./table-query.ts";
import type { Operators, Point } from "./question-operators.ts";
import { record, unconditional, type Verdict } from "./verdict.ts";

/** A row for Saturday meets half of a question about the weekend: the share of the days asked for, but at least this. */
const minPartWeight = 0.5;

function recordShare(verdict: Verdict, asked: CalendarSet, own: CalendarSet): void {
  const share = asked.intersection(own).size / asked.size;
  if (share === 0) record(verdict, false, 1);
  else record(verdict, true, Math.max(minPartWeight, share));
}

/** The weight of a number in a range if one of them has no unit; if both have one, it is 0.9 to 1. */
const openUnitWeight = 0.6;
/** The weight for counts (people, visits, points): a range without a unit is more likely one of ages or amounts. */
const countedUnitWeight = 0.2;
const countedUnits: ReadonlySet<string> = new Set(["person", "child", "visit", "point"]);
/** If the units differ, a number this many times above or below the bound of an open range is about something else. */
const farBeyond = 6;
const farBelow = 200;

/** The verdict of each row of a table on the numbers, days and dates of a question, in the order of the rows. */
export function judgeRows(
  table: AnalysedTable,
  operators: Operators,
  { words, affirmed }: Pick<TableQuery, "words" | "affirmed">,
  expand: ExpandHeading,
): Verdict[] {
  const verdicts = table.rows.map((): Verdict => ({ ...unconditional }));
  judgePoints(table, operators, verdicts);
  if (!operators.isNegated) judgeLacks(table, words, verdicts);
  const names = namesOfRows(table);
  judgeDenials(names, operators.denied, verdicts);
  judgeAffirmations(names, affirmed, verdicts);
  if (operators.excluded.length > 0) {
    const sections = table.rows.map(({ section }) => section ?? "");
    judgeExclusions([table.rows.map(ownText), sections], operators.excluded, verdicts);
  }
  judgeHours(table, operators, verdicts);
  judgeDesignations(operators, verdicts, (name) =>
    table.rows.map((row, at) =>
      lettersOfAll([
        lettersOf(name, names[at] ?? ""),
        ...row.cells.map(({ text, column }) => lettersOf(name, text, table.columns[column])),
      ]),
    ),
  );
  if (operators.days.size + operators.dates.size > 0) judgeCalendar(names.map(expand), operators, verdicts);
  return verdicts;
}

/** The section of a row and the cells of its label. */
const namesOf = ({ section, label }: AnalysedRow): string[] => [
  section ?? "",
  ...label.map(({ text }) => text),
];

const namesOfRows = onceFor((table: AnalysedTable) => table.rows.map((row) => namesOf(row).join("\n")));

const ownText = ({ cells }: AnalysedRow): string => cells.map(({ text }) => text).join(" ");

interface LabelRange extends NumberRange {
  /** Its unit is unknown, but it is none of length, mass, time or money. */
  countsThings?: boolean;
}

/** The ranges in the label of a row. Those without a unit get the one in their column's heading. */
const rangesOf = onceFor((row: AnalysedRow, table: AnalysedTable) =>
  row.label.flatMap((cell) => {
    const header = age.test(cell.text) ? "year" : unitOfHeader(table.columns[cell.column] ?? "");
    const text = countOrdinals(cell.text);
    const found: LabelRange[] = rangesIn(text).map((range) => ({
      ...range,
      countsThings: range.unit === "" && nounBehind.test(text.slice(range.end)),
    }));
    // A single number or measure in the label is a range of one value.
    if (found.length === 0 && ["number", "duration", "measure", "money", "percent"].includes(cell.kind))
      found.push({ low: cell.low, high: cell.high, unit: cell.unit });
    return found.map((range) => ({ ...range, unit: range.unit === "" ? header : range.unit }));
  }),
);

/** A noun directly behind a range without a unit: the "bundles" of "10+ bundles". */
const nounBehind = /^ \p{L}{3,}s(?!\p{L})/iu;

/** Ages are in years, even if no unit is given. */
const age = /(?<!\p{L})age[ds]?(?!\p{L})/iu;

function unitOfHeader(header: string): string {
  if (age.test(header)) return "year";
  for (const word of header.toLowerCase().split(/[^\p{L}²³]+/u)) {
    const unit = word.length > 2 ? unitNamed(word) : "";
    if (unit !== "") return unit;
  }
  return "";
}

/** Whether a number lies in a range, and the weight of this; null if the two can't be compared. */
function compare(point: Point, range: LabelRange) {
  if (range.countsThings === true && point.unit !== "" && !countedUnits.has(point.unit)) return null;
  const value = inUnit(point, range.unit);
  if (value === null) return null;
  const inside = value >= range.low && value <= range.high;
  // The lower end of the range if it has no upper one.
  const step = range.high === Number.POSITIVE_INFINITY ? range.low : Number.POSITIVE_INFINITY;
  if (point.unit === range.unit) return { inside, step, weight: point.unit === "" ? openUnitWeight : 1 };
  if (range.high === Number.POSITIVE_INFINITY && value > range.low * farBeyond) return null;
  // "Within 24 months" is not about 45 minutes.
  if (range.low === Number.NEGATIVE_INFINITY && value * farBelow < range.high) return null;
  if (point.unit !== "" && range.unit !== "") return { inside, step, weight: 0.9 };
  return { inside, step, weight: countedUnits.has(point.unit) ? countedUnitWeight : openUnitWeight };
}

/** Numbers to find in ranges. Unless rows are chosen, a limit ("once I go over 30") is the number just beyond it. */
function pointsOf({ points, thresholds, isChoice }: Operators): Point[] {
  if (isChoice) return points;
  const beyond = thresholds.flatMap(({ low, high, unit }): Point[] => {
    if (Number.isFinite(low) && Number.isFinite(high)) return [];
    return [{ value: Number.isFinite(low) ? Math.floor(low) + 1 : Math.ceil(high) - 1, unit, name: "" }];
  });
  return [...points, ...beyond];
}

/**
 * Compares the question's numbers with the ranges in the labels of the rows ("60 to 69"), other than those that a heading
 * states ("24-month contract").
 */
function judgePoints(table: AnalysedTable, operators: Operators, verdicts: Verdict[]): void {
  for (const point of pointsOf(operators)) {
    if (isStated(point, table)) continue;
    const compared = table.rows.map((row) => {
      // In a choice by numbers, the 20 of "Visarend 20" is part of a name.
      const isCompared = !operators.isChoice || !row.label.every(({ text }) => /^\p{L}{2,} \d+$/u.test(text));
      const all = isCompared ? rangesOf(row, table).flatMap((range) => compare(point, range) ?? []) : [];
      const found = all.find(({ inside }) => inside) ?? all[0] ?? null;
      // "Grade 3" certainly means "Grades 1 to 3", and not "Grade R".
      return labelContainsNoun(row, point)
        ? { inside: found?.inside === true, weight: 1, step: found?.step ?? Number.POSITIVE_INFINITY }
        : found;
    });
    const inside = compared.filter((each) => each?.inside === true).length;
    // A number that lies in no row, or in all of them, distinguishes none.
    if (inside === 0 || inside === table.rows.length) continue;
    const reached = compared.flatMap((each) =>
      each?.inside === true && Number.isFinite(each.step) ? [each.step] : [],
    );
    const last = Math.max(...reached);
    for (const [at, verdict] of verdicts.entries()) {
      const each = compared[at] ?? null;
      if (each === null) continue;
      const isPassed = each.inside && each.step < last;
      record(verdict, each.inside, isPassed ? each.weight * passedWeight : each.weight);
    }
  }
}

/**
 * Of "from 3 years" and "from 9 years", the last one reached applies. The others count this much, in case they are about
 * something else.
 */
const passedWeight = 0.25;

/** Whether a heading of the table states this number with its unit. */
const isStated = ({ value, unit }: Point, { columns }: AnalysedTable): boolean =>
  unit !== "" &&
  columns.some((heading) =>
    valuesIn(heading).some((stated) => stated.unit === unit && stated.low === value && stated.high === value),
  );

const labelContainsNoun = ({ label }: AnalysedRow, { name }: Point): boolean =>
  name !== "" && label.some(({ text }) => text.toLowerCase().includes(name));

/** The question's numbers are not about a column whose heading covers a smaller share of the question. */
const minCoverage = 0.1;
/** The weight of a number found in a cell, if the question doesn't name the column. */
const cellWeight = 0.5;

/**
 * Compares a question's numbers with the cells beside the label, and adds the result to the verdicts of the rows. A
 * number may lie in a range of a column that the question names ("which size, hips 110"), or in a cell with the same
 * unit ("the 90 minutes one"). `headers`: the share of the question that each column's heading covers.
 */
export function judgeValues(
  table: AnalysedTable,
  { points, isChoice }: Operators,
  { headers, verdicts }: { headers: number[]; verdicts: Verdict[] },
): void {
  for (const point of points)
    for (let column = 0; column < table.columns.length; column++) {
      if (table.labelColumns.includes(column)) continue;
      const isNamed = isChoice && (headers[column] ?? 0) > minCoverage;
      const inside = table.rows.map(({ byColumn }) => {
        const cell = byColumn[column];
        if (cell === undefined || Number.isNaN(cell.low)) return null;
        if (isNamed && cell.kind === "range") return compare(point, cell)?.inside ?? null;
        if (isNamed && cell.kind === "money" && point.unit === "R") return cell.low === point.value;
        if (point.unit === "" || !comparableKinds.has(cell.kind) || cell.unit === "") return null;
        return isInRange(point, cell);
      });
      const insideCount = inside.filter((each) => each === true).length;
      if (insideCount === 0 || insideCount * 2 > table.rows.length) continue;
      for (const [at, verdict] of verdicts.entries()) {
        const isInside = inside[at] ?? null;
        if (isNamed && isInside !== null) record(verdict, isInside, 1);
        else if (isInside === true) record(verdict, true, cellWeight);
      }
    }
}

/** Kinds of cells in which a question's number is looked up; a price in a question is not a condition. */
const comparableKinds: ReadonlySet<string> = new Set(["duration", "range", "measure"]);

/** A row with "no electricity" does not suit a question about electricity. */
const lack =
  /(?<!\p{L})(?:no|not|without|excluding|except|geen|sonder|cannot|(?:do|does|did|wo|ca)n[’']?t) (\p{L}{3,})/giu;

const lacksOf = onceFor((row: AnalysedRow) =>
  namesOf(row).flatMap((text) => [...text.matchAll(lack)].map(([, word = ""]) => word.toLowerCase())),
);

function judgeLacks(table: AnalysedTable, words: ReadonlySet<string>, verdicts: Verdict[]): void {
  for (const [at, row] of table.rows.entries()) {
    const verdict = verdicts[at];
    for (const word of lacksOf(row)) if (verdict !== undefined && words.has(word)) verdict.against += 0.6;
  }
}

/**
 * Compares a question's times of day with the rows: a time lies within the hours of the label ("18:00 – 22:00"), or the
 * hours in another cell begin or end at it.
 */
function judgeHours(table: AnalysedTable, operators: Operators, verdicts: Verdict[]): void {
  // "Open past 12:30" is a limit: what closes at 12:30 does not meet it.
  const limits = operators.openingLimits.filter(({ side }) => side === "before" || side === "after");
  const times = operators.times.filter((time) => !limits.some((limit) => limit.times === time));
  if (times.length === 0) return;
  const ofLabels = table.rows.map(({ label }) => label.flatMap(({ text }) => hoursIn(text)));
  const ofCells = table.rows.map(({ cells, label }) =>
    cells.flatMap((cell) => (label.includes(cell) ? [] : hoursIn(cell.text))),
  );
  for (const time of times) {
    const inside = ofLabels.map((own) => own.some((each) => time.some((at) => isOpenAt(each, at))));
    const ends = ofCells.map((own) => own.some(({ from, to }) => time.includes(from) || time.includes(to)));
    const doLabelsDiffer = inside.some(Boolean) && !inside.every(Boolean);
    const doCellsDiffer = ends.filter(Boolean).length * 2 <= table.rows.length;
    for (const [at, verdict] of verdicts.entries()) {
      if (doLabelsDiffer && (ofLabels[at]?.length ?? 0) > 0) record(verdict, inside[at] === true, 1);
      if (doCellsDiffer && ends[at] === true) record(verdict, true, 1);
    }
  }
}

const lettersOfAll = (all: readonly Set<string>[]): Set<string> => new Set(all.flatMap((each) => [...each]));

/** Compares the "zone C" of a question with the letters that rows or columns have for this noun. */
function judgeDesignations(
  { designations }: Operators,
  verdicts: Verdict[],
  lettersFor: (name: string) => Set<string>[],
): void {
  for (const { name, letter } of designations) {
    const own = lettersFor(name);
    if (!own.some((each) => each.has(letter))) continue;
    for (const [at, verdict] of verdicts.entries()) {
      const letters = own[at];
      if (letters !== undefined && letters.size > 0) record(verdict, letters.has(letter), 1);
    }
  }
}

/** Compares the days and dates of a question with those in the names of rows or columns. */
function judgeCalendar(names: readonly string[], { days, dates }: Operators, verdicts: Verdict[]): void {
  const kinds = [
    { asked: days, read: daysIn },
    { asked: dates, read: datesIn },
  ];
  for (const { asked, read } of kinds) {
    if (asked.size === 0) continue;
    for (const [at, verdict] of verdicts.entries()) {
      const own = read(names[at] ?? "");
      if (own.size > 0) recordShare(verdict, asked, own);
    }
  }
}

/** The verdict of each column heading on the numbers, days and dates of a question. */
export function judgeColumns(
  headers: readonly string[],
  operators: Operators,
  affirmed: ReadonlySet<string>,
): Verdict[] {
  const verdicts = headers.map((): Verdict => ({ ...unconditional }));
  // The headings are parsed only if there is a number to compare.
  const ranges = operators.points.length === 0 ? [] : headers.map(rangesOfHeader);
  for (const point of operators.points) judgeHeaders(ranges, point, verdicts);
  judgeCalendar(headers, operators, verdicts);
  judgeDesignations(operators, verdicts, (name) => headers.map((header) => lettersOf(name, header)));
  judgeExclusions([headers], operators.excluded, verdicts);
  judgeDenials(headers, operators.denied, verdicts);
  judgeAffirmations(headers, affirmed, verdicts);
  return verdicts;
}

const after = new RegExp(`(?<!\\p{L})after (?=\\d|\\p{L}+ (?:day|week|month|year))`, "giu");

const numbered = /^(week|month|year) (\d{1,2})$/iu;

const worded = [...numberWords.keys()].join("|");
const wordInRange = new RegExp(
  `(?<!\\p{L})(?:${worded})(?= (?:to|or|and) \\p{L})|(?<=\\p{L} (?:to|than) )(?:${worded})(?!\\p{L})`,
  "giu",
);

/** "Two to four items" with its numbers in figures. */
const inFigures = (text: string): string =>
  text.replaceAll(wordInRange, (word) => String(numberWords.get(word.toLowerCase()) ?? word));

/** The ranges in a heading: "24 months" and "250" are ranges of one value, "after 5 years" is open at the end. */
function rangesOfHeader(header: string): NumberRange[] {
  if (!/\d|\p{L}/u.test(header)) return [];
  const ranges = rangesIn(inFigures(countOrdinals(header).replace(after, "from ")));
  if (ranges.length > 0) return ranges;
  const [, named = "", number] = numbered.exec(header) ?? [];
  // "Year 5" is the one in which the fifth ends.
  if (number !== undefined)
    return [{ low: Number(number) - 1, high: Number(number), unit: unitNamed(named) }];
  const isBare = /^[\d\s]+$/u.test(header);
  return valuesIn(header).flatMap(({ kind, low, high, unit }) =>
    kind === "duration" || kind === "distance" || isBare ? [{ low, high, unit }] : [],
  );
}

/** Whether ranges are in sequence ("1 – 20", "21 – 100", "101 and more"): they count something even without a unit. */
function areSteps(ranges: NumberRange[][]): boolean {
  const steps = ranges.flatMap(([first]) => (first === undefined ? [] : [first]));
  return steps.length > 1 && steps.slice(1).every(({ low }, at) => low > (steps[at]?.high ?? 0));
}

function judgeHeaders(ranges: NumberRange[][], point: Point, verdicts: Verdict[]): void {
  const mayBeOpen = areSteps(ranges);
  const compared = ranges.map((own) =>
    own
      .flatMap((range) => {
        const isOpen = point.unit === "" && range.unit === "";
        const result = isOpen && !mayBeOpen ? null : compare(point, range);
        // A number in a step ("21 – 100") is certain; one that equals a heading ("250") may be about something else.
        const weight = isOpen && range.low < range.high ? 1 : (result?.weight ?? 0);
        // "After 12 months" comes before "after 3 years".
        const low = inUnit({ value: range.low, unit: range.unit }, point.unit) ?? range.low;
        return result === null ? [] : [{ ...result, weight, low }];
      })
      .toSorted((a, b) => Number(b.inside) - Number(a.inside))
      .at(0),
  );
  const inside = compared.flatMap((each) => (each?.inside === true ? [each.low] : []));
  if (inside.length === 0) return;
  // If several steps were reached, the last one applies.
  const step = Math.max(...inside);
  for (const [at, verdict] of verdicts.entries()) {
    const each = compared[at];
    if (each !== undefined) record(verdict, each.inside && each.low === step, each.weight);
  }
}
