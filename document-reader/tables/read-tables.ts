import { textOf, type Block, type ExtractedDocument } from "../extracted-document.ts";
import type { DocumentTable, GridCell, TableRow } from "./document-table.ts";
import { findNotes, withoutMark } from "./notes.ts";

/** A row as it was read. */
interface RawRow {
  block: Block;
  cells: GridCell[];
}

/** The rows of one table of the document, and the blocks around them. */
interface RawTable {
  table: number;
  headers: RawRow[];
  body: RawRow[];
  caption: string | null;
  headingPath: string[];
  /** Blocks after its last row, down to the next heading or table. */
  after: Block[];
  lastPage: number;
  /** A heading or a longer text separates it from the table before. */
  parted: boolean;
}

/** A caption or a sentence before a table is no longer than this. */
const maxCaptionCharacters = 240;
/** A heading within a table is no longer than this. */
const maxSectionCharacters = 70;
/** A text between two pages of a table may have this many words: it is a running line that was not recognised. */
const maxRunningWords = 8;

/** The tables of a document. One that continues on further pages is one table, without its repeated headings. */
export function readTables(document: ExtractedDocument): DocumentTable[] {
  return joinPages(rawTables(document))
    .map((table) => toTable(document, withoutEmptyColumns(table)))
    .flatMap(splitSideBySide)
    .filter(({ rows }) => rows.length > 0);
}

function rawTables(document: ExtractedDocument): RawTable[] {
  const tables: RawTable[] = [];
  const path: { level: number; text: string }[] = [];
  let caption: string | null = null;
  let parted = true;
  let sinceHeading = false;
  for (const block of document.blocks) {
    const text = textOf(document, block).trim();
    const last = tables.at(-1);
    if (block.kind === "table_row" && block.table !== undefined) {
      let table = last;
      if (table?.table !== block.table) {
        const headingPath = path.map((step) => step.text);
        const none = { headers: [], body: [], after: [] };
        table = { table: block.table, ...none, caption, headingPath, lastPage: block.page, parted };
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
      parted = false;
      sinceHeading = false;
      continue;
    }
    if (block.kind === "header_footer" || text === "") continue;
    if (block.kind === "heading") sinceHeading = true;
    if (!sinceHeading || block.kind === "footnote") last?.after.push(block);
    if (block.kind === "footnote") continue;
    parted ||= block.kind === "heading" || text.split(/\s+/u).length > maxRunningWords;
    if (block.kind === "heading") {
      const level = block.level ?? 1;
      while (path.length > 0 && (path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ level, text });
      caption = null;
    } else caption = text.length <= maxCaptionCharacters ? text : text.slice(-maxCaptionCharacters);
  }
  return tables;
}

/** Headings below a title within a table begin another one; the title stands for the heading over the first. */
function tableBelow(above: RawTable, title: string, headings: RawRow): RawTable {
  const none = { headers: [headings], body: [], after: [], parted: true };
  if (above.caption !== null) return { ...above, ...none, caption: title };
  return { ...above, ...none, headingPath: [...above.headingPath.slice(0, -1), title] };
}

/** The cells of a row; without named columns, they are split at the separators. */
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
    if (last !== undefined && goesOn(last, table)) {
      // Rows that looked like headings on the next page belong under the same headings.
      const again = table.headers.filter((row) => !isRepeated(last.headers, row));
      last.body.push(...titleBetween(last, table), ...again, ...table.body);
      last.after = table.after;
      last.lastPage = table.lastPage;
    } else joined.push({ ...table, headers: [...table.headers], body: [...table.body] });
  }
  return joined;
}

/** Without the columns in which no cell begins, as those of another table beside have. */
function withoutEmptyColumns(table: RawTable): RawTable {
  const used = new Set(
    [...table.headers, ...table.body].flatMap(({ cells }) => cells.map(({ column }) => column)),
  );
  const places = [...used].toSorted((a, b) => a - b);
  const placed = (row: RawRow): RawRow => ({
    ...row,
    cells: row.cells.map((cell) => ({
      ...cell,
      column: places.indexOf(cell.column),
      columns: places.filter((at) => at >= cell.column && at < cell.column + cell.columns).length,
    })),
  });
  return { ...table, headers: table.headers.map(placed), body: table.body.map(placed) };
}

/** The heading within the table that its rows stand under on the next page, or after a line that was read as text: "Anaesthesia". */
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

