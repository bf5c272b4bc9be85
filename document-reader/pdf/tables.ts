import { rowOf, type LayoutBlock, type LogicalCell, type LogicalRow, type Row } from "./layout-block.ts";
import type { Word } from "./page-words.ts";
import { extentOf, findColumns, overlaps, placeInColumns, type Extent } from "./table-columns.ts";
import { areBold, groupIntoRows, joinSegments, partOf, segmentText, type Segment } from "./segments.ts";

/** A part of a region: rows of a table, or lines of text. */
export type Section = { table: true; rows: LayoutBlock[] } | { table: false; lines: Segment[] };

/** The context of a region: a table may continue from the previous page or on the next one. */
export interface Surroundings {
  /** The last rows of the previous page, if it ends with a table. */
  before: Row[];
  endsPage: boolean;
}

/**
 * Separates the tables of a region from its text. A table is a run of rows with several cells whose edges are
 * aligned; no drawn lines are needed.
 */
export function findTables(segments: Segment[], { before, endsPage }: Surroundings): Section[] {
  const rows = groupIntoRows(segments).map(toRow);
  const sections: Section[] = [];
  for (let index = 0; index < rows.length;) {
    const own = tableEnd(rows, index);
    const end = index === 0 && own === 0 ? continuedEnd(before, rows) : own;
    if (end === index && endsPage && areHeadings(rows.slice(index))) {
      const headings = logicalRows(rows.slice(index)).map((row) => ({ ...row, header: true }));
      sections.push({ table: true, rows: headings });
      break;
    }
    if (end > index) {
      sections.push({ table: true, rows: logicalRows(rows.slice(index, end)) });
      index = end;
      continue;
    }
    const line = joinCells(rows[index]?.cells ?? []);
    const last = sections.at(-1);
    if (last?.table === false) last.lines.push(line);
    else sections.push({ table: false, lines: [line] });
    index++;
  }
  return sections;
}

const isNumeric = (segment: Segment): boolean => /^[^\p{L}]*[\d—–-][^\p{L}]*$/u.test(segmentText(segment));

