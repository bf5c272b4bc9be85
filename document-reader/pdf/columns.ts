import { charactersOf, groupIntoRows, segmentBottom, segmentTop, type Segment } from "./segments.ts";
import { overlaps, type Extent } from "./table-columns.ts";

/** A vertical strip without text. */
type Gutter = Extent;

/** Segments that overlap vertically. Slabs follow each other down the page. */
interface Slab {
  segments: Segment[];
  top: number;
  bottom: number;
}

const maxDepth = 8;

/**
 * Splits a region into parts in reading order. Separates columns and sidebars; anything that spans them (titles,
 * tables, footnotes) stays in its place between them. Cuts recursively along white space (XY-cut, Nagy), with a test
 * that keeps the columns of a table together.
 */
export function readingOrder(segments: Segment[], depth = 0): Segment[][] {
  if (segments.length < 4 || depth > maxDepth) return [segments];
  const size = medianSize(segments);
  const whole = columnsOf(segments, gutters(segments, size), size);
  if (whole.length > 1) return whole.flatMap((column) => readingOrder(column, depth + 1));
  const parts: Segment[][] = [];
  let flow: Segment[] | undefined;
  const slabs = slabsOf(segments);
  for (const { from, end, shared } of runsOf(slabs, size)) {
    const run = slabs.slice(from, end).flatMap((slab) => slab.segments);
    const columns = columnsOf(run, shared, size);
    if (columns.length > 1) {
      for (const column of columns) parts.push(...readingOrder(column, depth + 1));
      flow = undefined;
    } else if (flow === undefined) parts.push((flow = run));
    else flow.push(...run);
  }
  return parts;
}

/** Gaps between the horizontal extents of segments that are wide enough to separate columns. */
function gutters(segments: Segment[], size: number): Gutter[] {
  const sorted = segments.toSorted((a, b) => a.u0 - b.u0);
  const result: Gutter[] = [];
  let end = sorted[0]?.u1 ?? 0;
  for (const segment of sorted) {
    if (segment.u0 - end >= size * 0.8) result.push({ u0: end, u1: segment.u0 });
    if (segment.u1 > end) end = segment.u1;
  }
  return result;
}

function slabsOf(segments: Segment[]): Slab[] {
  const slabs: Slab[] = [];
  for (const segment of segments.toSorted((a, b) => segmentTop(a) - segmentTop(b))) {
    const [top, bottom] = [segmentTop(segment), segmentBottom(segment)];
    const slab = slabs.at(-1);
    if (slab === undefined || top >= slab.bottom) slabs.push({ segments: [segment], top, bottom });
    else {
      slab.segments.push(segment);
      slab.bottom = Math.max(slab.bottom, bottom);
    }
  }
  return slabs;
}

/** Joins consecutive slabs that share a gutter; a slab without one is a run of its own. */
function runsOf(slabs: Slab[], size: number) {
  const runs: { from: number; end: number; shared: Gutter[] }[] = [];
  let free = 0;
  for (let index = 0; index < slabs.length;) {
    const { end, shared } = extend(slabs, index, gutters(slabs[index]?.segments ?? [], size), size);
    const above = shared.length === 0 ? null : extendUp(slabs, { from: free, to: index, shared }, size);
    const from = above?.from ?? index;
    while ((runs.at(-1)?.from ?? -1) >= from) runs.pop();
    runs.push({ from, end, shared: above?.shared ?? shared });
    if (shared.length > 0) free = end;
    index = end;
  }
  return runs;
}

/**
 * How many slabs the gutters of a run extend up to, if a column other than the first begins above the first, as one
 * that begins without the space above its heading. Null if none does.
 */
function extendUp(
  slabs: Slab[],
  { from, to, shared }: { from: number; to: number; shared: Gutter[] },
  size: number,
) {
  let found: { from: number; shared: Gutter[] } | null = null;
  let narrowed = shared;
  for (let i = to - 1; i >= from; i--) {
    const [above, slab, below] = [slabs[i - 1], slabs[i], slabs[i + 1]];
    if (slab === undefined || below === undefined || below.top - slab.bottom > size * 1.5) break;
    narrowed = intersect(narrowed, slab.segments, size);
    if (narrowed.length === 0) break;
    const isApart = above === undefined || slab.top - above.bottom > size * 0.9;
    const begins = slab.segments.some(({ u0 }) => narrowed.some((g) => Math.abs(u0 - g.u1) < size * 0.1));
    if (isApart && begins) found = { from: i, shared: narrowed };
  }
  return found;
}

