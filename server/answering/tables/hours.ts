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

/** What must be true of the hours at a time of day, of which all meanings are given in minutes after midnight. */
export interface OpeningLimit {
  side: "before" | "after" | "at" | "opens" | "closes";
  times: readonly number[];
}

/** Whether something with these hours is open before, after or at a time, or opens or closes at it. */
export function meetsLimit(period: Hours, { side, times }: OpeningLimit): boolean {
  const { from, to } = period;
  // Shops that open early do so in the morning, and those that close late in the evening.
  if (side === "before") return from < Math.min(...times);
  if (side === "after") return to > Math.max(...times) || to < from;
  if (side === "at") return isOpenAt(period, times.find(isByDay) ?? Math.min(...times));
  return times.includes(side === "opens" ? from : to);
}

/** "Open at 5" means 17:00, and "open at 9" 09:00. */
const isByDay = (time: number): boolean => time >= 420 && time < 1_140;

const openBefore = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("open before")}) $`, "iu");
const openAfter = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("open after")}) $`, "iu");
/** Up to two words between "open" and "at": "open on Fridays at". */
const atTime = String.raw`(?: \p{L}+){0,2} (?:${questionCues("at a time")}) $`;
const opensAt = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("opens")})${atTime}`, "iu");
const closesAt = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("closes")})${atTime}`, "iu");
const isOpen = new RegExp(String.raw`(?<!\p{L})(?:${questionCues("is open")})(?!\p{L})`, "iu");
const afterThat = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("open after")}) (?:${questionCues("that time")})(?!\p{L})`,
  "iu",
);

/** The times at, before or after which something is to be open: "before 5 in the morning", "half past 5 … after that". */
export function openingLimits(question: string, times: readonly ClockTime[]): OpeningLimit[] {
  return times.flatMap(({ at, minutes }): OpeningLimit[] => {
    const before = question.slice(0, at);
    if (openBefore.test(before)) return [{ side: "before", times: minutes }];
    const isAfter = openAfter.test(before) || (times.length === 1 && afterThat.test(question));
    if (isAfter) return [{ side: "after", times: minutes }];
    if (opensAt.test(before)) return [{ side: isOpen.test(before) ? "at" : "opens", times: minutes }];
    return closesAt.test(before) ? [{ side: "closes", times: minutes }] : [];
  });
}
