import type { ValueKind } from "./asked-values.ts";
import { normalizeNumber } from "./tokenize.ts";
import {
  currencyAfter,
  currencyBefore,
  minutesPerUnit,
  months,
  numberWords,
  scales,
  timeAdjectives,
  units,
  weekdays,
} from "./value-words.ts";

/** A value in a text, at characters [at, end). `low` and `high` are its number, or NaN if it has none. */
export interface TextValue {
  at: number;
  end: number;
  kind: ValueKind;
  text: string;
  low: number;
  high: number;
  /** "day", "km", "R" and so on; "" if there is none. */
  unit: string;
}

/** Whether two ranges of a text share a character. */
export const overlaps = (one: Pick<TextValue, "at" | "end">, other: Pick<TextValue, "at" | "end">): boolean =>
  one.at < other.end && other.at < one.end;

/** A number in figures, in any notation of thousands and decimals: 1 234,50, 1,234.50, 1234.5. */
export const figures = String.raw`\d{1,3}(?:[ \u00a0\u202f,.]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d*[½¼¾]|\d+(?:[.,]\d+)?`;

const scaleWords = scales.map(([words]) => words).join("|");
const worded = [...numberWords.keys()].join("|");
/** "2 and a half", figures, or a number as a word. */
const amount = `(?:(?:(?:\\d+|one) and a half)|(?:${figures})|(?<!\\p{L})(?:${worded})(?!\\p{L}))`;
const wordsOf = (kind: "duration" | "measure"): string =>
  units.flatMap(([, of, words]) => (of === kind ? [words] : [])).join("|");
const month = `(?:${months.join("|")})`;
/** A weekday in full, because "sat" or "sun" may be another word. */
const weekday = `(?:${weekdays.map((day) => day.replace(/\(\?:(.*)\)\?$/u, "(?:$1)")).join("|")})`;

/** "1 h 55", "2 hours 15 minutes"; not "1h55", which is a time of day. */
const hoursAndMinutes = String.raw`(?<![\p{L}\d.,])(\d+)(?: h | ?(?:hours?|hrs?|h),?(?: and)? (?=\d\d? ?m))(\d{1,2})(?: ?(?:min(?:ute)?s?|m))?`;

const aFigure = /\d/;
const anAmount = new RegExp(`\\d|(?<![a-z])(?:${worded})(?![a-z])`, "i");
/** Matches one of these words directly after a digit, white space, a hyphen or one of the letters `before`. */
const afterAmount = (words: string, before = ""): RegExp =>
  new RegExp(`(?<=[\\d\\s${before}-])(?:${words})(?![a-z0-9])`, "i");

interface ValuePattern {
  kind: ValueKind;
  /** The text must match both. */
  needs?: RegExp;
  cue?: RegExp;
  pattern: RegExp;
}

/**
 * In order of precedence if matches overlap. `needs` and `cue` are necessary conditions that are cheap to test,
 * because they lack the Unicode flag: they rule out most texts at a tenth of the cost.
 */
