import type { LogicalRow, Row } from "./layout-block.ts";
import { groupIntoRows, isMarker, partOf, type Segment } from "./segments.ts";
import { toRow } from "./tables.ts";
import { extentOf, overlaps, placeInColumns, type Extent } from "./table-columns.ts";

// Web pages centre the cells of a row beside each other, so that their lines are on different baselines.

/** The lines of a cell. */
interface Stack {
  lines: Segment[];
  column: number;
  columns: number;
  top: number;
  bottom: number;
}

/** Lines closer than this (in font sizes) are not below each other; those of a cell are no further apart than that. */
const minLeading = 0.9;
const maxLeading = 1.7;
/** Lines up to this many times as far apart as the closest ones are in one cell. */
const joinedLeading = 1.12;
/** Words this far apart (in font sizes) may be in different columns. */
const minGap = 0.55;
/** Lines of a table are no further apart than this, in font sizes. */
const maxSpacing = 3.2;
/** Longer runs of lines are read in parts, so that the time does not grow with the square of a page's lines. */
const maxRun = 200;
/** A cell with more lines is text. */
const maxLines = 12;
/** Lines of prose have at least this many words. */
const minProseWords = 4;

/**
 * The lines and columns of a table with centred cells, and its rows unless each is between two rules; `bands` are the
 * segments between rules. Null if cells are not centred.
 */
export function readCentredBands(bands: readonly Segment[][]) {
  const lines = bands.map((band) => groupIntoRows(band).map((line) => toRow(line).cells));
  const columns = columnsBetween(lines.flat());
  const rows = lines.map((own) => own.map((line) => splitLine(line, columns)));
  const leading = leadingOf(rows.flat(), columns);
  if (leading === null || columns.length < 2) return null;
  const groups = rows.map((own) => groupStacks(stacksOf(own, columns, leading)));
  const centred = groups.flat().filter((group) => isRow(group) && isInterleaved(group)).length;
  const others = groups.flat().filter((group) => !isRow(group)).length;
  const ruled = groups.filter((own) => own.length === 1).length;
  const isRuled = ruled * 4 >= groups.length * 3;
  if (centred === 0 || others > (isRuled ? centred : 0)) return null;
  return { columns, lines: rows.flat(), rows: isRuled ? null : groups.flat().map(toLogicalRow) };
}

/**
 * Finds tables without rules and with centred cells: lines on different baselines, with white space between them that
 * goes through the whole table.
 */
export function findCentredTables(segments: Segment[]): { segments: Segment[]; rows: LogicalRow[] }[] {
  const lines = groupIntoRows(segments);
  const found: { segments: Segment[]; rows: LogicalRow[] }[] = [];
  let free = 0;
  for (let at = 1; at < lines.length; at++) {
    if (at === free || !areBeside(lines[at - 1], lines[at])) continue;
    const { from, end } = runAround(lines, at, free);
    const around = [lines.slice(Math.max(0, from - 2), from), lines.slice(end, end + 2)].flat(2);
    const table = readRun(lines.slice(from, end), around);
    if (table === null) continue;
    found.push(table);
    free = at = end;
  }
  return found;
}

const sizeOf = (line: readonly Segment[]): number => Math.max(...line.map(({ size }) => size));
const baseOf = (line: readonly Segment[] | undefined): number => line?.[0]?.base ?? -Infinity;
const rowOfCells = (cells: Segment[]): Row => ({ cells, base: baseOf(cells), size: sizeOf(cells) });

/** Joins lines that are side by side, but less than a line apart. */
export function joinBeside(lines: readonly Segment[][]): Segment[][] {
  const joined: { last: Segment[]; all: Segment[] }[] = [];
  for (const line of lines) {
    const above = joined.at(-1);
    if (above === undefined || !areBeside(above.last, line)) joined.push({ last: line, all: line });
    else Object.assign(above, { last: line, all: [...above.all, ...line] });
  }
  return joined.map(({ all }) => all);
}

/** Whether two lines are less than a line apart, and side by side. */
function areBeside(above: readonly Segment[] = [], line: readonly Segment[] = []): boolean {
  const distance = (baseOf(line) - baseOf(above)) / Math.min(sizeOf(line), sizeOf(above));
  const isBetween = distance > 0.3 && distance < minLeading;
  return isBetween && !line.some((one) => above.some((other) => overlaps(one, other)));
}

/** The lines around two others that have the white space between their columns in common. */
function runAround(lines: readonly Segment[][], at: number, free: number) {
  let white = narrow([everywhere], [...(lines[at - 1] ?? []), ...(lines[at] ?? [])]) ?? [];
  const take = (next: Segment[] | undefined, spacing: number): boolean => {
    const narrowed = next === undefined || spacing > sizeOf(next) * maxSpacing ? null : narrow(white, next);
    white = narrowed ?? white;
    return narrowed !== null;
  };
  let [from, end] = [at - 1, at + 1];
  while (end - from < maxRun && take(lines[end], baseOf(lines[end]) - baseOf(lines[end - 1]))) end++;
  while (
    from > free &&
    end - from < maxRun &&
    take(lines[from - 1], baseOf(lines[from]) - baseOf(lines[from - 1]))
  )
    from--;
  return { from, end };
}

