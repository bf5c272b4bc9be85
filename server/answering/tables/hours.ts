import { questionCues } from "../../language/sentence-cues.ts";
import type { ClockTime } from "../../language/clock-times.ts";

/** A period in minutes after midnight; its end may be on the next day. */
export type Hours = ReturnType<typeof hoursIn>[number];

const hours = /(?<![\d:])(\d{1,2})[:h](\d\d)\s?(?:-|–|—|to|until|till)\s?(\d{1,2})[:h](\d\d)(?!\d)/giu;

export const hoursIn = (text: string) =>
  [...text.matchAll(hours)].map(([, ...parts]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
    return { from: a * 60 + b, to: c * 60 + d };
  });

export const isOpenAt = ({ from, to }: Hours, time: number): boolean =>
  from < to ? from <= time && time < to : time >= from || time < to;

/** A time that something must be open before or after, in minutes after midnight. */
export interface OpeningLimit {
  side: "before" | "after";
  time: number;
}

/** Whether something that is open in these hours is open before or after a time. */
export const meetsLimit = ({ from, to }: Hours, { side, time }: OpeningLimit): boolean =>
  side === "before" ? from < time : to > time || to < from;

const openBefore = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("open before")}) $`, "iu");
const openAfter = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("open after")}) $`, "iu");
const afterThat = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("open after")}) (?:${questionCues("that time")})(?!\p{L})`,
  "iu",
);

/** The times before or after which something is to be open: "before 5 in the morning", "half past 5 … after that". */
export function openingLimits(question: string, times: readonly ClockTime[]): OpeningLimit[] {
  return times.flatMap(({ at, minutes }): OpeningLimit[] => {
    const before = question.slice(0, at);
    // Shops that open early do so in the morning, and those that close late in the evening.
    if (openBefore.test(before)) return [{ side: "before", time: Math.min(...minutes) }];
    const isAfter = openAfter.test(before) || (times.length === 1 && afterThat.test(question));
    return isAfter ? [{ side: "after", time: Math.max(...minutes) }] : [];
  });
}
