import { textOf, type Block, type ExtractedDocument } from "../extracted-document.ts";
import type { DocumentTable, GridCell, TableRow } from "./document-table.ts";
import { findNotes, splitNoteMarks } from "./notes.ts";

/** A row before its note marks are split off. */
interface RawRow {
  block: Block;
  cells: GridCell[];
}

/** The rows of one table, and the text around it. */
interface RawTable {
  table: number;
  headers: RawRow[];
  body: RawRow[];
  caption: string | null;
  headingPath: string[];
  /** Blocks after its last row, down to the next heading or table. */
  after: Block[];
  lastPage: number;
  /** Whether a heading or a longer text separates it from the previous table. */
  isSeparated: boolean;
}

/** Only the last sentences of a longer text before a table are its caption. */
const maxCaptionCharacters = 240;
/** A longer text is not a section heading within a table. */
const maxSectionCharacters = 70;
/** Text of up to this many words between two pages of a table is taken for an unrecognized header or footer. */
const maxRunningWords = 8;

/** The tables of a document. A table that continues on further pages is one table, without the repeated headings. */
export function readTables(document: ExtractedDocument): DocumentTable[] {
  return joinPages(rawTables(document))
    .map((table) => toTable(document, withoutEmptyColumns(table)))
    .flatMap(splitSideBySide)
    .filter(({ rows }) => rows.length > 0);
}

function rawTables(document: ExtractedDocument): RawTable[] {
  const tables: RawTable[] = [];
  let path: { level: number; text: string }[] = [];
  let caption: string | null = null;
  let isSeparated = true;
  let sinceHeading = false;
  for (const block of document.blocks) {
    const text = textOf(document, block).trim();
    const last = tables.at(-1);
    if (block.kind === "table_row" && block.table !== undefined) {
      let table = last;
      if (table?.table !== block.table) {
        const headingPath = path.map((step) => step.text);
        const none = { headers: [], body: [], after: [] };
        table = { table: block.table, ...none, caption, headingPath, lastPage: block.page, isSeparated };
        tables.push(table);
      }
      const row = { block, cells: cellsOf(document, block) };
      const title = table.body.at(-1);
      if (block.tableHeader && title?.cells.length === 1) {
        table.body.pop();
        tables.push(tableBelow(table, wordsOf(title), row));
      } else if (block.tableHeader && table.body.length === 0) table.headers.push(row);
      else table.body.push(row);
      table.after = [];
      table.lastPage = block.page;
      isSeparated = false;
      sinceHeading = false;
      continue;
    }
    if (block.kind === "header_footer" || text === "") continue;
    if (block.kind === "heading") sinceHeading = true;
    if (!sinceHeading || block.kind === "footnote") last?.after.push(block);
    if (block.kind === "footnote") continue;
    isSeparated ||= block.kind === "heading" || text.split(/\s+/u).length > maxRunningWords;
    if (block.kind === "heading") {
      const level = block.level ?? 1;
      path = [...path.filter((above) => above.level < level), { level, text }];
      caption = null;
    } else caption = lastSentences(text);
  }
  return tables;
}

/** The last whole sentences of a text, as far as a caption has room for them; the last words of a longer sentence. */
function lastSentences(text: string): string {
  if (text.length <= maxCaptionCharacters) return text;
  return text.slice(-maxCaptionCharacters).replace(/^(?:.*?[.!?]\s+(?=\S)|\S*\s+)/su, "");
}

/** Column headings below a title row begin a new table, with the title as its caption or else its nearest heading. */
function tableBelow(above: RawTable, title: string, headings: RawRow): RawTable {
  const none = { headers: [headings], body: [], after: [], isSeparated: true };
  if (above.caption !== null) return { ...above, ...none, caption: title };
  return { ...above, ...none, headingPath: [...above.headingPath.slice(0, -1), title] };
}

/** The cells of a row. If the block lists none, its text is split at "|". */
function cellsOf(document: ExtractedDocument, block: Block): GridCell[] {
  if (block.cells !== undefined)
    return block.cells.map((cell) => ({ ...cell, text: textOf(document, cell) }));
  const cells: GridCell[] = [];
  let start = block.start;
  for (const [column, piece] of textOf(document, block).split("|").entries()) {
    const text = piece.trim();
    const from = start + piece.length - piece.trimStart().length;
    if (text !== "")
      cells.push({ column, columns: 1, text, page: block.page, start: from, end: from + text.length });
    start += piece.length + 1;
  }
  return cells;
}

