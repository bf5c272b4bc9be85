import { joinBeside } from "./centred-rows.ts";
import type { Ruling, Rulings } from "./rulings.ts";
import { areBold, groupIntoRows, type Segment } from "./segments.ts";
import { isWithinWidth, type Extent } from "./table-columns.ts";

/** A rectangle that may be a table, with the lines drawn in it. */
export interface Area extends Rulings, Extent {
  v0: number;
  v1: number;
}

/** In points. Lines this close to each other meet, and edges this close are the same. */
const meetingTolerance = 3;
const edgeTolerance = 3;
/** The maximum distance between two rules of a table, in points. */
const maxRuleDistance = 160;
/** The vertical middle of a line of text. */
export const middle = (segment: Segment): number => segment.base - segment.size * 0.3;

/** Groups lines that meet into areas, the largest first. */
export function gridAreas({ horizontal, vertical }: Rulings): Area[] {
  const { first, join } = disjointSets(horizontal.length + vertical.length);
  for (const [h, line] of horizontal.entries()) {
    for (const [v, other] of vertical.entries()) {
      const meets =
        other.at > line.from - meetingTolerance &&
        other.at < line.to + meetingTolerance &&
        line.at > other.from - meetingTolerance &&
        line.at < other.to + meetingTolerance;
      if (meets) join(h, horizontal.length + v);
    }
  }
  const across = Map.groupBy(horizontal, (_, h) => first(h));
  const down = Map.groupBy(vertical, (_, v) => first(horizontal.length + v));
  return [...across]
    .map(([set, own]) => ({ horizontal: own, vertical: down.get(set) ?? [] }))
    .filter((group) => group.horizontal.length >= 2 && group.vertical.length >= 2)
    .map(toArea)
    .toSorted((a, b) => (b.u1 - b.u0) * (b.v1 - b.v0) - (a.u1 - a.u0) * (a.v1 - a.v0));
}

/** Union-find over the numbers below `count`: `join` merges two sets, `first` gives the smallest number of a set. */
export function disjointSets(count: number) {
  const parents = Array.from({ length: count }, (_, index) => index);
  const first = (index: number): number => {
    let at = index;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] ?? at] ?? at;
    return at;
  };
  const join = (a: number, b: number): void => {
    parents[Math.max(first(a), first(b))] = Math.min(first(a), first(b));
  };
  return { first, join };
}

function toArea({ horizontal, vertical }: Rulings): Area {
  return {
    horizontal,
    vertical,
    u0: Math.min(...horizontal.map(({ from }) => from)),
    u1: Math.max(...horizontal.map(({ to }) => to)),
    v0: Math.min(...horizontal.map(({ at }) => at), ...vertical.map(({ from }) => from)),
    v1: Math.max(...horizontal.map(({ at }) => at), ...vertical.map(({ to }) => to)),
  };
}

/**
 * Areas of three or more rules of equal width below each other, without a grid, full-width text or the title of
 * another table between them.
 */
export function ruleStacks({ horizontal }: Rulings, grids: Area[], segments: Segment[]): Area[] {
  const stacks: Ruling[][] = [];
  const linesWithin = readLinesWithin(segments);
  const free = horizontal.filter(
    ({ at, from, to }) =>
      !grids.some((grid) => at > grid.v0 - 2 && at < grid.v1 + 2 && from < grid.u1 && grid.u0 < to),
  );
  for (const rule of free) {
    const stack = stacks.findLast((other) => {
      const last = other.at(-1);
      return (
        last !== undefined &&
        Math.abs(last.from - rule.from) < edgeTolerance + 1 &&
        Math.abs(last.to - rule.to) < edgeTolerance + 1 &&
        rule.at - last.at < maxRuleDistance &&
        !grids.some((grid) => last.at < grid.v0 && grid.v1 < rule.at) &&
        !isProseBetween(last, rule, segments) &&
        !isShadedHeading(last, rule, linesWithin(last)) &&
        !isTitledHeading(last, rule, linesWithin(last))
      );
    });
    if (stack === undefined) stacks.push([rule]);
    else stack.push(rule);
  }
  return stacks
    .filter((stack) => stack.length >= 3)
    .map((stack) => withPartialRules(toArea({ horizontal: stack, vertical: [] }), free))
    .map((area) => withLastRow(withHeading(area, segments), segments));
}

