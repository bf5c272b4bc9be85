import { questionCues } from "../../language/sentence-cues.ts";
import { askedValues } from "../../language/asked-values.ts";
import { designationsIn } from "../../language/designations.ts";
import { datesIn, daysIn } from "../../language/calendar.ts";
import { clockTimesIn, type ClockTime } from "../../language/clock-times.ts";
import type { CellKind } from "../../language/cell-value.ts";
import { asksToChoose } from "../../language/question-type.ts";
import { rangesIn, type NumberRange, type TextRange } from "../../language/ranges.ts";
import { stopWordsOf } from "../../language/languages.ts";
import { overlaps, scaleOf, unitNamed, valuesIn, type TextValue } from "../../language/values.ts";
import { deniedIn } from "./denials.ts";
import { openingLimits } from "./hours.ts";
import { capacity, freedOf, operatorWords, superlatives } from "../../language/table-words.ts";

/** A number in the question, to be found in a range or as it is. */
export interface Point {
  value: number;
  unit: string;
  /** The noun before a bare number: the "grade" of "grade 3"; otherwise "". */
  name: string;
}

/** A limit for values: "under R500". */
interface Threshold extends NumberRange {
  /** Whether it is a case that is asked about: "what if I stay longer than 5 minutes". */
  isSupposed: boolean;
}

/** What a question asks of a table, besides the words that name rows and columns. */
export type Operators = ReturnType<typeof readOperators>;

const kindsOf: Readonly<Record<string, readonly CellKind[]>> = {
  money: ["money"],
  percent: ["percent"],
  duration: ["duration", "date"],
  date: ["date", "time", "duration"],
  time: ["time"],
  distance: ["measure"],
  number: ["number", "measure"],
};

const several = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("joins questions")})\s+(?:over |for |within |by |after )?(?:${questionCues("asks for more")})(?!\p{L})|(?<!\p{L})each(?!\p{L})\s*\??$`,
  "iu",
);
/** "Which shops", "which of your nearest branches", but not "which chalet sleeps six". */
const plural = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("asks which")})(?: of (?:the|your|my|ur|our|these|those|all)(?: \p{L}+)?)?(?: \p{L}+)? (?!(?:has|does|gets|gives|pays|costs|takes|holds|fits|seats|sleeps|opens|closes|covers|needs|lasts|includes|comes|goes|means|allows) )\p{L}{3,}(?<![us])s(?!\p{L})`,
  "iu",
);
const supposes = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("supposes")})(?!\p{L})[^.!?]*$`, "iu");
const negation = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("lacks")}|(?:do|does|did|is|are|ca|wo|may)n'?t(?! (?:mind|care|matter|worry|know)(?!\p{L})))(?!\p{L})`,
  "iu",
);
/** "What can I not return", "which illnesses do you not take": asks what is denied, and excludes nothing. */
const denied =
  /(?<!\p{L})(?:can|could|may|do|does|did|will|must)(?: (?:i|we|you|u|they|he|she|it|one|(?:the )?\p{L}+(?: \p{L}+){0,2}))? not(?!\p{L})/giu;

/**
 * Excludes something ("not the hospital"); but not "I have not paid", "for not wearing boots", "not in a hurry" or "the
 * outside walls".
 */
const exclusion = new RegExp(
  String.raw`(?<!\p{L})(?<!(?:the|an?|\d) )(?:(?:and|but|,)\s+)?(?:${questionCues("excludes")}|that (?:is|are)n[’']?t)\s+(?!\p{L}+ing(?!\p{L}))(?:the |an? |with |by |for |on )?((?!\p{L}+ed(?!\p{L}))\p{L}{3,}(?: \p{L}{3,}){0,3})`,
  "giu",
);

/** Whether "over" means a duration: "paid over 3 years" takes 3 years, but "over 3 years old" is a threshold. */
const isSpread = (question: string, { at, end, unit }: TextRange): boolean =>
  /^(?:week|month|year)$/u.test(unit) &&
  /^over /iu.test(question.slice(at, end)) &&
  !/(?<!\p{L})(?:ag(?:e|ed)|old|late|overdue)(?!\p{L})/iu.test(question);

