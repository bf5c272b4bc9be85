import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import type { ValueKind } from "../../language/asked-values.ts";
import { valuesIn } from "../../language/values.ts";
import { minutesPerUnit } from "../../language/value-words.ts";
import type { Superlative } from "../../language/table-words.ts";

/** The number by which a cell is compared. */
export interface ComparedValue {
  /**
   * Values of one dimension can be ordered, whatever their units: "money", "duration", "length", or else the unit
   * itself. Null for "no limit", which is higher than any other value of its column.
   */
  dimension: string | null;
  value: number;
}

/** The dimension of each unit, and its size in the smallest unit of the dimension. */
const scales: Readonly<Record<string, readonly [dimension: string, factor: number]>> = {
  "": ["number", 1],
  R: ["money", 1],
  "%": ["percent", 1],
  ...Object.fromEntries([...minutesPerUnit].map(([unit, minutes]) => [unit, ["duration", minutes] as const])),
  mbps: ["speed", 1],
  gbps: ["speed", 1_000],
  mb: ["data", 1],
  gb: ["data", 1_000],
  mm: ["length", 1],
  cm: ["length", 10],
  m: ["length", 1_000],
  km: ["length", 1_000_000],
  g: ["mass", 1],
  kg: ["mass", 1_000],
  t: ["mass", 1_000_000],
  ml: ["volume", 1],
  l: ["volume", 1_000],
  kl: ["volume", 1_000_000],
};

const unlimited = /^(?:unlimited|no limit|uncapped|no maximum|any amount)(?!\p{L})/iu;

/** Whether a cell says that there is no limit. */
export const isUnlimited = ({ text }: TypedCell): boolean => unlimited.test(text);

const clockTime = /(?<![\d:])(\d{1,2})[:h](\d\d)(?!\d)/giu;
/** Earlier closing times are on the next day: a shop that closes at 01:00 closes later than one at 22:00. */
const firstMorningHour = 5;

/** The value by which a superlative compares a cell; null if it contains nothing that can be ordered. */
export function comparedValue(
  cell: TypedCell,
  { direction, over }: Pick<Superlative, "direction" | "over">,
): ComparedValue | null {
  const { kind, text, low, high, unit } = cell;
  if (kind === "empty" || kind === "yes_no" || kind === "code") return null;
  if (isUnlimited(cell)) return { dimension: null, value: Number.POSITIVE_INFINITY };
  const times = [...text.matchAll(clockTime)].map(([, hour, minute]) => Number(hour) * 60 + Number(minute));
  if (times.length > 0) return { dimension: "time", value: ofTimes(times, direction) };
  if (kind === "date") return Number.isNaN(low) ? null : { dimension: "date", value: low };
  // The first duration, if time is compared ("in 4 hours"), or the first amount ("From R 1 200 a night").
  if (kind === "text") return over === "time" ? firstOf(text, "duration") : firstOf(text, "money", "percent");
  const end = direction === "max" && Number.isFinite(high) ? high : low;
  const value = Number.isFinite(end) ? end : high;
  return Number.isFinite(value) ? scaled(value, unit) : null;
}

/** "Latest" compares when something ends, "earliest" when it begins. */
function ofTimes(times: number[], direction: Superlative["direction"]): number {
  if (direction === "min") return Math.min(...times);
  const last = times.at(-1) ?? 0;
  return last < firstMorningHour * 60 && times.length > 1 ? last + 1_440 : last;
}

/** The first value of these kinds in a text. */
function firstOf(text: string, ...kinds: ValueKind[]): ComparedValue | null {
  const first = valuesIn(text).find(({ kind }) => kinds.includes(kind));
  return first === undefined ? null : scaled(first.low, first.unit);
}

/** The measure in a name: the 8 kg of "Twin tub, 8 kg". */
export const measureInName = (text: string): ComparedValue | null => firstOf(text, "distance");

/** The measure or number in a name: the 8 kg of "Twin tub, 8 kg", the 300 of "Town hall (300)". */
export const sizeInName = (text: string): ComparedValue | null =>
  measureInName(text) ?? firstOf(text, "number");

function scaled(value: number, unit: string): ComparedValue {
  const [dimension, factor] = scales[unit] ?? [unit, 1];
  return { dimension, value: value * factor };
}

/** How well each dimension fits a superlative, 0 to 1: "cheapest" compares money, but percentages are possible. */
const fits: Readonly<Record<Superlative["over"], Readonly<Record<string, number>>>> = {
  money: { money: 1, number: 0.6, percent: 0.5 },
  percent: { percent: 1, money: 0.5 },
  speed: { speed: 1, duration: 0.3 },
  mass: { mass: 1, number: 0.6 },
  time: { duration: 1, length: 0.8, time: 0.7, date: 0.7, number: 0.2 },
  hour: { time: 1, date: 0.6, duration: 0.4 },
  size: { number: 0.6, percent: 0.4, money: 0.4, speed: 0.2, duration: 0, time: 0, date: 0 },
  any: { time: 0, date: 0 },
};
/** For dimensions not listed above. */
const defaultFits: Partial<Record<Superlative["over"], number>> = { size: 1, any: 0.6 };

/** How well a dimension fits a superlative, from 0 (not at all) to 1. */
export function fitOf({ over }: Superlative, dimension: string, askedKinds: ReadonlySet<string>): number {
  if (over === "any" && askedKinds.has(dimension) && dimension !== "time" && dimension !== "date") return 1;
  return fits[over][dimension] ?? defaultFits[over] ?? 0;
}