/** The rows of a run of lines, without single cells at its ends; null if it is not a table. `around`: the next lines. */
function readRun(lines: readonly Segment[][], around: readonly Segment[]) {
  const columns = columnsBetween(lines);
  const rows = lines.map((line) => splitLine(line, columns));
  const leading = leadingOf(rows, columns);
  if (leading === null || columns.length < 2 || lines.flat().some(({ rtl }) => rtl)) return null;
  const groups = groupStacks(stacksOf(rows, columns, leading));
  const isWide = (group: readonly Stack[]): boolean => group.length > 1;
  const table = groups.slice(groups.findIndex(isWide), groups.findLastIndex(isWide) + 1);
  const several = table.filter(isWide);
  if (several.length < 2 || !several.every(isRow) || isText(table.flat())) return null;
  if (several.filter(isInterleaved).length < (columns.length > 2 ? 1 : 2)) return null;
  // The lines of a table do not continue outside it.
  const runsOn = (line: Segment): boolean =>
    around.some(
      (next) => overlaps(next, line) && Math.abs(next.base - line.base) < line.size * leading * joinedLeading,
    );
  if (table.flatMap(linesOfGroup).some(runsOn)) return null;
  const words = new Set(table.flatMap(linesOfGroup).flatMap((line) => line.words));
  const segments = lines.flat().filter((segment) => segment.words.some((word) => words.has(word)));
  return { segments, rows: table.map(toLogicalRow) };
}

/** Whether these are columns of prose, or the items of a list beside their numbers. */
function isText(stacks: readonly Stack[]): boolean {
  if (stacks.some(({ lines }) => lines.length > maxLines)) return true;
  const isShort = ({ words }: Segment): boolean => words.length < minProseWords;
  const byColumn = [...Map.groupBy(stacks, ({ column }) => column).values()].filter((own) => own.length > 1);
  const hasShort = byColumn.some((own) => {
    const lines = own.flatMap((stack) => stack.lines);
    return lines.filter(isShort).length * 2 > lines.length;
  });
  const first = stacks.filter(({ column }) => column === 0);
  const marked = first.filter(({ lines: [line] }) => isMarker(line?.words[0]?.text ?? ""));
  return !hasShort || (byColumn.length < 3 && marked.length * 2 > first.length);
}

const everywhere: Extent = { u0: -Infinity, u1: Infinity };

/** The words of a segment between wide gaps. */
function partsOf({ words, size }: Segment): Extent[] {
  const parts: Extent[] = [];
  let isOpen = false;
  for (const { text, u0, u1 } of words.toSorted((a, b) => a.u0 - b.u0)) {
    const last = parts.at(-1);
    const isSameValue = isOpen || /^[)%]{1,2}$/u.test(text);
    if (last !== undefined && (isSameValue || u0 - last.u1 < size * minGap)) last.u1 = Math.max(last.u1, u1);
    else parts.push({ u0, u1 });
    isOpen = /^[$€£¥R(]{1,2}$/u.test(text);
  }
  return parts;
}

/** What a line leaves of white space; null if it covers some of it completely. */
function narrow(white: readonly Extent[], line: readonly Segment[]): Extent[] | null {
  const parts = line.flatMap(partsOf);
  const width = sizeOf(line) * minGap;
  const left = white.map((whole) => {
    let free = [whole];
    for (const part of parts) {
      free = free.flatMap((one) => {
        if (!overlaps(one, part)) return [one];
        const sides = [
          { u0: one.u0, u1: part.u0 },
          { u0: part.u1, u1: one.u1 },
        ];
        return sides.filter(({ u0, u1 }) => u1 - u0 >= width);
      });
    }
    return free;
  });
  return left.some((free) => free.length === 0) ? null : left.flat();
}

/** The columns between the white space that (nearly) all lines have in common; cells over several are ignored. */
function columnsBetween(lines: readonly Segment[][]): Extent[] {
  const parts = new Map(lines.map((line) => [line, line.flatMap(partsOf)]));
  const partCount = (line: Segment[]): number => parts.get(line)?.length ?? 0;
  let white = [everywhere];
  for (const line of lines.toSorted((a, b) => partCount(b) - partCount(a)))
    white = narrow(white, line) ?? white;
  const middles = white
    .filter(({ u0, u1 }) => u1 - u0 < Infinity)
    .map(({ u0, u1 }) => (u0 + u1) / 2)
    .filter(
      (middle) => lines.filter((line) => parts.get(line)?.some(isAcross(middle))).length * 5 <= lines.length,
    )
    .toSorted((a, b) => a - b);
  const all = [...parts.values()].flat().filter((part) => !middles.some((middle) => isAcross(middle)(part)));
  return [...Map.groupBy(all, ({ u0 }) => middles.findLastIndex((middle) => middle < u0))]
    .toSorted(([a], [b]) => a - b)
    .map(([, own]) => extentOf(own));
}