/** Asks for the lowest of those who may allow an amount: "the lowest rank that can okay R700". */
const lowestWhoMay = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("asks for the lowest")})(?: \p{L}+)?(?: (?:${questionCues("who may")})(?: \p{L}+)? (?:${questionCues("may")})| (?:person|level|rank|manager|role|grade of manager))(?!\p{L})`,
  "iu",
);

/** "Gluten free", "nut-free", "free of nuts"; but not "is delivery free". */
const freeOf = new RegExp(
  String.raw`(?<!\p{L})(?:(${freedOf})(?: |-)free|free (?:of|from) (${freedOf}))(?!\p{L})`,
  "giu",
);

export function readOperators(asking: string) {
  // "Grade 3s" are those of grade 3.
  const question = asking.replace(/(\d)'?s(?!\p{L})/gu, "$1");
  const isChoice = asksToChoose(question);
  const times = clockTimesIn(question);
  const thresholds = thresholdsIn(question, times, isChoice);
  const points = pointsIn(question, [...times, ...thresholds]);
  const askedKinds = new Set(askedValues(question).flatMap((kind) => kindsOf[kind] ?? []));
  const withoutDenial = question.replaceAll(denied, "cannot");
  const asksWhoMay = lowestWhoMay.test(question);
  const superlative =
    asksWhoMay && points.length > 0 ? null : (superlatives.find(({ words }) => words.test(question)) ?? null);
  return {
    askedKinds,
    superlative,
    /** Limits for values: "under R500", "at least 100". */
    thresholds: thresholds.map(({ low, high, unit, at }): Threshold => ({
      low,
      high,
      unit,
      isSupposed: supposes.test(question.slice(0, at)),
    })),
    points: points.filter((point, at) => points.findIndex((other) => same(other, point)) === at),
    /** Times of day in minutes after midnight, each with all its possible meanings. */
    times: times.map(({ minutes }) => minutes),
    /** Times that something must be open before or after. */
    openingLimits: openingLimits(question, times),
    days: daysIn(question),
    designations: designationsIn(question),
    dates: datesIn(question),
    isChoice,
    asksWhoMay,
    /** Its numbers are minimums that a row must allow. */
    isCapacity: capacity.test(question) || asksWhoMay,
    /** Asks for more than one thing: "how much, and over how many months". */
    asksSeveral: several.test(question),
    /** Asks for the number of matching rows. */
    asksHowMany: /(?<!\p{L})how many of(?!\p{L})/iu.test(question),
    /** Asks for all matching rows, not for one. */
    isPlural: plural.test(question),
    /** Asks for the lack of something: "without electricity". */
    isNegated: negation.test(sentenceThatAsks(withoutDenial.replaceAll(exclusion, " "))),
    /** The stems of what it says is not so, or is not there. */
    denied: deniedIn(question),
    /** What something is to be free of: the "gluten" of "gluten free". */
    freeOf: [...question.toLowerCase().matchAll(freeOf)].flatMap(
      ([, before, behind]) => before ?? behind ?? [],
    ),
    /** The words of each thing that it excludes: "cash" in "the card and not cash". */
    excluded: [...withoutDenial.matchAll(exclusion)].map(([, phrase = ""]) => namesIn(phrase)),
  };
}

/** The limits that a question sets: "under R500", "at least 100". */
function thresholdsIn(question: string, times: readonly ClockTime[], isChoice: boolean): TextRange[] {
  const ranges = rangesIn(question);
  const budgets = isChoice ? budgetsIn(question) : [];
  const isStated = (budget: TextRange): boolean => ranges.some((range) => overlaps(range, budget));
  return [...ranges, ...budgets.filter((budget) => !isStated(budget))].filter(
    (range) => !times.some((time) => overlaps(range, time)) && (isChoice || !isSpread(question, range)),
  );
}

/** The values in a question, apart from the `taken` parts of it. */
function pointsIn(question: string, taken: readonly (ClockTime | TextRange)[]): Point[] {
  return (
    valuesIn(question)
      .filter((value) => !taken.some((span) => overlaps(value, span)))
      // "A night" is a rate, not a number of nights, but "for a week" is seven days; the 23rd is a day.
      .filter(
        ({ text, low, at }) =>
          !Number.isNaN(low) && (!/^an?\s/iu.test(text) || /(?<!\p{L})for $/iu.test(question.slice(0, at))),
      )
      // "One" and "two" without a unit are not values to look up.
      .filter(({ kind, text }) => kind !== "number" || /\d/u.test(text))
      .map((value): Point => {
        const { low, unit, kind, at, end } = value;
        const period = kind === "date" ? ofPeriod.exec(question.slice(end))?.[1] : undefined;
        // "My 2nd year": one and a half have passed.
        if (period !== undefined)
          return { value: low - 0.5, unit: unitNamed(period.toLowerCase()), name: "" };
        const before = question.slice(0, at);
        const name = kind === "number" && unit === "" ? nameBefore(before) : "";
        return { value: low, name, unit: unitOfPoint(value, before) };
      })
  );
}

/** The unit of a value behind the words `before`; "" if it has none or is not looked up by it. */
function unitOfPoint({ kind, text, unit }: TextValue, before: string): string {
  if (kind === "date" || (kind !== "money" && /^(?!an? )\p{L}/iu.test(text))) return "";
  if (unit === "" && beforeAge.test(before)) return "year";
  // "60k" is money unless it is a distance.
  return kind === "number" && scaleOf(text) > 1 ? "R" : unit;
}

const ofPeriod = /^ (week|month|year)(?!\p{L})/iu;

/** A sentence with "which" and what is asked for: three words more, other than "which one". */
const asksWhich = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("asks which")})(?: [\p{L}\p{N}'’]+){3}`,
  "iu",
);