function joinPages(tables: RawTable[]): RawTable[] {
  const joined: RawTable[] = [];
  for (const table of tables) {
    const last = joined.at(-1);
    if (last !== undefined && continuesTable(last, table)) {
      // Header rows that repeat no earlier header are body rows that only looked like headings.
      const misread = table.headers.filter((row) => !isRepeated(last.headers, row));
      last.body.push(...titleBetween(last, table), ...misread, ...table.body);
      last.after = table.after;
      last.lastPage = table.lastPage;
    } else joined.push(table);
  }
  return joined;
}

/** Drops columns in which no cell begins, such as those of another table beside this one, and renumbers the rest. */
function withoutEmptyColumns(table: RawTable): RawTable {
  const used = new Set(
    [...table.headers, ...table.body].flatMap(({ cells }) => cells.map(({ column }) => column)),
  );
  const kept = [...used].toSorted((a, b) => a - b);
  const renumbered = (row: RawRow): RawRow => ({
    ...row,
    cells: row.cells.map((cell) => ({
      ...cell,
      column: kept.indexOf(cell.column),
      columns: kept.filter((at) => at >= cell.column && at < cell.column + cell.columns).length,
    })),
  });
  return { ...table, headers: table.headers.map(renumbered), body: table.body.map(renumbered) };
}

/** The section heading ("Anaesthesia") between two parts of a table, if it was read as a heading or as plain text. */
function titleBetween({ after, headingPath }: RawTable, table: RawTable): RawRow[] {
  const first = table.body[0]?.block;
  const isHeading = table.headingPath.length > headingPath.length;
  const text = isHeading ? table.headingPath.at(-1) : after.length > 0 ? table.caption : null;
  if (first === undefined || table.headers.length > 0 || typeof text !== "string" || !readsAsTitle(text))
    return [];
  const { page, start, end } = after.at(-1) ?? first;
  return [{ block: first, cells: [{ column: 0, columns: 1, text, page, start, end }] }];
}

const readsAsTitle = (text: string): boolean =>
  /^\p{Lu}[^\d:]+$/u.test(text) && text.length <= maxSectionCharacters;

function continuesTable(before: RawTable, table: RawTable): boolean {
  const page = table.headers[0]?.block.page ?? table.body[0]?.block.page ?? 0;
  const isAsWide = widthOf(table) === widthOf(before);
  const [path, own] = [before.headingPath.join("\n"), table.headingPath.join("\n")];
  // Rows without column headings of their own.
  const isUnnamed = table.headers.length === 0 && before.headers.length > 0 && isAsWide && widthOf(table) > 2;
  const isTitled =
    table.headingPath.slice(0, -1).join("\n") === path && readsAsTitle(table.headingPath.at(-1) ?? "");
  if (isUnnamed && before.after.length === 0 && isTitled) return page - before.lastPage <= 1;
  if (isUnnamed && page === before.lastPage && path === own)
    return !table.isSeparated && before.after.length === 1 && !/\d|:$/u.test(table.caption ?? "");
  if (page !== before.lastPage + 1) return false;
  if (path === own && table.headers.some((row) => isRepeated(before.headers, row))) return true;
  // Headings alone at the end of a page belong to the next page's rows. "Headings" with digits in them are body rows.
  const isBody =
    before.body.length === 0 ||
    table.headers.every((row) => before.headers.length > 0 && /\d/u.test(wordsOf(row)));
  return !table.isSeparated && isBody && isAsWide;
}

const isRepeated = (headers: RawRow[], row: RawRow): boolean =>
  headers.some((header) => wordsOf(header) === wordsOf(row));

const wordsOf = (row: RawRow): string => row.cells.map(({ text }) => text).join(" ");

function widthOf({ headers, body }: RawTable): number {
  return [...headers, ...body].reduce(
    (max, { cells }) => cells.reduce((wide, { column, columns }) => Math.max(wide, column + columns), max),
    0,
  );
}

