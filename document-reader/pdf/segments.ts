import { isWrittenWithoutSpaces } from "./characters.ts";
import type { Word } from "./page-words.ts";
import { extentOf } from "./table-columns.ts";

/**
 * Words on one baseline without a wide gap: a line of a column, or a line of a table cell. Its size and style are those
 * of most of its characters.
 */
export interface Segment extends Omit<Word, "text" | "isAfterSpace"> {
  words: Word[];
  bold: "all" | "some" | "none";
  /** Whether it starts with a bullet or number. */
  marked: boolean;
}

/** A gap wider than this many times the font size ends a segment. */
const wideGap = 1;
/** A bullet or number may be this far (in font sizes) from its text. */
const markerGap = 4;

const marker =
  /^(?:[•◦▪●■○◆❖➢➤✓✗✔☐☑☒▶►‣⁃∙·\-–—*o§]|[([]?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)\]]|\d{1,2}(?:\.\d{1,3}){1,4}[A-Z]?[.)]?|\d{1,2}(?:\.\d{1,3}){0,4}(?:\([a-z]{1,4}\)){1,3}|[A-QS-Z]\d{1,2}(?:\.\d{1,3}){0,3}\.)$/;

/** Leaders: dots or lines between a label and its number. */
const leader = /^(?:[.·…‥]{1,}|_{2,})$/;

/** Whether a word can be the bullet or number of a list item or a numbered heading. */
export const isMarker = (text: string): boolean => text.length <= 12 && marker.test(text);

/** The words of a line in reading order. */
export const segmentText = ({ words }: Segment): string => words.map(({ text }) => text).join(" ");

export const charactersOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { words }) => sum + words.reduce((all, { text }) => all + text.length, 0), 0);

/** A part of a segment, such as one of two cells that stand close together. */
export const partOf = (segment: Segment, words: Word[]): Segment => ({
  ...segment,
  words,
  ...extentOf(words),
  marked: false,
});

/** Joins segments side by side into one line. */
export function joinSegments(row: readonly Segment[]): Segment {
  const [first] = row;
  if (first === undefined) throw new Error("a line has at least one part");
  return { ...first, words: row.flatMap(({ words }) => words), u1: Math.max(...row.map(({ u1 }) => u1)) };
}

export const areBold = (segments: readonly Segment[]): boolean =>
  segments.every(({ bold }) => bold === "all");

export const segmentTop = (segment: Segment): number => segment.base - segment.size * 0.72;
export const segmentBottom = (segment: Segment): number => segment.base + segment.size * 0.18;

/** Groups the words of one frame into segments, whatever their order in the file. */
export function buildSegments(words: Word[]): Segment[] {
  const runs: Segment[] = [];
  for (const [at, word] of words.entries()) {
    if (leader.test(word.text) && !isFullStop(words, at)) continue;
    const run = runs.at(-1);
    if (run !== undefined && continues(run, word)) extend(run, [word], word);
    else runs.push(newSegment(word));
  }
  // Signs first, because one may be on the baseline of the next cell, which is centred beside this one.
  const merged = groupIntoRows(attachRaised(runs)).flatMap(mergeRow);
  for (const segment of merged) finishSegment(segment);
  return merged;
}

/** Whether a word is a single dot that touches the one before, such as a raised number, and is followed by no leader. */
function isFullStop(words: readonly Word[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (before === undefined || word?.text !== "." || leader.test(before.text)) return false;
  // Smaller words are raised or lowered.
  const tolerance = word.size * (before.size < word.size * 0.9 ? 0.6 : 0.12);
  if (Math.abs(word.base - before.base) > tolerance || next?.text === ".") return false;
  return Math.abs(word.u0 - before.u1) < word.size * 0.15;
}

/** References and indices are at most this much smaller than their line, relative to its size. */
const smallSign = 0.86;

/** Whether a sign that is hardly smaller than a line stands so high above its baseline that it is a reference. */
export const isClearlyRaised = (sign: { base: number; size: number }, line: Segment): boolean =>
  sign.size < line.size * 0.97 && line.base - sign.base > line.size * 0.3;

const isReferenceMark = (text: string): boolean => /^(?:\d{1,2}|[*†‡§])$/u.test(text);

/** Attaches separate superscripts and subscripts (references, indices) to the line that they belong to. */
function attachRaised(segments: Segment[]): Segment[] {
  let largest = 0;
  for (const { size } of segments) if (size > largest) largest = size;
  const loose = segments.filter(({ size, words: [word, ...more] }) => {
    if (word === undefined || more.length > 0 || size >= largest) return false;
    return size <= largest * smallSign ? word.text.length <= 4 : isReferenceMark(word.text);
  });
  const gone = new Set<Segment>();
  for (const sign of loose) {
    const host = segments.find((other) => {
      const raise = other.base - sign.base;
      if (raise < other.size * -0.4 || raise > other.size * 0.75) return false;
      if (other === sign || gone.has(other)) return false;
      const isSmall = sign.size <= other.size * smallSign;
      if (!isSmall && !isClearlyRaised(sign, other)) return false;
      return (
        Math.abs(sign.u0 - other.u1) < other.size * (isSmall ? 0.5 : 0.35) ||
        Math.abs(other.u0 - sign.u1) < other.size * (isSmall ? 0.3 : 0.5)
      );
    });
    if (host === undefined) continue;
    if (sign.u0 < host.u0) host.words.unshift(...sign.words);
    else host.words.push(...sign.words);
    Object.assign(host, extentOf([host, sign]));
    gone.add(sign);
  }
  return gone.size === 0 ? segments : segments.filter((s) => !gone.has(s));
}

function newSegment(word: Word): Segment {
  const { frame, u0, u1, base, size, style, rtl } = word;
  return { words: [word], frame, u0, u1, base, size, style, rtl, bold: "none", marked: false };
}

/** Adds words to a segment, with the extent, size and baseline that they have together. */
function extend(segment: Segment, words: Word[], { u0, u1, size, base }: Word | Segment): void {
  for (const word of words) segment.words.push(word);
  if (u0 < segment.u0) segment.u0 = u0;
  if (u1 > segment.u1) segment.u1 = u1;
  // The baseline of a line is that of its largest characters, because raised and lowered ones are smaller.
  if (size > segment.size * 1.05) {
    segment.size = size;
    segment.base = base;
  }
}

function continues(segment: Segment, word: Word): boolean {
  if (word.frame !== segment.frame) return false;
  const size = Math.max(segment.size, word.size);
  const smaller = Math.min(segment.size, word.size);
  const tolerance = smaller < size * 0.85 ? size * 0.45 : size * 0.25;
  if (Math.abs(word.base - segment.base) > tolerance) return false;
  const after = word.u0 - segment.u1;
  const before = segment.u0 - word.u1;
  const gap = Math.max(after, before);
  return gap > -smaller * 0.4 && gap < wideGap * smaller;
}

/** Groups segments with the same baseline into rows, from top to bottom, each row from left to right. */
export function groupIntoRows(segments: Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => a.base - b.base)) {
    const row = rows.at(-1);
    const { base, size } = row?.[0] ?? { base: -Infinity, size: 0 };
    if (segment.base - base > Math.min(size, segment.size) * 0.3) rows.push([segment]);
    else row?.push(segment);
  }
  for (const row of rows) row.sort((a, b) => a.u0 - b.u0);
  return rows;
}

