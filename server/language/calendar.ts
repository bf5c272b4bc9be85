import { months, weekdays } from "./value-words.ts";

/** Days of the week or months of the year, numbered from 0. A range includes all days or months between its ends. */
export type CalendarSet = ReadonlySet<number>;

const anyOf = (names: readonly string[]): string => `(${names.map((name) => `(?:${name})`).join("|")})`;
const dayPattern = anyOf(weekdays);
const monthPattern = anyOf(months);
const to = String.raw`\s?(?:to|until|till|-|–|—|tot)\s?`;
/** A day of the month may precede the name of a month, and a year may follow it. */
const dayOfMonth = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?\s)?`;
const year = String.raw`(?:\s\d{4})?`;

const dayRange = new RegExp(`(?<!\\p{L})${dayPattern}(?:${to}${dayPattern})?(?!\\p{L})`, "giu");
const date = `${dayOfMonth}${monthPattern}${year}`;
const monthRange = new RegExp(`(?<!\\p{L})${date}(?:${to}${date})?(?!\\p{L})`, "giu");
const weekend = /(?<!\p{L})weekends?(?!\p{L})/iu;
const workday = /(?<!\p{L})(?:weekdays?|mid-?week|in the week|during the week|weeksdae)(?!\p{L})/iu;
const everyDay = /(?<!\p{L})(?:every day|daily|7 days|24\/7|day and night|all week)(?!\p{L})/iu;
const newYear = /(?<!\p{L})(?:new year(?:[’']?s)?|nuwejaar)(?!\p{L})/iu;
const christmas = /(?<!\p{L})(?:christmas|x-?mas|kersfees|boxing day)(?!\p{L})/iu;
/** Names that are also other words, such as the verb "may"; they must be capitalized to count as months. */
const ambiguousMonth = /^(?:may|mar|mei)$/iu;

/** Days of the week that a text names, Monday first: "Monday to Friday" is 0 to 4. */
export function daysIn(text: string): CalendarSet {
  const found = new Set<number>();
  for (const match of text.matchAll(dayRange)) add(found, weekdays, match[1], match[2]);
  if (workday.test(text)) for (let day = 0; day < 5; day++) found.add(day);
  if (weekend.test(text)) for (const day of [5, 6]) found.add(day);
  if (everyDay.test(text)) for (let day = 0; day < 7; day++) found.add(day);
  return found;
}

/** Months that a text names, January first: "1 October to 30 April" is 9 to 11 and 0 to 3. */
export function monthsIn(text: string): CalendarSet {
  const found = new Set<number>();
  for (const match of text.matchAll(monthRange)) {
    const isBare = match[2] === undefined && !/\d/u.test(match[0]);
    if (isBare && ambiguousMonth.test(match[0].trim()) && !match[0].trim().startsWith("M")) continue;
    if (isBare && /^may/iu.test(match[0]) && match.index === 0) continue;
    add(found, months, match[1], match[2]);
  }
  if (christmas.test(text)) found.add(11);
  if (newYear.test(text)) for (const month of [11, 0]) found.add(month);
  return found;
}

/** Adds the days or months from one name to another, continuing past the end of the week or year. */
function add(
  found: Set<number>,
  names: readonly string[],
  from: string | undefined,
  last: string | undefined = from,
): void {
  const [start, end] = [from, last].map((name = "") =>
    names.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, "iu").test(name)),
  );
  if (start === undefined || end === undefined || start < 0 || end < 0) return;
  for (let at = start; ; at = (at + 1) % names.length) {
    found.add(at);
    if (at === end) return;
  }
}
