import { findCentredTables, readCentredBands } from "./centred-rows.ts";
import { rowOf, type LayoutBlock, type LayoutCell, type Row } from "./layout-block.ts";
import { covers, disjointSets, mergeEdges, gridAreas, middle, ruleStacks, type Area } from "./ruled-areas.ts";
import type { Rulings } from "./rulings.ts";
import { areBold, charactersOf, groupIntoRows, joinSegments, partOf, type Segment } from "./segments.ts";
import { extentOf, findColumns, isWithinWidth, placeInColumns, type Extent } from "./table-columns.ts";
import { headerRows, finishLogicalRows, logicalRows, toRow } from "./tables.ts";

export interface RuledRow {
  table: number;
  block: LayoutBlock;
}

/** A cell with more text is a text box, not part of a table. */
const maxCellCharacters = 1_500;

/**
 * Separates tables with drawn lines from the text of a page: those with a grid, in which merged and empty cells can be
 * recognized, and those with rules between rows. In `rest`, each row is replaced by an anchor, a segment that keeps
 * its place in the reading order; `ruled` has the rows by anchor.
 */
export function takeRuledTables(segments: Segment[], rulings: Rulings) {
  const ruled = new Map<Segment, RuledRow>();
  const isUpright = segments[0]?.frame.angle === 0;
  if (!isUpright) return { rest: segments, ruled };
  let rest = segments;
  let table = 0;
  const take = (area: Area, read: (inside: Segment[]) => LayoutBlock[] | null): boolean => {
    const free = rest.filter((segment) => !ruled.has(segment));
    const inside = free.filter((segment) => isInside(area, segment));
    const body = inside.length < 4 ? null : read(inside);
    if (body === null) return false;
    const hasHeadings = body.some(({ header }) => header === true);
    const headings = hasHeadings ? [] : headingsAbove(area, free);
    const heading = headingRow(headings, columnsOf(area, body));
    const rows = heading === null ? body : [heading, ...body];
    const taken = new Set(heading === null ? inside : [...inside, ...headings]);
    rest = rest.filter((segment) => !taken.has(segment));
    for (const block of rows) {
      const anchor = anchorOf(area, block);
      rest.push(anchor);
      ruled.set(anchor, { table, block });
    }
    table++;
    return true;
  };
  if (rulings.horizontal.length >= 3) {
    const grids = gridAreas(rulings).filter((area) =>
      take(area, (inside) => gridRows(area, inside) ?? bandRows(area, inside)),
    );
    for (const area of ruleStacks(rulings, grids, rest)) take(area, (inside) => bandRows(area, inside));
  }
  for (const { segments: own, rows } of findCentredTables(rest.filter((segment) => !ruled.has(segment)))) {
    const taken = new Set(own);
    rest = rest.filter((segment) => !taken.has(segment));
    for (const block of finishLogicalRows(rows)) {
      const anchor = anchorOf(extentOf(own), block);
      rest.push(anchor);
      ruled.set(anchor, { table, block });
    }
    table++;
  }
  return { rest, ruled };
}

function isInside(area: Area, segment: Segment): boolean {
  const v = middle(segment);
  return v > area.v0 - 1 && v < area.v1 + 1 && isWithinWidth(area, segment);
}

/** Bold lines closely above a table that has no headings inside, as above a shaded area. */
function headingsAbove(area: Area, segments: Segment[]): Segment[] {
  const lines = groupIntoRows(
    segments.filter((segment) => segment.base < area.v0 && isWithinWidth(area, segment)),
  );
  const found: Segment[] = [];
  let below = area.v0;
  for (const line of lines.toReversed()) {
    const [first] = line;
    if (first === undefined || below - first.base > first.size * 1.6 || !areBold(line)) break;
    found.unshift(...line);
    below = first.base;
  }
  return found;
}

/**
 * The columns of a table: those of its grid, as one of them may have no text, or else those of its cells. Empty if they
 * are not all known.
 */
function columnsOf({ vertical }: Area, rows: LayoutBlock[]): Extent[] {
  const places = rows.flatMap((row) => row.places ?? []);
  const us = mergeEdges(vertical.map(({ at }) => at));
  const grid = us.slice(1).map((u1, at): Extent => ({ u0: us[at] ?? 0, u1 }));
  const isGrid = places.every(({ lines, column }) => {
    const extent = grid[column];
    return extent !== undefined && lines.every(({ u0 }) => u0 > extent.u0 - 1 && u0 < extent.u1);
  });
  if (isGrid) return grid;
  const extents: Extent[] = [];
  for (const { lines: own, column, columns } of places) {
    if (columns > 1) continue;
    const before = extents[column];
    extents[column] = extentOf(before === undefined ? own : [before, ...own]);
  }
  return Object.keys(extents).length < extents.length ? [] : extents;
}

