import { questionCues } from "./sentence-cues.ts";
import { numberWords } from "./value-words.ts";

/** A time of day in a text, at characters [at, end). */
export type ClockTime = ReturnType<typeof clockTimesIn>[number];

const hourWords = [...numberWords].filter(([, value]) => value >= 1 && value <= 12).map(([word]) => word);
const hour = String.raw`(?<hour>\d{1,2}|${hourWords.join("|")})`;
const half = String.raw`at night|tonight|in the (?:early )?(?:morning|evening|afternoon)|[ap]\.?m\.?(?!\p{L})`;

/** The words before a bare number that make it a time of day, and what may stand behind it: "open at 5 on Fridays". */
const opening = `(?<=(?:${["opens", "closes"].map(questionCues).join("|")})(?: \\p{L}+){0,2} (?:${["at a time", "open before", "open after"].map(questionCues).join("|")}) )`;
const behind = String.raw`(?=\s*(?:$|[?!.,;]|(?:on|in|or|and|every|this|today|tomorrow|please|pls|sharp)(?!\p{L})))`;

/** "Half past eleven at night", "quarter to 6", "21:30", "9 pm", "5 in the morning", "8 o'clock", "open at 5". */
const times = new RegExp(
  String.raw`(?<![\p{L}\d:.,])(?:(?<part>half|quarter) (?<side>past|to) ${hour}(?: ?(?<half>${half}))?|(?<hour>\d{1,2})[:h](?<minute>[0-5]\d)(?: ?(?<half>${half}))?|${hour}(?: ?o'?clock)?(?: (?:${half})|(?<=\d)[ap]m(?!\p{L}))|${hour} ?o'?clock|${opening}(?<hour>\d{1,2})${behind})(?![\p{L}\d:])`,
  "giu",
);

/** The times of day that a text names in words or figures, in order. */
export function clockTimesIn(text: string) {
  return [...text.matchAll(times)].flatMap((match) => {
    const { part, side, hour: written = "", minute = "0", half: named } = match.groups ?? {};
    const value = /^\d/u.test(written) ? Number(written) : (numberWords.get(written.toLowerCase()) ?? 0);
    if (value > 24) return [];
    const past = part === undefined ? Number(minute) : part.toLowerCase() === "half" ? 30 : 15;
    const when = (named ?? match[0]).toLowerCase();
    const is24Hour =
      value > 12 ||
      (named === undefined && /^\d\d$/u.test(written) && match.groups?.["minute"] !== undefined);
    const hours = is24Hour ? [value] : hoursOf(value, when);
    // Minutes after midnight; two values if the text leaves open whether it is a.m. or p.m.
    const minutes = hours.map(
      (each) => (each * 60 + (side?.toLowerCase() === "to" ? -past : past) + day) % day,
    );
    return [{ at: match.index, end: match.index + match[0].length, minutes }];
  });
}

const day = 1_440;
/** "Two at night" is after midnight, but "eight at night" is before it. */
const firstEveningHour = 5;

function hoursOf(hourOfTwelve: number, when: string): number[] {
  const early = hourOfTwelve % 12;
  if (/morning|a\.?m/u.test(when)) return [early];
  if (/night/u.test(when)) return [early < firstEveningHour ? early : early + 12];
  if (/evening|afternoon|p\.?m/u.test(when)) return [early + 12];
  return [early, early + 12];
}