/**
 * How many slabs the gutters of a slab extend down to. A slab with text on only one side counts if it is close to the
 * slab above or its lines fill their column.
 */
function extend(slabs: Slab[], from: number, start: Gutter[], size: number) {
  let shared = start;
  let end = from + 1;
  let pendingFills = false;
  for (let i = from + 1; i < slabs.length; i++) {
    const slab = slabs[i];
    const previous = slabs[i - 1];
    if (slab === undefined || previous === undefined) break;
    const narrowed = intersect(shared, slab.segments, size);
    if (narrowed.length === 0) break;
    const bothSides = narrowed.some(
      (g) => slab.segments.some((s) => s.u1 <= g.u0 + 1) && slab.segments.some((s) => s.u0 >= g.u1 - 1),
    );
    if (bothSides) {
      shared = narrowed;
      end = i + 1;
      pendingFills = false;
      continue;
    }
    pendingFills ||= slab.segments.some((s) => fillsColumn(s, narrowed, size));
    const near = slab.top - previous.bottom < size * 0.9;
    if (end === i && (near || pendingFills)) {
      shared = narrowed;
      end = i + 1;
    }
  }
  return { end, shared };
}

/** The parts of the gutters that these segments do not cover. */
function intersect(shared: Gutter[], segments: Segment[], size: number): Gutter[] {
  let free = shared;
  for (const segment of segments) {
    if (!free.some((gutter) => overlaps(gutter, segment))) continue;
    free = free.flatMap((gutter) => {
      if (!overlaps(gutter, segment)) return [gutter];
      const left = { ...gutter, u1: segment.u0 };
      const right = { ...gutter, u0: segment.u1 };
      return [left, right].filter(({ u0, u1 }) => u1 - u0 >= size * 0.8);
    });
  }
  return free;
}

/** Whether a line of four or more words reaches (nearly) to a gutter. */
function fillsColumn(segment: Segment, shared: Gutter[], size: number): boolean {
  return (
    segment.words.length >= 4 &&
    shared.some((g) => Math.abs(g.u0 - segment.u1) < size * 4 || Math.abs(segment.u0 - g.u1) < size * 2)
  );
}

/** Cuts at gutters that separate columns of text, but not the cells of a table. */
function columnsOf(segments: Segment[], candidates: Gutter[], size: number): Segment[][] {
  if (candidates.length === 0 || candidates.length > 12) return [segments];
  const bounds = [...candidates.map((g) => (g.u0 + g.u1) / 2), Number.POSITIVE_INFINITY];
  const byBound = Map.groupBy(segments, ({ u0, u1 }) => bounds.findIndex((bound) => (u0 + u1) / 2 < bound));
  const strips = [...byBound].toSorted(([a], [b]) => a - b).map(([, strip]) => strip);
  if (isGrid(strips)) return [segments];
  const columns: Segment[][] = [];
  for (const [at, strip] of strips.entries()) {
    const before = strips[at - 1];
    if (before === undefined || areSeparateColumns(before, strip, size)) columns.push(strip);
    else columns.at(-1)?.push(...strip);
  }
  if (columns.length > 1 && segments.filter(({ rtl }) => rtl).length * 2 > segments.length) columns.reverse();
  return columns;
}

/** Lines of prose have at least this many words; cells of a table have fewer. */
const minProseWords = 4;
const minGridRows = 3;

/**
 * Whether three or more strips are the columns of a table: their lines share baselines, and in at least one strip most
 * lines are too short for prose.
 */
function isGrid(strips: readonly Segment[][]): boolean {
  if (strips.length < 3) return false;
  const rows = strips.map(groupIntoRows);
  const maxRows = Math.max(...rows.map((each) => each.length));
  const fullest = rows.find((each) => each.length === maxRows) ?? [];
  const isShort = (row: Segment[]): boolean => row.flatMap(({ words }) => words).length < minProseWords;
  return (
    maxRows >= minGridRows &&
    rows.some((each) => each.filter(isShort).length * 2 > each.length) &&
    rows.every((each) => each === fullest || alignment(each, fullest) >= 0.6)
  );
}

