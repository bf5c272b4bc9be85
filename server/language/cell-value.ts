import type { ValueKind } from "./asked-values.ts";
import { readPatterns } from "./language-data.ts";
import { rangesIn } from "./ranges.ts";
import { valuesIn } from "./values.ts";

/** The kind of a table cell's content. */
export type CellKind =
  | "empty"
  | "text"
  | "code"
  | "yes_no"
  | "range"
  | "measure"
  | Exclude<ValueKind, "distance" | "telephone" | "email" | "website">;

/** A cell's value; `low` and `high` are its number or range, or NaN if it has none; yes is 1, no is 0. */
export type CellValue = ReturnType<typeof of>;

const none = /^[\s–—−-]*$/u;
const words = readPatterns("values", "cells");
const yes = new RegExp(`^(?:${words("yes")})(?!\\p{L})`, "iu");
const no = new RegExp(`^(?:${words("no")})$`, "iu");
const free = new RegExp(`^(?:${words("free")})$`, "iu");
const atOnce = new RegExp(`^(?:${words("at once")})(?!\\p{L})`, "iu");
const code = /^(?=[^a-z]*$)(?=.*\d)\p{Lu}{1,6}[-/. ]?\d{1,5}(?:[-/.]\d{1,5})?\p{Lu}?$|^\p{Lu}{1,3}$/u;

/** An amount in rand looks like a code too: "R385". */
const rand = /^R\s?\d/u;

/** A value within this many characters of the beginning counts as the value of the cell. */
const maxCharactersBefore = 14;

/** Reads a cell as money, a range, a time and so on; a sentence that contains a number is text. */
export function cellValue(text: string): CellValue {
  const trimmed = text.trim();
  if (none.test(trimmed)) return of("empty");
  if (free.test(trimmed)) return of("money", 0, 0, "R");
  if (no.test(trimmed)) return of("yes_no", 0, 0);
  if (yes.test(trimmed)) return of("yes_no", 1, 1);
  if (atOnce.test(trimmed)) return of("duration", 0, 0, "day");
  if (code.test(trimmed) && !rand.test(trimmed)) return of("code");
  const [range] = rangesIn(trimmed);
  if (range !== undefined && range.at <= maxCharactersBefore)
    return of("range", range.low, range.high, range.unit);
  const [value] = valuesIn(trimmed);
  if (value === undefined || value.at > maxCharactersBefore) return of("text");
  const { kind, low, high, unit } = value;
  if (kind === "distance") return of("measure", low, high, unit);
  // A longer text that merely begins with a number is text.
  if (kind === "number") return of(trimmed.length - value.text.length > 12 ? "text" : "number", low, high);
  const isText = kind === "telephone" || kind === "email" || kind === "website";
  return isText ? of("text") : of(kind, low, high, unit);
}

function of(kind: CellKind, low = Number.NaN, high = low, unit = "") {
  return { kind, low, high, unit };
}