const isAcross =
  (position: number) =>
  ({ u0, u1 }: Extent): boolean =>
    u0 < position && position < u1;

/** Splits the segments of a line between columns, which may be so close that they were read as one. */
function splitLine(line: readonly Segment[], columns: readonly Extent[]): Row {
  return rowOfCells(
    line.flatMap((segment) => {
      const places = partsOf(segment).map((part) => ({ ...part, ...placeInColumns(columns, part) }));
      if (places.some((place) => place.columns > 1)) return [segment];
      const columnOf = (u0: number): number => places.find((place) => u0 <= place.u1)?.column ?? 0;
      const byColumn = Map.groupBy(segment.words, ({ u0 }) => columnOf(u0));
      return byColumn.size === 1 ? [segment] : [...byColumn.values()].map((words) => partOf(segment, words));
    }),
  );
}

/** The distance of the lines of a cell, in font sizes; null if no cell has several lines. */
function leadingOf(rows: readonly Row[], columns: readonly Extent[]): number | null {
  const last = new Map<number, Segment>();
  const gaps = rows
    .flatMap(({ cells }) =>
      cells.map((cell) => {
        const { column } = placeInColumns(columns, cell);
        const above = last.get(column);
        last.set(column, cell);
        return above === undefined ? 0 : (cell.base - above.base) / cell.size;
      }),
    )
    .filter((gap) => gap > minLeading && gap < maxLeading)
    .toSorted((a, b) => a - b);
  return gaps[Math.floor(gaps.length * 0.1)] ?? null;
}

/** Joins the lines of each cell: those below each other that are no further apart than lines are. */
function stacksOf(rows: readonly Row[], columns: readonly Extent[], leading: number): Stack[] {
  const stacks: Stack[] = [];
  for (const line of rows.flatMap(({ cells }) => cells)) {
    const place = placeInColumns(columns, line);
    const above = stacks.findLast((stack) => isBelow(place, stack));
    const last = above?.lines.at(-1);
    const bottom = line.base + line.size * 0.2;
    if (
      above !== undefined &&
      last !== undefined &&
      line.base - last.base < line.size * leading * joinedLeading
    ) {
      above.lines.push(line);
      above.bottom = bottom;
    } else stacks.push({ lines: [line], ...place, top: line.base - line.size * 0.7, bottom });
  }
  return stacks;
}

type Place = Pick<Stack, "column" | "columns">;

const isBelow = (one: Place, other: Place): boolean =>
  one.column < other.column + other.columns && other.column < one.column + one.columns;

/** Groups cells that overlap in height. */
function groupStacks(stacks: Stack[]): Stack[][] {
  const groups: Stack[][] = [];
  let bottom = -Infinity;
  for (const stack of stacks.toSorted((a, b) => a.top - b.top)) {
    if (stack.top < bottom) groups.at(-1)?.push(stack);
    else groups.push([stack]);
    bottom = Math.max(bottom, stack.bottom);
  }
  return groups;
}

const linesOfGroup = (group: readonly Stack[]): Segment[] => group.flatMap(({ lines }) => lines);

/** Whether the cells of a group are side by side, and their middles, tops or bottoms on one line. */
function isRow(group: readonly Stack[]): boolean {
  const limit = sizeOf(linesOfGroup(group)) * 0.4;
  const isLevel = (of: (stack: Stack) => number): boolean =>
    Math.max(...group.map(of)) - Math.min(...group.map(of)) < limit;
  return (
    !group.some((stack, at) => group.slice(0, at).some((other) => isBelow(stack, other))) &&
    (isLevel(({ top, bottom }) => (top + bottom) / 2) ||
      isLevel(({ top }) => top) ||
      isLevel(({ bottom }) => bottom))
  );
}

/** Whether a group has lines that are on no common baseline, but less than a line apart. */
function isInterleaved(group: readonly Stack[]): boolean {
  const lines = linesOfGroup(group).toSorted((a, b) => a.base - b.base);
  return lines.some((line, at) => {
    const distance = line.base - (lines[at - 1]?.base ?? -Infinity);
    return distance > line.size * 0.3 && distance < line.size * minLeading;
  });
}

function toLogicalRow(group: Stack[]): LogicalRow {
  const lines = linesOfGroup(group);
  const cells = group.map((stack) => ({ lines: stack.lines, ...extentOf(stack.lines) }));
  return {
    cells: cells.toSorted((a, b) => a.u0 - b.u0),
    lastBase: Math.max(...lines.map(({ base }) => base)),
    size: sizeOf(lines),
  };
}