function goesOn(before: RawTable, table: RawTable): boolean {
  const page = table.headers[0]?.block.page ?? table.body[0]?.block.page ?? 0;
  const isAsWide = widthOf(table) === widthOf(before);
  const [path, own] = [before.headingPath.join("\n"), table.headingPath.join("\n")];
  // Rows without headings of their own, after nothing but a heading within the table.
  const isUnnamed = table.headers.length === 0 && before.headers.length > 0 && isAsWide && widthOf(table) > 2;
  const below = table.headingPath.slice(0, -1).join("\n");
  if (
    isUnnamed &&
    before.after.length === 0 &&
    below === path &&
    readsAsTitle(table.headingPath.at(-1) ?? "")
  )
    return page - before.lastPage <= 1;
  if (isUnnamed && page === before.lastPage && path === own)
    return !table.parted && before.after.length === 1 && !/\d|:$/u.test(table.caption ?? "");
  if (page !== before.lastPage + 1) return false;
  if (path === own && table.headers.some((row) => isRepeated(before.headers, row))) return true;
  // Headings alone at the end of a page are those of what follows; what looks like headings there, with numbers, is a row.
  const isBody =
    before.body.length === 0 ||
    table.headers.every((row) => before.headers.length > 0 && /\d/u.test(wordsOf(row)));
  return !table.parted && isBody && isAsWide;
}

function isRepeated(headers: RawRow[], row: RawRow): boolean {
  const own = wordsOf(row);
  return headers.some((header) => wordsOf(header) === own);
}

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
  // A lone cell among the headings names the rows below it, not a column.
  const headers = raw.headers.filter((row) => !isTitle(row));
  const body = [...raw.headers.filter(isTitle), ...raw.body];
  while (body[0] !== undefined && reachesDown(headers.at(-1), body[0])) headers.push(...body.splice(0, 1));
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
    const whole: RawRow = { ...row, cells: withLabelAbove(row.cells, previous?.cells) };
    previous = whole;
    rows.push(toRow(whole, section, notes));
  }
  const columns = columnNames(
    headers.map(({ cells }) => cells),
    width,
  ).map((name) => withoutMark(name, notes).text);
  return { caption: raw.caption, headingPath: raw.headingPath, columns, rows };
}

/** Whether a heading spans cells of the row below, which then has headings too. */
function reachesDown(header: RawRow | undefined, row: RawRow): boolean {
  return (
    header?.cells.some((cell) =>
      row.cells.some((other) => other.column === cell.column && other.text === cell.text),
    ) ?? false
  );
}

/** A heading within the table: one cell alone, at the left or over all columns, that reads like one. */
function sectionOf({ cells }: RawRow, width: number): string | null {
  const [only] = cells;
  if (width < 2 || only === undefined || cells.length > 1 || only.column > 0) return null;
  if (only.text.length > maxSectionCharacters || /[.!?:;]$/u.test(only.text)) return null;
  return /\p{L}{2}/u.test(only.text) ? only.text : null;
}

/** Copies a label for several rows, which only the first of them has, to the others. */
function withLabelAbove(cells: GridCell[], above: GridCell[] | undefined): GridCell[] {
  const label = above?.find(({ column }) => column === 0);
  if (label === undefined || cells.some(({ column }) => column === 0) || cells.length === 0) return cells;
  return [label, ...cells.filter(({ column }) => column >= label.columns)];
}

function toRow({ block, cells }: RawRow, section: string | null, notes: ReadonlyMap<string, string>) {
  const named = new Set<string>();
  const plain = cells.map((cell): GridCell => {
    const { text, marks } = withoutMark(cell.text, notes);
    for (const mark of marks) named.add(notes.get(mark) ?? "");
    return { ...cell, text, end: cell.start + text.length };
  });
  const { page, start, end } = block;
  return { page, start, end, section, cells: plain, notes: [...named].filter((note) => note !== "") };
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

/** The headings of each column from the highest level down: "In a full hospital, Stem". */
function columnNames(headers: GridCell[][], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    let name = "";
    for (const row of headers) {
      const over = row.find((cell) => cell.column <= column && column < cell.column + cell.columns);
      if (over === undefined || name.endsWith(over.text)) continue;
      name += `${jointOf(name, over.text)}${over.text}`;
    }
    return name;
  });
}

/** What joins two lines of headings: a space within a heading, a comma before one of the next level. */
function jointOf(before: string, next: string): string {
  if (before === "") return "";
  return /[,:;/-]$/u.test(before) || /^[\p{Ll}(]/u.test(next) ? " " : ", ";
}