/** Returns the lines within the width of a rule. The rules of a table mostly have the same ends, so they are kept. */
function readLinesWithin(segments: Segment[]): (rule: Ruling) => Segment[][] {
  const known = new Map<string, Segment[][]>();
  return ({ from, to }) => {
    const key = `${from} ${to}`;
    const width = { u0: from, u1: to };
    const lines =
      known.get(key) ?? groupIntoRows(segments.filter((segment) => isWithinWidth(width, segment)));
    known.set(key, lines);
    return lines;
  };
}

/** Adds rules that cross only some columns, because cells of other columns span several rows. */
function withPartialRules(area: Area, rules: Ruling[]): Area {
  const partial = rules.filter(
    (rule) =>
      rule.at > area.v0 + edgeTolerance &&
      rule.at < area.v1 - edgeTolerance &&
      rule.from > area.u0 - edgeTolerance &&
      rule.to < area.u1 + edgeTolerance &&
      !area.horizontal.includes(rule),
  );
  return { ...area, horizontal: [...area.horizontal, ...partial].toSorted((a, b) => a.at - b.at) };
}

/** Extends the area by column headings above its first rule. */
function withHeading(area: Area, segments: Segment[]): Area {
  let top = area.v0;
  const above = joinBeside(
    groupIntoRows(segments.filter((segment) => middle(segment) < area.v0 && isWithinWidth(area, segment))),
  ).toReversed();
  for (const row of above) {
    const first = row.at(-1);
    const isFirst = top === area.v0;
    if (first === undefined || top - first.base > first.size * (isFirst ? 1.1 : 0.7)) break;
    if (row.length < (isFirst ? 2 : 1) || row.some(({ bold }) => bold !== first.bold)) break;
    top = Math.min(...row.map(({ base, size }) => base - size));
  }
  if (top === area.v0) return area;
  return { ...area, v0: top, horizontal: [{ at: top, from: area.u0, to: area.u1 }, ...area.horizontal] };
}

/**
 * Extends the area by the last row of a table whose every second row is shaded: nothing is drawn at its lower edge. Its
 * cells are below those of the row above, and no further away than rows are from each other.
 */
function withLastRow(area: Area, segments: Segment[]): Area {
  const edges = mergeEdges(area.horizontal.map(({ at }) => at));
  const heights = edges.slice(1).map((edge, at) => edge - (edges[at] ?? 0));
  const usual = heights.toSorted((a, b) => a - b)[heights.length >> 1] ?? 0;
  const lines = groupIntoRows(segments.filter((segment) => isWithinWidth(area, segment)));
  const at = lines.findIndex(([first]) => first !== undefined && middle(first) > area.v1);
  const [last = [], row = [], next = []] = [lines[at - 1], lines[at], lines[at + 1]];
  const spacing = (row[0]?.base ?? 0) - (last[0]?.base ?? 0);
  const isLast = next.length < 2 || (next[0]?.base ?? 0) - (row[0]?.base ?? 0) > spacing * 1.3;
  const isRow =
    isLast &&
    heights.length >= 3 &&
    row.length > 1 &&
    row.length === last.length &&
    spacing < usual * 1.3 &&
    areBold(row) === areBold(last) &&
    row.every(({ u0, u1 }, cell) => {
      const above = last[cell];
      return above !== undefined && (Math.abs(u0 - above.u0) < 3 || Math.abs(u1 - above.u1) < 3);
    });
  if (!isRow) return area;
  const v1 = area.v1 + spacing;
  return { ...area, v1, horizontal: [...area.horizontal, { at: v1, from: area.u0, to: area.u1 }] };
}

