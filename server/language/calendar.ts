import { months, weekdays } from "./value-words.ts";

/**
 * Days of the week or of the year, numbered from 0. A range includes all days between its ends. In a year every month has
 * 31 days, and Easter is a day of its own behind them, because its date differs from year to year.
 */
export type CalendarSet = ReadonlySet<number>;

const daysPerMonth = 31;
const easterDay = 12 * daysPerMonth;
const dayOfYear = (month: number, day: number): number => month * daysPerMonth + day - 1;

const anyOf = (names: readonly string[]): string => `(${names.map((name) => `(?:${name})`).join("|")})`;
const dayPattern = anyOf(weekdays);
const monthPattern = anyOf(months);
const to = String.raw`\s?(?:to|until|till|-|–|—|tot)\s?`;
const dayOfMonth = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
/** "18 December", "the 18th of December", "December 18th", "December 18", "December"; but not "in May 12 rooms". */
const date = String.raw`(?:${dayOfMonth}\s(?:of\s)?)?${monthPattern}(?:\s(\d{1,2})(?:st|nd|rd|th|(?=,?\s\d{4}(?!\d)|[,;.!?)]*(?:$|\n))))?(?:,?\s\d{4})?`;

const dayRange = new RegExp(`(?<!\\p{L})${dayPattern}(?:${to}${dayPattern})?(?!\\p{L})`, "giu");
/** "1 – 9 December" has its month once. */
const dateRange = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${dayOfMonth}${to})?${date}(?:${to}${date})?(?!\p{L})`,
  "giu",
);
const weekend = /(?<!\p{L})weekends?(?!\p{L})/iu;
const workday = /(?<!\p{L})(?:weekdays?|mid-?week|in the week|during the week|weeksdae)(?!\p{L})/iu;
const everyDay = /(?<!\p{L})(?:every day|daily|7 days|24\/7|day and night|all week)(?!\p{L})/iu;
const newYear = /(?<!\p{L})(?:new year(?:[’']?s)?|nuwejaar)(?!\p{L})/iu;
const christmas = /(?<!\p{L})(?:christmas|x-?mas|kersfees|boxing day)(?!\p{L})/iu;
const easter = /(?<!\p{L})(?:easter|paasnaweek|paasfees|páscoa)(?!\p{L})/iu;
/** Names that are also other words, such as the verb "may"; they must be capitalized to count as months. */
const ambiguousMonth = /^(?:may|mar|mei)$/iu;

/** Days of the week that a text names, Monday first: "Monday to Friday" is 0 to 4. */
export function daysIn(text: string): CalendarSet {
  const found = new Set<number>();
  for (const [, from = "", last = from] of text.matchAll(dayRange))
    addBetween(found, indexOfName(weekdays, from), indexOfName(weekdays, last), weekdays.length);
  if (workday.test(text)) for (let day = 0; day < 5; day++) found.add(day);
  if (weekend.test(text)) for (const day of [5, 6]) found.add(day);
  if (everyDay.test(text)) for (let day = 0; day < 7; day++) found.add(day);
  return found;
}

/**
 * Days of the year that a text names: "1 October to 30 April" is all days between them, and "October" its 31 days.
 */
export function datesIn(text: string): CalendarSet {
  const found = new Set<number>();
  for (const match of text.matchAll(dateRange)) {
    const [whole, firstDay, ...parts] = match;
    const [from, last = from] = [parts.slice(0, 3), parts.slice(3)].flatMap(([before, name, behind]) =>
      name === undefined ? [] : [{ month: indexOfName(months, name), day: before ?? behind }],
    );
    const isBare = parts[4] === undefined && !/\d/u.test(whole);
    if (isBare && ambiguousMonth.test(whole.trim()) && !whole.trim().startsWith("M")) continue;
    if (isBare && /^may/iu.test(whole) && match.index === 0) continue;
    if (from === undefined || last === undefined) continue;
    addBetween(
      found,
      dayOfYear(from.month, Number(firstDay ?? from.day ?? 1)),
      dayOfYear(last.month, Number(last.day ?? daysPerMonth)),
      easterDay,
    );
  }
  if (christmas.test(text)) addBetween(found, dayOfYear(11, 24), dayOfYear(11, 26), easterDay);
  if (newYear.test(text)) addBetween(found, dayOfYear(11, 31), dayOfYear(0, 1), easterDay);
  if (easter.test(text)) found.add(easterDay);
  return found;
}

/** A text without its days of the week. */
export const withoutDays = (text: string): string =>
  [dayRange, weekend, workday].reduce((rest, pattern) => rest.replace(pattern, ""), text);

/** A text without its months and dates. */
export const withoutDates = (text: string): string =>
  [dateRange, newYear, christmas, easter].reduce(
    (rest, pattern) => rest.replace(pattern, (found) => (ambiguousMonth.test(found) ? found : "")),
    text,
  );

const indexOfName = (names: readonly string[], name: string): number =>
  names.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, "iu").test(name));

/**
 * Adds the numbers from one to another, continuing past the end of the week or year, which has `size` days. Nothing for a
 * day that there is not ("0 January"): it would never be reached.
 */
function addBetween(found: Set<number>, start: number, end: number, size: number): void {
  if (start < 0 || end < 0) return;
  for (let at = start % size; ; at = (at + 1) % size) {
    found.add(at);
    if (at === end % size) return;
  }
}