/** Makes a heading row of lines above a table; null if they are above fewer than two of its columns. */
function headingRow(lines: Segment[], extents: Extent[]): LayoutBlock | null {
  if (extents.length === 0) return null;
  const byColumn = Map.groupBy(lines, (line) => placeInColumns(extents, line).column);
  if (byColumn.size < 2) return null;
  const cells = [...byColumn]
    .toSorted(([a], [b]) => a - b)
    .map(([column, own]): LayoutCell => ({ lines: own, column, columns: 1 }));
  return rowOf(cells, true);
}

/** A segment as wide as the table, so that the reading order does not split the row at its columns. */
function anchorOf({ u0, u1 }: Extent, { lines }: LayoutBlock): Segment {
  const first = lines.reduce((top, line) => (line.base < top.base ? line : top));
  return { ...first, words: lines.flatMap(({ words }) => words), u0, u1, marked: false };
}

/** What `slotOf` returns for a position that is in no slot. */
const outside = -1;

/** Index of the slot between two borders that a position is in. */
const slotOf = (borders: number[], position: number): number =>
  borders.findIndex((from, at) => position >= from - 1 && position < (borders[at + 1] ?? -Infinity) + 1);

/** The rows of a table with lines between its columns; null if the lines do not form such a table. */
function gridRows(area: Area, inside: Segment[]): LayoutBlock[] | null {
  const us = mergeEdges(area.vertical.map(({ at }) => at));
  const vs = mergeEdges(area.horizontal.map(({ at }) => at));
  const [width, height] = [us.length - 1, vs.length - 1];
  if (width < 2 || height < 2 || width * height > 40_000) return null;
  if (!isRuledBetweenColumns(area, us, vs)) return null;
  const cells = mergedCells(area, us, vs);
  const byCell = Map.groupBy(
    inside.flatMap((segment) => splitAt(segment, us)),
    (part) => {
      const [column, row] = [slotOf(us, (part.u0 + part.u1) / 2), slotOf(vs, middle(part))];
      return column === outside || row === outside ? outside : (cells[row * width + column] ?? 0);
    },
  );
  if (byCell.has(outside)) return null;
  const lines = new Map([...byCell].map(([cell, parts]) => [cell, linesOf(parts)]));
  if ([...lines.values()].some((own) => charactersOf(own) > maxCellCharacters)) return null;
  if (hasUnruledRows([...lines], width)) return null;
  return finishRows(placeCells(cells, lines, width, height));
}

/** The positions halfway between borders. */
const middlesOf = (borders: number[]): number[] =>
  borders.slice(1).map((border, at) => ((borders[at] ?? 0) + border) / 2);

/** Whether most rows have a line between columns; otherwise only the heading is drawn as a grid. */
function isRuledBetweenColumns({ vertical }: Area, us: number[], vs: number[]): boolean {
  const rows = middlesOf(vs);
  const ruled = rows.filter((v) => us.slice(1, -1).some((u) => covers(vertical, u, v)));
  return ruled.length * 2 > rows.length;
}

/** The cell of each slot of the grid, as the number of its first slot. Slots with no line between are one cell. */
function mergedCells({ horizontal, vertical }: Area, us: number[], vs: number[]): number[] {
  const [width, height] = [us.length - 1, vs.length - 1];
  const { first, join } = disjointSets(width * height);
  const columns = middlesOf(us);
  for (const [row, v] of middlesOf(vs).entries()) {
    for (const [column, u] of columns.entries()) {
      const at = row * width + column;
      if (column + 1 < width && !covers(vertical, us[column + 1] ?? 0, v)) join(at, at + 1);
      if (row + 1 < height && !covers(horizontal, vs[row + 1] ?? 0, u)) join(at, at + width);
    }
  }
  return Array.from({ length: width * height }, (_, index) => first(index));
}

/**
 * Splits a segment at the borders of columns, because words of neighbouring columns may be so close that they were
 * read as one segment.
 */
function splitAt(segment: Segment, us: number[]): Segment[] {
  const crossed = us.some((u) => segment.u0 < u - 1 && u + 1 < segment.u1);
  if (!crossed || segment.words.length < 2) return [segment];
  const parts = Map.groupBy(segment.words, ({ u0, u1 }) => slotOf(us, (u0 + u1) / 2));
  return parts.size === 1 ? [segment] : [...parts.values()].map((words) => partOf(segment, words));
}

/** The lines of a cell from top to bottom; small marks are joined to the line that they belong to. */
function linesOf(parts: Segment[]): Segment[] {
  const largest = Math.max(...parts.map(({ size }) => size));
  const isMark = ({ words, size }: Segment): boolean =>
    words.length === 1 && size <= largest * 0.86 && (words[0]?.text.length ?? 0) <= 3;
  const lines = groupIntoRows(parts.filter((part) => !isMark(part))).map(joinSegments);
  for (const mark of parts.filter(isMark)) {
    const host = lines.find(
      (line) => line.base - mark.base > line.size * -0.4 && line.base - mark.base < line.size * 0.75,
    );
    if (host === undefined) lines.push(mark);
    else
      Object.assign(host, joinSegments([host, mark].toSorted((a, b) => a.u0 - b.u0)), {
        base: host.base,
        size: host.size,
        style: host.style,
      });
  }
  return lines.toSorted((a, b) => a.base - b.base);
}

