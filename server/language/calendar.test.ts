import { expect, test } from "vitest";
import { datesIn, daysIn } from "./calendar.ts";

/** The first and the last day of each uninterrupted part of a set of days, as "month/day". */
function partsOf(text: string): string[] {
  const days = [...datesIn(text)].toSorted((a, b) => a - b);
  const nameOf = (day: number) =>
    day === 12 * 31 ? "Easter" : `${Math.floor(day / 31) + 1}/${(day % 31) + 1}`;
  return days
    .filter((day, at) => day !== (days[at - 1] ?? -2) + 1 || day !== (days[at + 1] ?? -2) - 1)
    .map(nameOf);
}

test.each([
  ["we go on the 18th of dec", ["12/18"]],
  ["in july", ["7/1", "7/31"]],
  ["do you deliver on december 24?", ["12/24"]],
  ["March 5, 2027", ["3/5"]],
  ["December 12 rooms", ["12/1", "12/31"]],
  ["1 – 9 December; 11 – 17 January", ["1/11", "1/17", "12/1", "12/9"]],
  ["1 May 2026 – 31 August 2026", ["5/1", "8/31"]],
  ["from October to February, daily", ["1/1", "2/31", "10/1", "12/31"]],
  ["15 December 2026 – 5 January 2027", ["1/1", "1/5", "12/15", "12/31"]],
  ["Thursday to Monday of the Easter weekend", ["Easter"]],
  ["over christmas", ["12/24", "12/26"]],
  ["may I come at 5", []],
  ["5 March to 0 January", []],
])("reads the dates in %s", (text, expected) => {
  expect(partsOf(text)).toEqual(expected);
});

test("reads days of the week", () => {
  expect([...daysIn("Friday to Sunday")]).toEqual([4, 5, 6]);
  expect([...daysIn("Saturday to Monday")]).toEqual([5, 6, 0]);
});