/** The sentence that asks: "I can't come on Saturdays. Which offices are open on Sundays" is not negated. */
const sentenceThatAsks = (question: string): string =>
  question.split(/[.!?;]\s+/u).findLast((sentence) => asksWhich.test(sentence)) ?? question;

/** The noun directly before a number, in the singular. */
function nameBefore(text: string): string {
  const word = /(\p{L}{4,}) $/u.exec(text.toLowerCase())?.[1] ?? "";
  return stopWordsOf("en").has(word) || operatorWords.has(word) ? "" : word.replace(/s$/u, "");
}

/** The words of a phrase before its first stop word. */
function namesIn(phrase: string): string[] {
  const words = phrase.toLowerCase().split(" ");
  const end = words.findIndex((word) => stopWordsOf("en").has(word) || /^ones?$/u.test(word));
  return words.slice(0, end === -1 ? undefined : end);
}

/** The words around an amount that someone can spend; "#" stands for the amount. */
const budget =
  /(?<!\p{L})(?:only (?:got|have)|budget|afford|(?:got|have) only|saved|spend(?:ing)?|to spend)(?!\p{L})[^\d#]{0,20}#|(?<!\p{L})(?:got|have) #(?: (?:a|per) month)?(?: max| for| to spend| in my)(?!\p{L})/iu;

/** Budgets as upper limits for a price: "only got R100". */
function budgetsIn(question: string): TextRange[] {
  return valuesIn(question).flatMap(({ kind, text, high, at, end }) =>
    (kind === "money" || scaleOf(text) > 1) && budget.test(`${question.slice(0, at)}#${question.slice(end)}`)
      ? [{ low: Number.NEGATIVE_INFINITY, high, unit: "R", at, end }]
      : [],
  );
}

/** Before the age of someone: "I'm 53", "my mom is 70", "he just turned 18". */
const beforeAge =
  /(?<!\p{L})(?:i'?m|i am|(?:he|she)'?s|(?:he|she) is|aged?|turn(?:s|ed|ing)?|(?:mom|mum|mother|dad|father|son|daughter|wife|husband|brother|sister|uncle|aunt|gran(?:ny|dpa|dma)?|child|baby|kid|boy|girl)(?:'?s| is)?)(?: (?:just|only|now|almost|nearly|already|about))? $/iu;

function same(a: Point, b: Point): boolean {
  return a.value === b.value && a.unit === b.unit;
}
