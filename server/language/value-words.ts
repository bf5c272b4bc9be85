import { readEntries, readNamed } from "./language-data.ts";

/** The words and signs of values, for values.ts and ranges.ts: patterns for all languages together. */
const namedWords = (name: string): string[] => readNamed("values", ["words"], name);

/** Words by the number in their name: "number 2: two". */
const numberedWords = (beginning: string): [word: string, number: number][] =>
  readEntries("values", "words").flatMap(({ name, text }) =>
    name.startsWith(`${beginning} `) ? [[text, Number(name.slice(beginning.length + 1))]] : [],
  );

export const numberWords: ReadonlyMap<string, number> = new Map(numberedWords("number"));

/** Words directly behind a number, and the factors that they multiply it by: "30k", "2 million". */
export const scales = numberedWords("scale");

/** "First" is at index 0. */
export const ordinals: readonly string[] = namedWords("ordinal");

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
export const timeAdjectives = namedWords("time adjective").join("|");

/** January first. */
export const months: readonly string[] = namedWords("month");

/** Monday first. */
export const weekdays: readonly string[] = namedWords("weekday");

/** Before and after the amount. */
export const currencyBefore = namedWords("currency before the amount").join("|");
export const currencyAfter = namedWords("currency after the amount").join("|");