/** Whether there is a line of text between two rules that takes up most of the width. */
function isProseBetween(above: Ruling, below: Ruling, segments: Segment[]): boolean {
  return segments.some(
    (segment) =>
      middle(segment) > above.at &&
      middle(segment) < below.at &&
      segment.u1 - segment.u0 > (above.to - above.from) * 0.72,
  );
}

/**
 * Whether the second of two rules is the upper edge of the shaded headings of another table: there are rows and a title
 * above it, and bold cells below it.
 */
function isShadedHeading(above: Ruling, below: Ruling, lines: readonly Segment[][]): boolean {
  const at = lines.findIndex(([first]) => first !== undefined && middle(first) > below.at);
  const [headings, title] = [lines[at] ?? [], lines[at - 1] ?? []];
  const rows = lines
    .slice(0, Math.max(0, at - 1))
    .filter((line) => line.length > 1 && line.every((segment) => middle(segment) > above.at))
    .flat();
  const [only] = title;
  if (only === undefined || title.length > 1 || headings.length < 2 || rows.length < 4) return false;
  const isLarger = rows.every(({ size }) => only.size > size * 1.15);
  return areBold(headings) && !areBold(rows) && (isLarger || areBold(title));
}

/** Whether there are a title and bold headings between two rules: those of another table, below the last row of one. */
function isTitledHeading(above: Ruling, below: Ruling, lines: readonly Segment[][]): boolean {
  const last = lines.findLast(([first]) => first !== undefined && middle(first) < above.at);
  const between = lines.filter((line) =>
    line.every((segment) => middle(segment) > above.at && middle(segment) < below.at),
  );
  let start = between.length;
  const isClose = (at: number): boolean => {
    const [first, next] = [between[at]?.[0], between[at + 1]?.[0]];
    return next === undefined || first === undefined || next.base - first.base < first.size * 1.7;
  };
  while (start > 0 && areBold(between[start - 1] ?? []) && isClose(start - 1)) start--;
  const titles = between.slice(0, start);
  const isTitled = titles.length > 0 && titles.every((line) => line.length === 1);
  return isTitled && between.slice(start).flat().length > 1 && last !== undefined && !areBold(last);
}

/** Sorts positions, and merges those that are almost equal. */
export function mergeEdges(positions: number[]): number[] {
  const result: number[] = [];
  for (const position of positions.toSorted((a, b) => a - b))
    if (position - (result.at(-1) ?? Number.NEGATIVE_INFINITY) > edgeTolerance) result.push(position);
  return result;
}

/** Whether a line at position `at` crosses `point`, a position along the line. */
export const covers = (rulings: Ruling[], at: number, point: number): boolean =>
  rulings.some(
    (ruling) => Math.abs(ruling.at - at) <= edgeTolerance && ruling.from < point && point < ruling.to,
  );

const minCells = 3;
/** The maximum distance to the next rule of a table with rules, in points. */
const maxRowHeight = 60;

/** The segments of table rows that are on a rule, such as repeated headings. They may look like running lines. */
export function linesOnRules(segments: Segment[], { horizontal }: Rulings): Set<Segment> {
  const found = new Set<Segment>();
  if (horizontal.length < minCells || segments[0]?.frame.angle !== 0) return found;
  for (const row of groupIntoRows(segments)) {
    const [first] = row;
    const last = row.at(-1);
    if (first === undefined || last === undefined || row.length < minCells) continue;
    const under = horizontal.find(
      ({ at, from, to }) =>
        at > first.base - 1 && at - first.base < first.size * 1.6 && from < first.u0 + 5 && to > last.u1 - 5,
    );
    const isInTable =
      under !== undefined &&
      horizontal.some(
        ({ at, from, to }) =>
          Math.abs(at - under.at) > edgeTolerance &&
          Math.abs(at - under.at) < maxRowHeight &&
          Math.abs(from - under.from) < 4 &&
          Math.abs(to - under.to) < 4,
      );
    if (isInTable) for (const segment of row) found.add(segment);
  }
  return found;
}