/** Whether several cells of one row have many lines, which suggests that there are rows without rules between them. */
function hasUnruledRows(lines: [cell: number, lines: Segment[]][], width: number): boolean {
  const tall = lines.filter(([, own]) => own.length >= 5);
  return new Set(tall.map(([cell]) => Math.floor(cell / width))).size < tall.length;
}

/** All cells of a row, including those merged with a row above, and the cells that begin in this row. */
interface RowCells {
  all: LayoutCell[];
  own: LayoutCell[];
}

/** The cells of each row of a grid. A cell that spans several rows is in each of them. */
function placeCells(cells: number[], lines: ReadonlyMap<number, Segment[]>, width: number, height: number) {
  return Array.from({ length: height }, (_, row) => {
    const all: LayoutCell[] = [];
    const own: LayoutCell[] = [];
    for (let column = 0; column < width; column++) {
      const cell = cells[row * width + column] ?? 0;
      const last = all.at(-1);
      const text = lines.get(cell);
      if (text === undefined) continue;
      if (last?.lines === text) last.columns = column + 1 - last.column;
      else {
        const place = { lines: text, column, columns: 1 };
        all.push(place);
        if (Math.floor(cell / width) === row) own.push(place);
      }
    }
    return { own, all };
  });
}

/** The rows with text of their own; null if they do not form a table. */
function finishRows(rows: RowCells[]): LayoutBlock[] | null {
  const shown = rows.filter(({ own }) => own.length > 0);
  if (shown.filter(({ all }) => all.length >= 2).length < 2) return null;
  const headers = headerRows(shown.map(({ own }) => ({ cells: own })));
  return shown.map(({ own, all }, index) => rowOf(own, headers[index] === true, all));
}

/** The rows of a table with rules between rows and white space between columns; null if it is not a table. */
function bandRows(area: Area, inside: Segment[]): LayoutBlock[] | null {
  const wide = area.horizontal.filter(({ from, to }) => to - from > (area.u1 - area.u0) * 0.8);
  const vs = mergeEdges(wide.map(({ at }) => at));
  if (vs.length < 3) return null;
  const bands = Map.groupBy(inside, (segment) => slotOf(vs, middle(segment)));
  const inOrder = [...bands].toSorted(([a], [b]) => a - b).map(([, own]) => own);
  if (charactersOf(inside) > maxCellCharacters * inOrder.length) return null;
  const centred = readCentredBands(inOrder);
  if (centred !== null)
    return centred.rows === null
      ? finishRows(ruledRows(area, centred.columns, centred.lines))
      : finishLogicalRows(centred.rows);
  const filled = inOrder.map((own) => groupIntoRows(own).map(toRow));
  const rows = filled.flat();
  const columns = findColumns(rows.map(({ cells }) => cells));
  if (columns.length < 2 || rows.filter(({ cells }) => cells.length >= 2).length < 2) return null;
  const short = filled.filter((own) => own.length <= 3).length;
  if (filled.length < 4 || short * 4 < filled.length * 3) return logicalRows(rows);
  return finishRows(ruledRows(area, columns, rows));
}

/** Assigns cells to rows, column by column: a cell extends from the rule above it to the rule below it. */
function ruledRows(area: Area, columns: Extent[], rows: Row[]): RowCells[] {
  const vs = mergeEdges(area.horizontal.map(({ at }) => at));
  const middles = columns.map(({ u0, u1 }) => (u0 + u1) / 2);
  /** The first row of the cell at a row and column. */
  const topOf = (row: number, column: number): number => {
    let top = row;
    while (top > 0 && !covers(area.horizontal, vs[top] ?? 0, middles[column] ?? 0)) top--;
    return top;
  };
  const cells = new Map<number, LayoutCell>();
  for (const cell of rows.flatMap((row) => row.cells)) {
    const row = slotOf(vs, middle(cell));
    if (row === outside) continue;
    const place = placeInColumns(columns, cell);
    const key = topOf(row, place.column) * columns.length + place.column;
    const known = cells.get(key);
    if (known === undefined) cells.set(key, { lines: [cell], ...place });
    else known.lines.push(cell);
  }
  return Array.from({ length: vs.length - 1 }, (_, row) => {
    const all = columns.flatMap((_extent, at) => cells.get(topOf(row, at) * columns.length + at) ?? []);
    return { all, own: all.filter(({ column }) => topOf(row, column) === row) };
  });
}