const patterns: readonly ValuePattern[] = [
  {
    kind: "email",
    cue: /@/,
    pattern: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}.]*\p{L}{2}/giu,
  },
  {
    kind: "website",
    cue: /:\/\/|www\.|\.(?:com|org|net|co\.|gov|info|io|de|fr|pt|za|example)/i,
    pattern:
      /(?:https?:\/\/|www\.)[^\s,;)]+|(?<![@\p{L}])[\p{L}\p{N}-]+\.(?:com|org|net|co\.\w\w|gov|info|io|de|fr|pt|za|example)(?!\p{L})/giu,
  },
  {
    kind: "telephone",
    needs: aFigure,
    cue: /\+\d|\*\d{3}|(?<![a-z0-9.,/-])\(?0\d/i,
    pattern:
      /(?<![\p{L}\p{N}.,/-])(?:\+\d{1,3}[\s().-]{0,2}\d(?:[\s().-]{0,2}\d){6,11}|\(?0\d{1,4}\)?[\s/.-]{0,2}\d{2,4}(?:[\s.-]?\d{2,4}){1,3}|\*\d{3}(?:\*\d+)*#)(?![\p{N}])/giu,
  },
  {
    kind: "money",
    needs: aFigure,
    cue: /[$€£¥₹]|zar|usd|eur|gbp|(?<![a-z0-9])r\s?\d|rand|bucks|grand|dollar|pound|reais|cent/i,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${currencyBefore})\\s?(?:${figures})(?:\\s?(?:${scaleWords}|m)(?!\\p{L}))?|(?<![\\p{L}\\p{N}])(?:${figures})\\s?k?\\s?(?:${currencyAfter})`,
      "giu",
    ),
  },
  {
    kind: "percent",
    needs: anAmount,
    cue: /%|cent|sent|zent/i,
    pattern: new RegExp(
      `${amount}\\s?(?:%|(?:per ?cent|persent|prozent|pour cent|por cento)(?!\\p{L}))`,
      "giu",
    ),
  },
  {
    kind: "time",
    cue: /\d[:h][0-5]\d|\d\s?[ap]\.?m|noon|midnight|midday/i,
    pattern:
      /(?<![\d:])(?:[01]?\d|2[0-4])[:h][0-5]\d(?!\d)|(?<![\d:])\d{1,2}(?:[.:]\d\d)?\s?(?:a\.?m|p\.?m)(?!\p{L})|(?<!\p{L})(?:noon|midnight|midday)(?!\p{L})/giu,
  },
  {
    kind: "date",
    cue: new RegExp(
      `(?<![a-z])(?:${weekday}|(?:first|last) |${month},? \\d)|\\d(?:st|nd|rd|th)|\\d(?:-\\d\\d){2}|\\d(?: of)? ${month}`,
      "i",
    ),
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}(?:,? \\d{4})?|${month} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?(?![\\d])|\\d{4}-\\d\\d-\\d\\d|${weekday}|(?:the )?\\d{1,2}(?:st|nd|rd|th)|(?:first|last) (?:working |business |school )?day|${month} \\d{4})(?!\\p{L})`,
      "giu",
    ),
  },
  {
    kind: "duration",
    cue: afterAmount(`${wordsOf("duration")}|h`, "an"),
    pattern: new RegExp(
      `${hoursAndMinutes}(?![\\p{L}\\p{N}])|(?:${amount}|(?<!\\p{L})an?)(?: ?- ?| )?(?:(?:${timeAdjectives}) )?(?:${wordsOf("duration")})(?![\\p{L}\\p{N}])`,
      "giu",
    ),
  },
  {
    kind: "distance",
    needs: anAmount,
    cue: afterAmount(wordsOf("measure")),
    pattern: new RegExp(`${amount}\\s?-?(?:${wordsOf("measure")})(?![\\p{L}\\p{N}])`, "giu"),
  },
  {
    kind: "number",
    needs: anAmount,
    pattern: new RegExp(`(?<![\\p{L}\\d])${amount}(?:\\s?(?:${scaleWords}))?(?![\\p{L}\\d])`, "giu"),
  },
];

const valueWord = new RegExp(
  `^(?:${worded}|${wordsOf("duration")}|${weekday}|first|last|noon|midnight|midday|https?|www)$`,
);

/** Whether a word of only a to z may be or begin a value. A text without such words, digits and signs has no values. */
export const mayBeValue = (word: string): boolean => valueWord.test(word);

/** Converts a number to another unit; null if the two can't be compared. A missing unit fits any. */
export function inUnit({ value, unit }: { value: number; unit: string }, wanted: string): number | null {
  if (unit === wanted || unit === "" || wanted === "") return value;
  const [from, to] = [minutesPerUnit.get(unit), minutesPerUnit.get(wanted)];
  if (from !== undefined && to !== undefined) return Math.round(((value * from) / to) * 100) / 100;
  if (unit === "cm" && wanted === "m") return value / 100;
  if (unit === "m" && wanted === "km") return value / 1000;
  if (unit === "g" && wanted === "kg") return value / 1000;
  return unit === "child" && wanted === "person" ? value : null;
}

const fractions: Readonly<Record<string, number>> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };

