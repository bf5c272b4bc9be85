import { createListCounter, numberFormats, type ListLevel, type NumberFormat } from "../list-number.ts";
import type { Bytes } from "../../bytes.ts";
import type { Fib } from "./fib.ts";
import type { ParagraphFormat } from "./formats.ts";

interface ListOverride {
  listId: number;
  startOverrides: Map<number, number>;
  levels: Map<number, ListLevel>;
}

const formats: Record<number, NumberFormat> = {
  0: "decimal",
  1: "upperRoman",
  2: "lowerRoman",
  3: "upperLetter",
  4: "lowerLetter",
  5: "ordinal",
  10: "chinese",
  11: "chinese",
  22: "decimalZero",
  23: "bullet",
  37: "chinese",
  39: "chinese",
  58: "russianLower",
  59: "russianUpper",
  255: "none",
};

/**
 * The lists of Word 97 and later (MS-DOC 2.9.131, 2.9.150). Call the returned function once per list item, in document
 * order; it returns the number or bullet of the item of a list (1-based), or null if there is no such list.
 */
export function listNumbering(fib: Fib) {
  const levelsOf = readLists(fib);
  const overrides = readOverrides(fib.table("listOverrides"));
  const count = createListCounter();
  return (list: number, level: number): string | null => {
    const override = overrides[list - 1];
    if (override === undefined) return null;
    const levels = [...(levelsOf.get(override.listId) ?? [])];
    for (const [at, own] of override.levels) levels[at] = own;
    // A simple list has one level, even if an item claims another.
    const at = levels[level] === undefined && levels.length === 1 ? 0 : level;
    if (levels[at] === undefined) return null;
    const numbering = { id: String(list), levels, startOverrides: override.startOverrides };
    return count(String(override.listId), numbering, at);
  };
}

/** The levels of each list, by list id. Word 6 and earlier have no lists. */
function readLists({ tables, locate }: Fib): Map<number, ListLevel[]> {
  const lists = new Map<number, ListLevel[]>();
  const { offset, length } = locate("lists");
  if (length < 2) return lists;
  const count = Math.min(tables.u16(offset), Math.floor((length - 2) / 28));
  // The levels of all lists follow the table of lists.
  let at = offset + 2 + count * 28;
  for (let index = 0; index < count; index++) {
    const entry = offset + 2 + index * 28;
    const levels: ListLevel[] = [];
    const levelCount = (tables.u8(entry + 26) & 1) === 0 ? 9 : 1;
    for (let level = 0; level < levelCount && at < tables.length; level++) {
      const { level: read, bytes } = readLevel(tables, at);
      levels.push(read);
      at += bytes;
    }
    lists.set(tables.u32(entry), levels);
  }
  return lists;
}

function readOverrides(table: Bytes): ListOverride[] {
  const count = Math.min(table.u32(0), Math.floor(table.length / 16));
  let at = 4 + count * 16;
  return Array.from({ length: count }, (_, index) => {
    const entry = 4 + index * 16;
    const override = { listId: table.u32(entry), startOverrides: new Map(), levels: new Map() };
    const levelCount = Math.min(9, table.u8(entry + 12));
    at += 4;
    for (let level = 0; level < levelCount && at < table.length; level++)
      at = readLevelOverride(table, at, override);
    return override;
  });
}

function readLevelOverride(table: Bytes, at: number, override: ListOverride): number {
  const flags = table.u32(at + 4);
  const level = Math.min(8, flags & 0xf);
  const own = (flags & 0x20) === 0 ? undefined : readLevel(table, at + 8);
  const start = own?.level.start ?? table.u32(at) & 0xffff;
  if (own !== undefined) override.levels.set(level, own.level);
  if ((flags & 0x10) !== 0) override.startOverrides.set(level, start);
  return at + 8 + (own?.bytes ?? 0);
}

function readLevel(bytes: Bytes, at: number): { level: ListLevel; bytes: number } {
  const flags = bytes.u8(at + 5);
  const textAt = at + 28 + bytes.u8(at + 24) + bytes.u8(at + 25);
  const length = bytes.u16(textAt);
  // The characters 0 to 8 are placeholders for the numbers of the levels.
  const text = bytes
    .utf16(textAt + 2, Math.min(length, 100))
    .replace(/[\u0000-\u0008]/gu, (level) => `%${level.charCodeAt(0) + 1}`);
  const level: ListLevel = {
    start: bytes.u32(at) & 0xffff,
    format: formats[bytes.u8(at + 4)] ?? "decimal",
    text,
    legal: (flags & 4) !== 0,
    ...((flags & 8) === 0 ? {} : { restartAfter: bytes.u8(at + 26) }),
  };
  return { level, bytes: textAt + 2 + length * 2 - at };
}

const numberedLevel = 10;
const bulletLevel = 11;
/** Word 6 has no number formats from this code on. */
const firstUnknownFormat = 6;

/**
 * Numbers and bullets of paragraphs in Word 6 and 95, which have no lists: each numbered paragraph continues from the
 * last one. A paragraph with neither (null) restarts the count.
 */
export function createAutoNumbering() {
  let count = 0;
  return ({ autoNumberLevel, autoNumber }: ParagraphFormat, generation: 2 | 6 | 8): string | null => {
    if (generation !== 6 || autoNumber === undefined || autoNumber.length < 20) return null;
    if (autoNumberLevel === bulletLevel) return "•";
    if (autoNumberLevel !== numberedLevel) {
      count = 0;
      return null;
    }
    count = count === 0 ? autoNumber.u16(10) : count + 1;
    const before = autoNumber.u8(1);
    const texts = autoNumber.latin1(20, Math.min(32, before + autoNumber.u8(2)));
    const format = formats[Math.min(autoNumber.u8(0), firstUnknownFormat)] ?? "decimal";
    const number = numberFormats[format](count);
    return `${texts.slice(0, before)}${number}${texts.slice(before)}`.trim();
  };
}