export function toRow(segments: Segment[]): Row {
  const cells: Segment[] = [];
  for (const segment of segments.flatMap(splitNumbers)) {
    const last = cells.at(-1);
    const text = segmentText(segment);
    const closes = /^[)%]{1,2}$|^(?:bps|pp)$/.test(text);
    const isOpen = last !== undefined && /^[$€£¥R(]{1,2}$/.test(segmentText(last));
    if (last !== undefined && (closes || (isOpen && /^[\d.,(—–-]/.test(text))))
      cells[cells.length - 1] = joinCells([last, segment]);
    else cells.push(segment);
  }
  const [first] = cells;
  return { cells, base: first?.base ?? 0, size: Math.max(...segments.map((s) => s.size)) };
}

/** Splits numbers of neighbouring columns, which may be close together, at gaps wider than a space. */
const splitNumbers = (segment: Segment): Segment[] =>
  splitWhere(
    segment,
    (previous, word) =>
      word.u0 - previous.u1 > word.size * 0.42 &&
      /^[^\p{L}]*[\d—–][^\p{L}]*$/u.test(previous.text) &&
      /^[$€£¥(—–-]*[\d$€£¥—–][^\p{L}]*$/u.test(word.text),
  );

/** Splits a segment between words for which `isSplit` is true. Right-to-left text is never split. */
function splitWhere(segment: Segment, isSplit: (previous: Word, word: Word) => boolean): Segment[] {
  if (segment.rtl) return [segment];
  const parts: Word[][] = [[]];
  for (const [index, word] of segment.words.entries()) {
    const previous = segment.words[index - 1];
    if (previous !== undefined && isSplit(previous, word)) parts.push([]);
    parts.at(-1)?.push(word);
  }
  return parts.length === 1 ? [segment] : parts.map((words) => partOf(segment, words));
}

/** Joins cells to one line, in the reading direction of most of them. */
function joinCells(cells: Segment[]): Segment {
  if (cells.length === 1) return joinSegments(cells);
  const rtl = cells.filter((c) => c.rtl).length * 2 > cells.length;
  const ordered = rtl ? cells.toReversed() : cells;
  const [first] = ordered;
  return {
    ...joinSegments(cells),
    words: ordered.flatMap((c) => c.words),
    rtl,
    marked: (first?.marked ?? false) || (first?.words.length === 1 && (cells[0]?.marked ?? false)),
  };
}

/** The end (exclusive) of the table that begins at this row; `start` if none does. */
function tableEnd(rows: Row[], start: number): number {
  if ((rows[start]?.cells.length ?? 0) < 2) return start;
  let end = start + 1;
  for (let i = start + 1; i < rows.length && i - end < 4; i++) {
    const row = rows[i];
    const previous = rows[i - 1];
    if (row === undefined || previous === undefined) break;
    if (row.base - previous.base > Math.max(row.size, previous.size) * 3.2) break;
    const [only, ...others] = row.cells;
    if (only === undefined || others.length > 0) {
      if (isAlignedWith(rows.slice(start, end), row)) end = i + 1;
      continue;
    }
    // The next table begins with a caption or a heading, which is bold or larger than the rows of this table.
    if (only.words.length > 10 || row.size > previous.size * 1.15) break;
    if (isCaption(only, previous) || isHeadingOfNext(rows.slice(i - 1, i + 2))) break;
    if (previous.cells.some((cell) => overlaps(cell, only) && splitsValue(cell, only))) end = i + 1;
  }
  while (endsWrapped(rows.slice(start, end), rows[end])) end++;
  const several = rows.slice(start, end).filter((row) => row.cells.length >= 2);
  const cells = Math.max(...several.map((row) => row.cells.length));
  if (several.length < 2 || (several.length === 2 && cells < 3 && end - start > 3)) return start;
  const gaps = several.flatMap(({ cells: own, size }) =>
    own.slice(1).map(({ u0 }, i) => (u0 - (own[i]?.u1 ?? 0)) / size),
  );
  // Two lines of text may have a gap at the same position by chance; that is not a table.
  return Math.max(...gaps) < (several.length === 2 && cells === 2 ? 3 : 1.4) ? start : end;
}

/** Whether the second of three rows is the heading of a table that the third one begins. */
function isHeadingOfNext([before, row, next]: Row[]): boolean {
  if (before === undefined || row === undefined || next === undefined) return false;
  return !areBold(before.cells) && areBold(row.cells) && areBold(next.cells) && next.cells.length > 1;
}

/** Whether a cell is the caption of a table. Below a cell other than the first, it is the rest of that cell's text. */
const isCaption = (cell: Segment, above: Row): boolean =>
  /^(?:table|tabel|tabela|quadro) \d+/iu.test(segmentText(cell)) &&
  !above.cells.slice(1).some(({ u0 }) => Math.abs(u0 - cell.u0) < cell.size * 0.3);

/** The end (exclusive) of a table that continues from the previous page; 0 if none does. */
function continuedEnd(before: Row[], rows: Row[]): number {
  const [first] = rows;
  const left = first?.cells[0]?.u0 ?? 0;
  const isAligned = before.some(({ cells, size }) => Math.abs((cells[0]?.u0 ?? 0) - left) < size * 0.7);
  if (first === undefined || first.cells.length < 3 || !isAligned || !isAlignedWith(before, first)) return 0;
  const above = before.map((row, at) => ({ ...row, base: first.base - (before.length - at) * row.size * 2 }));
  return Math.max(0, tableEnd([...above, ...rows], 0) - above.length);
}

/** Whether the last lines of a page are the headings of a table on the next page. */
function areHeadings(rows: Row[]): boolean {
  const [first] = rows;
  return rows.length <= 3 && (first?.cells.length ?? 0) >= 3 && rows.every(({ cells }) => areBold(cells));
}

/** Whether a line is the rest of a cell in the last row: it is closer to that row than rows are to each other. */
function endsWrapped(table: Row[], line: Row | undefined): boolean {
  const last = table.at(-1);
  const [only, ...others] = line?.cells ?? [];
  if (last === undefined || line === undefined || only === undefined || others.length > 0) return false;
  const [above, ...more] = last.cells.filter((cell) => overlaps(cell, only));
  if (above === undefined || more.length > 0) return false;
  const several = table.filter(({ cells }) => cells.length > 1);
  const spacings = several
    .slice(1)
    .map((row, at) => row.base - (several[at]?.base ?? 0))
    .toSorted((a, b) => a - b);
  const pitch = spacings[Math.floor(spacings.length * 0.75)] ?? 0;
  const spacing = line.base - last.base;
  const isWithin = only.u1 <= columnEdges(several)(above);
  return isWithin && spacing < line.size * widestLeading && spacing * 1.25 < pitch;
}

/** Whether a cell other than the first shares its left edge, right edge or middle with one above. */
function isAlignedWith(above: Row[], row: Row): boolean {
  const tolerance = row.size * 0.7;
  const others = above.slice(-8).flatMap((other) => other.cells.slice(1));
  return row.cells
    .slice(1)
    .some((cell) =>
      others.some(
        (other) =>
          Math.abs(cell.u0 - other.u0) < tolerance ||
          Math.abs(cell.u1 - other.u1) < tolerance ||
          Math.abs(cell.u0 + cell.u1 - other.u0 - other.u1) < tolerance * 2,
      ),
    );
}

const cellOf = (line: Segment): LogicalCell => ({ lines: [line], u0: line.u0, u1: line.u1 });

/** Makes the rows of a table without rules from its lines, of which several can belong to one row. */
export function logicalRows(lines: Row[]): LayoutBlock[] {
  return finishLogicalRows(joinWrapped(splitByColumns(lines)));
}

/** Joins each line to the row above that it continues. */
function joinWrapped(rows: Row[]): LogicalRow[] {
  const maxWrappedSpacing = wrappedSpacing(rows);
  const edge = columnEdges(rows);
  const logical: LogicalRow[] = [];
  for (const row of rows) {
    const last = logical.at(-1);
    if (last !== undefined && isContinuation(last, row, maxWrappedSpacing, edge)) append(last, row);
    else logical.push({ cells: row.cells.map(cellOf), lastBase: row.base, size: row.size });
  }
  return logical;
}

export function finishLogicalRows(logical: LogicalRow[]): LayoutBlock[] {
  const headers = headerRows(logical);
  const columns = findColumns(logical.map((row) => row.cells));
  return logical.map((row, index) => {
    const places = row.cells.map((cell) => ({ lines: cell.lines, ...placeInColumns(columns, cell) }));
    const own = places.flatMap((place) => place.lines);
    if (own.filter(({ rtl }) => rtl).length * 2 > own.length) {
      places.reverse();
      for (const place of places) place.column = Math.max(0, columns.length - place.column - place.columns);
    }
    return rowOf(places, headers[index] === true);
  });
}

/** Splits cells that are close together, as headings often are, where a column of the other rows begins. */
function splitByColumns(rows: Row[]): Row[] {
  const columns = findColumns(rows.map((row) => row.cells));
  return rows.map((row) => ({ ...row, cells: row.cells.flatMap((cell) => splitAtColumns(cell, columns)) }));
}

/** The minimum gap between two columns, in font sizes; wider than a space. */
const minColumnGap = 0.55;

function splitAtColumns(cell: Segment, columns: readonly Extent[]): Segment[] {
  const { column, columns: count } = placeInColumns(columns, cell);
  if (count < 2) return [cell];
  const isAt = (word: Word, { u0 }: Extent): boolean => Math.abs(u0 - word.u0) < word.size * 0.1;
  // Headings may be no further apart than words. But no heading over several columns has a word at the start of each.
  const beginsAll = columns
    .slice(column, column + count)
    .every((each) => cell.words.some((word) => isAt(word, each)));
  return splitWhere(cell, (previous, word) => {
    const beginsOne = columns.some((each) => isAt(word, each));
    const placeOf = (other: Word): number => placeInColumns(columns, other).column;
    const isApart = word.u0 - previous.u1 > word.size * minColumnGap;
    return (beginsAll && beginsOne) || (isApart && (beginsOne || placeOf(previous) !== placeOf(word)));
  });
}

/** The maximum spacing of lines that can belong to one cell; 0 unless rows are clearly further apart than lines. */
function wrappedSpacing(rows: Row[]): number {
  // Cells that are centred beside one of several lines are less than a line apart from these.
  const spacings = rows
    .slice(1)
    .map((row, i) => ({ spacing: row.base - (rows[i]?.base ?? 0), size: row.size }))
    .flatMap(({ spacing, size }) => (spacing > size * 0.9 ? [spacing] : []));
  const tightest = Math.min(...spacings);
  const apart = spacings.filter((s) => s > tightest * 1.25).length;
  return apart >= 1 && apart * 8 >= spacings.length ? tightest * 1.12 : 0;
}

/** Returns the right edge of the column that starts at about the left edge of a cell. */
type ColumnEdge = (cell: Segment) => number;

/** Ignores rows with a single cell, since a section heading may span several columns. */
function columnEdges(rows: Row[]): ColumnEdge {
  const cells = rows.flatMap((row) => (row.cells.length > 1 ? row.cells : []));
  return (cell) => {
    let edge = cell.u1;
    for (const other of cells) {
      if (Math.abs(other.u0 - cell.u0) < cell.size && other.u1 > edge) edge = other.u1;
    }
    return edge;
  };
}

/** The distance of the lines of a cell, in font sizes; up to the second where rows are clearly further apart. */
const usualLeading = 1.4;
const widestLeading = 1.65;

function isContinuation(last: LogicalRow, row: Row, maxWrappedSpacing: number, edge: ColumnEdge): boolean {
  const spacing = row.base - last.lastBase;
  const size = Math.max(row.size, last.size);
  const isRest = row.cells.length < last.cells.length && spacing <= maxWrappedSpacing;
  if (spacing > size * (isRest ? widestLeading : usualLeading)) return false;
  if (row.cells.length > Math.max(2, last.cells.length) && last.cells.length > 1) return false;
  let fullMultiwordCells = 0;
  let fullCells = 0;
  let splitValues = 0;
  for (const cell of row.cells) {
    const over = last.cells.filter((c) => overlaps(c, cell));
    if (over.length > 1) return false;
    const above = over[0]?.lines.at(-1);
    if (above !== undefined && splitsValue(above, cell)) splitValues++;
    else if (isNumeric(cell) && (above === undefined ? last.cells.length > 1 : isNumeric(above)))
      return false;
    if (above === undefined || !isFull(above, cell, edge)) continue;
    fullCells++;
    if (above.words.length > 1) fullMultiwordCells++;
  }
  if (splitValues > 0) return true;
  const first = row.cells[0];
  const lastFirst = last.cells[0];
  if (first === undefined || lastFirst === undefined || first.marked) return false;
  if (last.cells.length > 1 && first.u0 >= lastFirst.u1)
    return fullMultiwordCells > 0 || /^(?:[\p{Ll}(]|[–—] \S)/u.test(segmentText(first));
  if (/^[\p{Ll}(]/u.test(segmentText(first)) && first.u0 < lastFirst.u1) return true;
  return maxWrappedSpacing > 0 && spacing <= maxWrappedSpacing && fullCells === row.cells.length;
}

/**
 * Whether an amount is wrapped at a thousands separator ("R 1" above "290,00", "48" above "500.00"), or a range after
 * its dash ("18:30 –" above "19:30").
 */
function splitsValue(above: Segment, cell: Segment): boolean {
  const [first, rest] = [segmentText(above), segmentText(cell)];
  if (/\d ?[–—-]$/u.test(first)) return /^\d/u.test(rest);
  const isOfMoney = /(?:^|\s)[R$€£¥] ?\d{1,3}(?: \d{3})*$/u.test(first);
  if (isOfMoney) return /^\d{3}(?: \d{3})*(?:[.,]\d\d)?(?![\d.,])/u.test(rest);
  return /^\d{1,3}(?: \d{3})*$/u.test(first) && /^\d{3}[.,]\d\d$/u.test(rest);
}

/** Whether a line is wrapped: its column had no room for the first word of the next line. */
function isFull(line: Segment, next: Segment, edge: ColumnEdge): boolean {
  const word = next.words[0];
  if (word === undefined) return false;
  return line.u1 + line.size * 0.25 + (word.u1 - word.u0) > edge(line) - line.size * 0.5;
}

function append(last: LogicalRow, row: Row): void {
  for (const cell of row.cells) {
    const above = last.cells.find((c) => overlaps(c, cell));
    if (above === undefined) last.cells.push(cellOf(cell));
    else {
      above.lines.push(cell);
      Object.assign(above, extentOf([above, cell]));
    }
  }
  last.cells.sort((a, b) => a.u0 - b.u0);
  last.lastBase = row.base;
}

interface LinesOfRow {
  cells: { lines: Segment[] }[];
}

/** Which rows are headings: those at the top, and a bold row below a title that begins another table in this one. */
export function headerRows(rows: readonly LinesOfRow[]): boolean[] {
  const top = countTopHeaders(rows);
  return rows.map((row, at) => {
    const [before, title] = [rows[at - 2], rows[at - 1]];
    const isTitled = title?.cells.length === 1 && row.cells.length > 1;
    return at < top || (isTitled && !isBold(before) && [rows[0], title, row].every(isBold));
  });
}

const isBold = (row: LinesOfRow | undefined): boolean =>
  row !== undefined && row.cells.every(({ lines }) => areBold(lines));

/** How many rows at the top are headings: bold rows above plain ones, or words (or years) above numbers. */
function countTopHeaders(rows: readonly LinesOfRow[]): number {
  const hasNumber = (row: LinesOfRow): boolean =>
    row.cells.some(({ lines }) => lines.every((line) => isNumeric(line) && !isYear(line)));
  const [first, ...body] = rows;
  if (first === undefined || body.length === 0) return 0;
  if (isBold(first) && !body.every(isBold)) return isBold(body[0]) && rows.length > 3 ? 2 : 1;
  if (first.cells.length < 2 || hasNumber(first)) return 0;
  return body.filter(hasNumber).length * 2 > body.length ? 1 : 0;
}

const isYear = (segment: Segment): boolean =>
  /^(?:FY)?(?:19|20)\d\d(?:[-–/]\d{2,4})?[A-Z]?$/.test(segmentText(segment));
