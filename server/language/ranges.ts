import { minutesPerUnit, months, timeAdjectives, units } from "./value-words.ts";
import { readPatterns } from "./language-data.ts";
import { figures, inUnit, overlaps, toNumber, unitNamed } from "./values.ts";

/** Numbers from `low` to `high`, both included; open ends are infinite. */
export interface NumberRange {
  low: number;
  high: number;
  /** The unit ("R", "km", "year"); "" if the text has none. */
  unit: string;
}

/** A range in a text: characters [at, end). */
export interface TextRange extends NumberRange {
  at: number;
  end: number;
}

/** Whether a number lies in a range, perhaps of another unit: 3 weeks in "15 to 29 days". Null: not comparable. */
export function isInRange(
  number: { value: number; unit: string },
  { low, high, unit }: NumberRange,
): boolean | null {
  const value = inUnit(number, unit);
  return value === null ? null : low <= value && value <= high;
}

/** An amount: "R1 000", "2.5", "30k". Not within a word, a date, a time or a longer number. */
const number = String.raw`(?<![\p{L}\d:.,/])((?:R|US\$|[$€£])?\s?(?:${figures})(?:\s?(?:k|grand|mil(?:l|lion)?)(?!\p{L}))?)(?!\d|[:.,]\d)`;
const unitWords = units.map(([, , words]) => words).join("|");
const unit = String.raw`(?:\s?-?(?:(?:${timeAdjectives}) )?(%|${unitWords})(?![\p{L}\d]))?`;
const measured = `${number}${unit}`;
/** Excludes dates such as "from 1 October". */
const notDate = `(?! (?:of )?(?:${months.join("|")})(?!\\p{L}))`;

type Ends = (first: number, second: number) => [low: number, high: number];

/** In lower case and of the same length, so that offsets stay valid. */
const toLowerCase = (text: string): string => text.replaceAll("İ", "I").toLowerCase();

/**
 * A regular expression for texts in lower case. With the flags "iu" V8 compiles a long one three times as slowly, because
 * it adds all other spellings of each letter.
 */
function forLowerCase(source: string, flags: string): RegExp {
  const lower = source.replaceAll(/\\p\{[^}]*\}|\\.|[A-Z]/gu, (part) =>
    part.length === 1 ? part.toLowerCase() : part,
  );
  return new RegExp(lower, flags);
}

/** A wording of ranges. `ends` computes the ends from the one or two numbers in the match. */
const wording = (source: string, ends: Ends) => ({ pattern: forLowerCase(source, "gud"), ends });

const words = readPatterns("values", "ranges");
const than = words("than");
const above = words("above");
const below = words("below");
const atLeast = words("at least");
const atMost = words("at most");
const upTo = words("to");
const between = words("between");
const betweenAnd = words("between and");
const or = words("or");
const orMore = words("or more");
const orLess = words("or less");
const tops = words("at most, behind");

const wordings = [
  wording(
    `(?:more than|over|above) ${measured},? (?:and |but )?(?:up to|to|at most|not more than|less than) ${measured}`,
    (low, high) => [justAbove(low), high],
  ),
  wording(`(?:from |between )?${measured}\\s?(?:${upTo})\\s?${measured}`, (low, high) => [low, high]),
  wording(`(?<!\\p{L})(?:${between}) ?${measured} (?:${betweenAnd}) ${measured}`, (low, high) => [low, high]),
  wording(
    `(?<!(?<!\\p{L})(?:no|not) )(?:${words("more")}) (?:${than}) ${measured}|(?<!\\p{L})(?:${above}) ?${measured}`,
    (low) => [justAbove(low), Number.POSITIVE_INFINITY],
  ),
  wording(
    `(?<!\\p{L})(?:${atLeast}) ?${measured}${notDate}|${measured} ?(?:${or}) (?:${orMore})(?!\\p{L})|${measured}\\s?\\+(?!\\s?\\d)`,
    (low) => [low, Number.POSITIVE_INFINITY],
  ),
  wording(`(?:${words("less")}) (?:${than}) ${measured}|(?<!\\p{L})(?:${below}) ?${measured}`, (high) => [
    Number.NEGATIVE_INFINITY,
    justBelow(high),
  ]),
  wording(
    `(?<!\\p{L})(?:${atMost})(?: age)? ?${measured}|${measured} ?(?:(?:${or}) (?:${orLess})|${tops})(?!\\p{L})`,
    (high) => [Number.NEGATIVE_INFINITY, high],
  ),
];

/**
 * A cheap test, without the Unicode flag, for what the patterns need: a word or sign directly before a number, two
 * numbers close together, or words that may follow a number. It rules out most texts with figures.
 */
const cue = new RegExp(
  [
    String.raw`(?:${than}|${above}|${below}|${atLeast}|${atMost}|age) ?(?:r|us\$|[$€£])?\s?\d`,
    String.raw`\d[^.;:]{0,30}(?:${upTo})\s?(?:r|us\$|[$€£])?\s?\d`,
    String.raw`(?:${between}) ?(?:r|us\$|[$€£])?\s?\d`,
    String.raw`(?:${or}) (?:${orMore}|${orLess})|(?:${tops})`,
    String.raw`\+`,
  ].join("|"),
  "i",
);

/** The ranges of numbers in a text, in order: "6 to 11", "60 or older", "more than 30 m". */
export function rangesIn(text: string): TextRange[] {
  const found: TextRange[] = [];
  if (!/\d/.test(text) || !cue.test(text)) return found;
  const lower = toLowerCase(text);
  for (const { pattern, ends } of wordings) {
    for (const match of lower.matchAll(pattern)) {
      const at = match.index;
      const end = at + match[0].length;
      if (found.some((other) => overlaps(other, { at, end }))) continue;
      const parts = (match.indices ?? []).slice(1).flatMap((part) => (part ? [text.slice(...part)] : []));
      const numbers = parts.filter((part) => /\d(?!\d*²|\d*³)/u.test(part) && !/^m[23]$/iu.test(part));
      const named = parts.findLast((part) => !numbers.includes(part)) ?? "";
      const scale = numbers.length === 2 ? scaleBetween(parts[1] ?? "", named) : 1;
      const [first, second] = ends(toNumber(numbers[0] ?? "") * scale, toNumber(numbers[1] ?? ""));
      // A range may count down: "72 to 24 hours before".
      const isDescending = named !== "" && numbers.length === 2 && first > second;
      const [low, high] = isDescending ? [second, first] : [first, second];
      if (Number.isNaN(low) || Number.isNaN(high) || low > high) continue;
      const isMoney =
        numbers.some((part) => /[Rr]\s?\d|[$€£]|grand/u.test(part)) || randBehind.test(text.slice(end));
      found.push({ low, high, unit: isMoney ? "R" : named === "%" ? "%" : unitNamed(named), at, end });
    }
  }
  return found.toSorted((a, b) => a.at - b.at);
}

/** The unit of an amount that is said instead of written: "between 1000 and 1250 rand". */
const randBehind = /^ ?(?:rands?|bucks)(?!\p{L})/iu;

/** The factor from the first unit of time to the second in "6 weeks to 3 months"; 1 unless there are two. */
function scaleBetween(first: string, second: string): number {
  const [from, to] = [first, second].map((named) => minutesPerUnit.get(unitNamed(named)));
  return from === undefined || to === undefined ? 1 : from / to;
}

/** The next number after an excluded end. Close enough, since no table is more precise than a cent. */
const justAbove = (value: number): number => value + Math.max(1, Math.abs(value)) * 1e-9;

const justBelow = (value: number): number => value - Math.max(1, Math.abs(value)) * 1e-9;