function areSeparateColumns(left: Segment[], right: Segment[], size: number): boolean {
  const leftRows = groupIntoRows(left);
  const rightRows = groupIntoRows(right);
  const minRows = Math.min(leftRows.length, rightRows.length);
  if (minRows < 2) return false;
  const aligned = alignment(leftRows, rightRows);
  const leftProse = proseShare(leftRows);
  const rightProse = proseShare(rightRows);
  if (leftProse >= 0.5 && rightProse >= 0.5) return minRows >= 3 && !hasCellRows(leftRows, rightRows, size);
  if (aligned >= 0.5) return false;
  if (leftProse >= 0.5 || rightProse >= 0.5) return true;
  return minRows >= 4 && aligned < 0.25 && numericShare(left) < 0.2 && numericShare(right) < 0.2;
}

/** The share of rows of the side with fewer rows that have a baseline in common with the other side. */
function alignment(left: Segment[][], right: Segment[][]): number {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const bases = many.map(([first]) => first?.base ?? 0);
  const matches = few.filter(([first]) =>
    bases.some((base) => first !== undefined && Math.abs(base - first.base) < first.size * 0.25),
  );
  return matches.length / Math.max(1, few.length);
}

const numericShare = (segments: Segment[]): number =>
  segments.filter((s) => s.words.every((w) => /\d/.test(w.text) && !/\p{L}{2}/u.test(w.text))).length /
  segments.length;

/** Whether a segment is only a number, which may have several words: "R 2 499,00", "12.5 %". */
const isFigure = ({ words }: Segment): boolean =>
  words.some((word) => /\d/.test(word.text)) && words.every((word) => !/\p{L}{2}/u.test(word.text));

/** The share of characters that are in lines as long as those of prose. */
function proseShare(rows: Segment[][]): number {
  const u0 = Math.min(...rows.map((row) => row[0]?.u0 ?? 0));
  const u1 = Math.max(...rows.map((row) => row.at(-1)?.u1 ?? 0));
  let prose = 0;
  let total = 0;
  for (const row of rows) {
    const words = row.reduce((sum, segment) => sum + segment.words.length, 0);
    const length = charactersOf(row);
    const fill = ((row.at(-1)?.u1 ?? 0) - (row[0]?.u0 ?? 0)) / (u1 - u0);
    total += length;
    const long = words >= 4 || (length >= 10 && length > words * 8);
    // A number in a cell is not prose, however many words it has.
    if (row.length > 1 && row.some(isFigure)) continue;
    if ((long && fill > 0.6) || (words === 3 && fill > 0.8)) prose += length;
  }
  return total === 0 || u1 - u0 < (rows[0]?.[0]?.size ?? 10) * 8 ? 0 : prose / total;
}

/**
 * Whether both sides have the same horizontal gaps and continue on the same baselines after them, as in a table with
 * several lines per cell. Columns of text rarely agree twice.
 */
function hasCellRows(left: Segment[][], right: Segment[][], size: number): boolean {
  const leftStarts = spanStarts(left, size);
  const rightStarts = spanStarts(right, size);
  if (leftStarts.length < 3 || rightStarts.length < 3) return false;
  const shared = leftStarts.filter((a) => rightStarts.some((b) => Math.abs(a - b) < size * 0.3)).length;
  return shared >= 3 && shared >= Math.min(leftStarts.length, rightStarts.length) * 0.7;
}

function spanStarts(rows: Segment[][], size: number): number[] {
  const bases = rows.map(([first]) => first?.base ?? 0);
  const distances = bases.slice(1).map((base, i) => base - (bases[i] ?? 0));
  distances.sort((a, b) => a - b);
  const usual = distances[distances.length >> 1] ?? size;
  const gap = Math.max(size * 1.6, usual * 1.3);
  return bases.filter((base, i) => base - (bases[i - 1] ?? Number.NEGATIVE_INFINITY) > gap);
}

export function medianSize(segments: Segment[]): number {
  const sizes = segments.map((s) => s.size).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 10;
}