function toTable(document: ExtractedDocument, raw: RawTable): DocumentTable {
  const width = widthOf(raw);
  const isTitle = (row: RawRow) => sectionOf(row, width) !== null;
  // A single cell among the heading rows is the heading of the rows below it, not of a column.
  const headers = raw.headers.filter((row) => !isTitle(row));
  const body = [...raw.headers.filter(isTitle), ...raw.body];
  while (body[0] !== undefined && spansBelow(headers.at(-1), body[0])) headers.push(...body.splice(0, 1));
  const notes = findNotes(raw.after.map((block) => textOf(document, block)));
  const rows: TableRow[] = [];
  let section: string | null = null;
  let previous: RawRow | undefined;
  for (const row of body) {
    const title = sectionOf(row, width);
    if (title !== null) {
      section = title;
      previous = undefined;
      continue;
    }
    previous = { ...row, cells: withLabelAbove(row.cells, previous?.cells) };
    rows.push(toRow(previous, section, notes));
  }
  const columns = columnNames(headers, width).map((name) => splitNoteMarks(name, notes).text);
  return { caption: raw.caption, headingPath: raw.headingPath, columns, rows };
}

/** Whether a heading cell is repeated in the row below (merged over both rows), which makes that a heading row too. */
const spansBelow = (header: RawRow | undefined, row: RawRow): boolean =>
  row.cells.some(({ column, text }) =>
    header?.cells.some((cell) => cell.column === column && cell.text === text),
  );

/** The section heading that a row is: a single short cell in the first column; null for any other row. */
function sectionOf({ cells }: RawRow, width: number): string | null {
  const [only] = cells;
  if (width < 2 || only === undefined || cells.length > 1 || only.column > 0) return null;
  if (only.text.length > maxSectionCharacters || /[.!?:;]$/u.test(only.text)) return null;
  return /\p{L}{2}/u.test(only.text) ? only.text : null;
}

/** Copies the first-column label of the row above to a row that has none. */
function withLabelAbove(cells: GridCell[], above: GridCell[] | undefined): GridCell[] {
  const label = above?.find(({ column }) => column === 0);
  if (label === undefined || cells.some(({ column }) => column === 0) || cells.length === 0) return cells;
  return [label, ...cells.filter(({ column }) => column >= label.columns)];
}

function toRow({ block, cells }: RawRow, section: string | null, notes: ReadonlyMap<string, string>) {
  const split = cells.map((cell) => ({ cell, ...splitNoteMarks(cell.text, notes) }));
  const plain = split.map(({ cell, text }): GridCell => ({ ...cell, text, end: cell.start + text.length }));
  const named = new Set(split.flatMap(({ marks }) => marks).flatMap((mark) => notes.get(mark) ?? []));
  const { page, start, end } = block;
  return { page, start, end, section, cells: plain, notes: [...named] };
}

/** "Code, Meaning, Code, Meaning" are two tables side by side. */
function splitSideBySide(table: DocumentTable): DocumentTable[] {
  const half = table.columns.length / 2;
  const isTwice =
    half >= 2 &&
    table.columns.slice(0, half).every((name, at) => name !== "" && name === table.columns[half + at]);
  if (!isTwice) return [table];
  const part = (from: number) =>
    table.rows.flatMap((row): TableRow[] => {
      const cells = row.cells
        .filter(({ column }) => column >= from && column < from + half)
        .map((cell) => ({ ...cell, column: cell.column - from }));
      return cells.length < 2 ? [] : [{ ...row, cells }];
    });
  return [{ ...table, columns: table.columns.slice(0, half), rows: [...part(0), ...part(half)] }];
}

/** The name of each column: its headings from the top level down, such as "In a full hospital, Stem". */
function columnNames(headers: RawRow[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    let name = "";
    for (const { cells } of headers) {
      const over = cells.find((cell) => cell.column <= column && column < cell.column + cell.columns);
      if (over === undefined || name.endsWith(over.text)) continue;
      name += `${separatorBetween(name, over.text)}${over.text}`;
    }
    return name;
  });
}

/** Joins two heading lines by a space if the second continues the first, by a comma if it is the next level. */
function separatorBetween(before: string, next: string): string {
  if (before === "") return "";
  return /[,:;/-]$/u.test(before) || /^[\p{Ll}(]/u.test(next) ? " " : ", ";
}