function mergeRow(row: Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of row) {
    const last = merged.at(-1);
    if (last === undefined || !belongTogether(last, segment)) merged.push(segment);
    else if (!isDrawnTwice(last, segment)) extend(last, segment.words, segment);
  }
  return merged;
}

function belongTogether(left: Segment, right: Segment): boolean {
  const gap = right.u0 - left.u1;
  const size = Math.min(left.size, right.size);
  if (gap < wideGap * size) return true;
  const [only] = left.words;
  return left.words.length === 1 && only !== undefined && gap < markerGap * size && isMarker(only.text);
}

/** Whether text is drawn a second time at almost the same position, to look bold. */
function isDrawnTwice(left: Segment, right: Segment): boolean {
  if (right.u0 > left.u1 - right.size * 0.3) return false;
  return right.words.every((word) =>
    left.words.some((other) => other.text === word.text && Math.abs(other.u0 - word.u0) < word.size * 0.3),
  );
}

/** Puts the words in reading order, and sets the properties that depend on all of them. */
function finishSegment(segment: Segment): void {
  const { words } = segment;
  words.sort((a, b) => a.u0 - b.u0);
  const characters = new Map<string, { count: number; word: Word }>();
  let rightToLeft = 0;
  let total = 0;
  for (const word of words) {
    total += word.text.length;
    if (word.rtl) rightToLeft += word.text.length;
    if (word.style === segment.style && word.size === segment.size && characters.size === 0) continue;
    const key = `${word.style.font}${word.style.bold ? "!" : ""}${word.size.toFixed(1)}`;
    const entry = characters.get(key);
    if (entry === undefined) characters.set(key, { count: word.text.length, word });
    else entry.count += word.text.length;
  }
  if (characters.size > 0) {
    const others = [...characters.values()];
    let best = { count: total - others.reduce((sum, { count }) => sum + count, 0), word: words[0] };
    for (const entry of others) if (entry.count > best.count) best = entry;
    segment.style = best.word?.style ?? segment.style;
    segment.size = best.word?.size ?? segment.size;
  }
  const bold = words.filter((word) => word.style.bold).length;
  segment.bold = bold === words.length ? "all" : bold === 0 ? "none" : "some";
  segment.rtl = rightToLeft * 2 > total;
  segment.marked = words.length > 1 && isMarker((segment.rtl ? words.at(-1) : words[0])?.text ?? "");
  if (segment.rtl) segment.words = readingOrder(words);
}

/** Puts the words of a right-to-left line in reading order; runs of numbers and Latin words keep theirs. */
function readingOrder(words: Word[]): Word[] {
  const result: Word[] = [];
  let end = words.length;
  while (end > 0) {
    let start = end - 1;
    if (isLatin(words[start])) while (start > 0 && isLatin(words[start - 1])) start--;
    for (const word of words.slice(start, end)) result.push(word);
    end = start;
  }
  return result;
}

const isLatin = (word: Word | undefined): boolean =>
  word !== undefined && !word.rtl && /[\p{L}\p{N}]/u.test(word.text);

/** Whether there is a space between two words of a line: one in the file, or a visible gap. */
export function isSpaceBetween(previous: Word, word: Word): boolean {
  const gap = Math.max(word.u0 - previous.u1, previous.u0 - word.u1);
  const size = Math.min(previous.size, word.size);
  if (previous.rtl || word.rtl)
    return gap > size * 0.12 || ((previous.isAfterSpace || word.isAfterSpace) && gap > size * 0.03);
  if (word.isAfterSpace && gap > -size * 0.1) return true;
  return (
    gap > size * 0.2 && !(isWrittenWithoutSpaces(previous.text.at(-1)) && isWrittenWithoutSpaces(word.text))
  );
}
