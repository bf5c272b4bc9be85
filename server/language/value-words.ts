import { readEntries } from "./language-data.ts";

/** The words and signs of values, for values.ts and ranges.ts. */

const counted =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

const tens = "thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Numbers as words; "a" and "an" only before a unit ("an hour"). */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...counted.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, at): [string, number] => [word, 30 + at * 10]),
  ["half", 0.5],
  ["once", 1],
  ["twice", 2],
]);

/** The name of each unit, its kind, and a regular expression for its spellings. */
export const units = readEntries("values", "units").map(({ name, text }) => {
  const [unit = "", kind] = name.split(" ");
  return [unit, kind === "duration" ? "duration" : "measure", text] as const;
});

/** The length of each unit of time in minutes. */
export const minutesPerUnit: ReadonlyMap<string, number> = new Map([
  ["minute", 1],
  ["hour", 60],
  ["day", 1_440],
  ["night", 1_440],
  ["week", 10_080],
  ["month", 43_800],
  ["quarter", 131_400],
  ["year", 525_600],
]);

/** Words that may come between a number and its unit of time: "30 working days". */
export const timeAdjectives =
  "business|working|calendar|school|consecutive|full|whole|clear|further|more|extra|additional";

/** Patterns of the months in English and Afrikaans, January first. */
export const months: readonly string[] = [
  "jan(?:uary|uarie)?",
  "feb(?:ruary|ruarie)?",
  "mar(?:ch)?|maart",
  "apr(?:il)?",
  "may|mei",
  "june?|junie",
  "july?|julie",
  "aug(?:ust|ustus)?",
  "sept?(?:ember)?",
  "o[ck]t(?:ober)?",
  "nov(?:ember)?",
  "de[cs](?:ember)?",
];

export const weekdays: readonly string[] = [
  "mon(?:days?)?",
  "tue(?:s(?:days?)?)?",
  "wed(?:nesdays?)?",
  "thu(?:rs?(?:days?)?)?",
  "fri(?:days?)?",
  "sat(?:urdays?)?",
  "sun(?:days?)?",
];

/** Signs and words of currencies, before and after the amount. */
export const currencyBefore = String.raw`US\$|N\$|R\$|[$€£¥₹]|ZAR|USD|EUR|GBP|R(?=\s?\d)`;
export const currencyAfter = String.raw`[€£¥]|(?:rand|bucks|grand|euros?|dollars?|pounds?|reais|cents?)(?!\p{L})`;