/** Reads "R 2 150,00", "2,150.00", "2½", "30k" or "twelve" as a number; NaN if there is none. */
export function toNumber(text: string): number {
  const [, whole = "", fraction = ""] = /(\d*)([½¼¾])/u.exec(text) ?? [];
  if (fraction !== "") return Number(whole) + (fractions[fraction] ?? 0);
  const half = /(\d+|one) and a half/iu.exec(text);
  if (half !== null) return (half[1] === "one" ? 1 : Number(half[1])) + 0.5;
  const found = firstFigures.exec(text)?.[0];
  if (found === undefined) {
    const word = firstWord.exec(text)?.[0];
    return word === undefined ? Number.NaN : (numberWords.get(word.toLowerCase()) ?? Number.NaN);
  }
  return Number(normalizeNumber(found)) * scaleOf(text);
}

const firstFigures = new RegExp(figures, "u");
const firstWord = new RegExp(`(?<!\\p{L})(?:${worded})(?!\\p{L})`, "iu");

const scalePatterns = scales.map(
  ([words, factor]) => [new RegExp(String.raw`\d\s?(?:${words})(?!\p{L})`, "iu"), factor] as const,
);
const millionsOfMoney = /^\s*[Rr$€£]\s?[\d.,]+\s?m(?!\p{L})/u;

/** "30k" and "8 grand" are thousands. An "m" means million only after a currency ("R2m"), not in "45 m". */
export function scaleOf(text: string): number {
  const [, factor = millionsOfMoney.test(text) ? 1e6 : 1] =
    scalePatterns.find(([pattern]) => pattern.test(text)) ?? [];
  return factor;
}

const multiple = new RegExp(
  String.raw`(?<![\d.,:])(?:(\d{1,3})(?=(?: ?[–-] ?| (?:and|to|or|en|tot|of) )(?:R ?)?\d{1,3} ?(${scaleWords})(?!\p{L}))|(\d{1,3}(?:\.\d{1,3})?) ?(${scaleWords})(?!\p{L}))`,
  "giu",
);

/** Writes "400k", "1.5 million" and both numbers of "30 to 35 thousand" in figures. */
export const inFull = (text: string): string =>
  text.replace(multiple, (_, first?: string, word?: string, figure = first, scale = word) =>
    String(Math.round(Number(figure) * scaleOf(`1${scale}`))),
  );

/** The values of a text in order; each is read as the first kind that fits. */
export function valuesIn(text: string): TextValue[] {
  const found: TextValue[] = [];
  for (const { kind, needs, cue, pattern } of patterns) {
    if (cue?.test(text) === false || needs?.test(text) === false) continue;
    for (const match of text.matchAll(pattern)) {
      const place = { at: match.index, end: match.index + match[0].length };
      if (found.some((other) => overlaps(other, place))) continue;
      const value = kind === "telephone" || kind === "time" ? Number.NaN : numberOf(match[0]);
      found.push({ kind, text: match[0], low: value, high: value, unit: unitOf(kind, match[0]), ...place });
    }
  }
  return found.toSorted((a, b) => a.at - b.at);
}

/** The number of a value; "a month" and "an hour" are 1. */
function numberOf(text: string): number {
  const [, hours, minutes] = inHours.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) + Number(minutes) / 60;
  const value = toNumber(text);
  return Number.isNaN(value) && /^an?(?!\p{L})/iu.test(text) ? 1 : value;
}

const inHours = new RegExp(`^${hoursAndMinutes}$`, "iu");

const unitPatterns = units.map(([unit, , words]): [string, RegExp] => [
  unit,
  new RegExp(`(?<!\\p{L})(?:${words})$`, "iu"),
]);

function unitOf(kind: ValueKind, text: string): string {
  if (kind === "money") return "R";
  if (kind === "percent") return "%";
  if (kind !== "duration" && kind !== "distance") return "";
  return inHours.test(text) ? "hour" : unitNamed(text.trim());
}

/** The normalized unit at the end of a text: "km" for "kms"; "" if there is none. */
export function unitNamed(text: string): string {
  return unitPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "";
}
