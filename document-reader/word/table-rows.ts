import { ExtractionError } from "../extraction-error.ts";
import { oneLine } from "./text-cleaning.ts";
import { maxCharacters, type WordBlock, type WordRowCell } from "./word-block.ts";

export interface WordCell {
  /** Paragraphs, and the rows of nested tables. */
  blocks: WordBlock[];
  /** Number of grid columns that it covers. */
  span: number;
  /** Whether it is part of the cell above. */
  mergedUp: boolean;
  shaded: boolean;
}

export interface WordRow {
  cells: WordCell[];
  /** Marked by the author as a heading row that is repeated on every page. */
  header: boolean;
  /** Empty grid columns before the first cell. */
  skipped: number;
}

/** The text of a merged cell is repeated in each of its rows if it is no longer than this. */
const maxRepeatedCharacters = 100;
/** A row with longer cells is used for layout, not data, so its paragraphs are read one by one. */
const layoutCellCharacters = 1_500;

/**
 * The blocks of a table: its rows, or the paragraphs inside if it is only used for layout. Increments the document's
 * `tableCount` if there are rows.
 */
export function tableBlocks(rows: WordRow[], document: { tableCount: number }, section: number): WordBlock[] {
  const table = document.tableCount;
  if (rows.every(({ cells }) => cells.length <= 1)) return rows.flatMap(inReadingOrder);
  const blocks: WordBlock[] = [];
  const above = new Map<number, string>();
  const shown: ShownRow[] = [];
  let characters = 0;
  for (const row of rows) {
    const alone = loneHeading(row);
    if (alone !== null) blocks.push(alone);
    else if (isLayout(row)) for (const block of inReadingOrder(row)) blocks.push(block);
    else {
      const block = rowBlock(row, above, { table, section });
      if (block !== null) {
        characters += block.text.length;
        if (characters > maxCharacters) throw new ExtractionError("too_large");
        blocks.push(block);
        shown.push({ block, row });
      }
      for (const inner of inReadingOrder(row)) if (isRow(inner)) blocks.push(inner);
    }
  }
  markHeader(shown);
  if (shown.length > 0) document.tableCount++;
  return blocks;
}

const isRow = ({ kind }: WordBlock): boolean => kind === "table_row";
const isParagraph = (block: WordBlock): boolean => !isRow(block);

/** The text of a cell without nested tables. */
const ownText = ({ blocks }: WordCell): string =>
  blocks
    .filter(isParagraph)
    .map(({ text }) => text)
    .join(" ");

const inReadingOrder = ({ cells }: WordRow): WordBlock[] => cells.flatMap(({ blocks }) => blocks);

function loneHeading(row: WordRow): WordBlock | null {
  const filled = inReadingOrder(row).filter(({ text }) => oneLine(text) !== "");
  return filled.length === 1 && filled[0]?.kind === "heading" ? filled[0] : null;
}

function isLayout({ cells }: WordRow): boolean {
  return cells.some(({ blocks }) => {
    const own = blocks.filter(isParagraph);
    return own.length >= 3 && own.reduce((sum, { text }) => sum + text.length, 0) > layoutCellCharacters;
  });
}

function rowBlock(
  row: WordRow,
  above: Map<number, string>,
  at: { table: number; section: number },
): WordBlock | null {
  let column = row.skipped;
  let hasOwnText = false;
  const shown: ShownCell[] = [];
  for (const cell of row.cells) {
    const own = oneLine(ownText(cell));
    if (own !== "") hasOwnText = true;
    const repeated = cell.mergedUp ? (above.get(column) ?? "") : "";
    const text = own === "" ? repeated : own;
    if (!cell.mergedUp || text !== "") above.set(column, text.length <= maxRepeatedCharacters ? text : "");
    shown.push({ text, column, columns: cell.span, isAbove: cell.mergedUp && text === "" });
    column += cell.span;
  }
  if (!hasOwnText) return null;
  const cells = placeCells(shown);
  while (shown.at(-1)?.text === "") shown.pop();
  const own = row.cells.flatMap(({ blocks }) => blocks.filter(isParagraph));
  const notes = own.flatMap((block) => block.notes ?? []);
  const filled = own.filter(({ text }) => oneLine(text) !== "");
  return {
    kind: "table_row",
    text: withPageMarks(shown.map(({ text }) => text).join(" | "), row),
    cells,
    table: at.table,
    section: at.section,
    bold: filled.every(({ bold }) => bold === true),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

interface ShownCell {
  text: string;
  column: number;
  columns: number;
  /** Whether it is part of the cell above and does not repeat its text, which is too long. */
  isAbove: boolean;
}

/** The positions of the cells in the row's text after its white space is normalized. */
function placeCells(shown: ShownCell[]): WordRowCell[] {
  const line = oneLine(shown.map(({ text }) => text).join(" | "));
  let from = 0;
  return shown.flatMap(({ text, column, columns, isAbove }): WordRowCell[] => {
    if (text === "") return isAbove ? [{ column, columns, span: null }] : [];
    const start = line.indexOf(text, from);
    from = start + text.length;
    return [{ column, columns, span: { start, end: from } }];
  });
}

/** Moves page breaks before or after the row, so that it stays whole. Cells may repeat a break; it is added once. */
function withPageMarks(text: string, { cells }: WordRow): string {
  let mostMarks: string[] = [];
  let atStart = true;
  for (const cell of cells) {
    const all = ownText(cell);
    const marks = all.match(/[\f\v]/gu) ?? [];
    if (marks.length > 0 && !/^\s*$/u.test(all.slice(0, all.search(/[\f\v]/u)))) atStart = false;
    if (marks.length > mostMarks.length) mostMarks = marks;
  }
  const marks = mostMarks.join("");
  return atStart ? marks + text : text + marks;
}

interface ShownRow {
  block: WordBlock;
  row: WordRow;
}

/** Marks the heading rows: those that the file marks, else the first rows if they read like headings. */
function markHeader(rows: ShownRow[]): void {
  const marked = rows.findIndex(({ row }, index) => !row.header || index === rows.length - 1);
  for (const { block } of rows.slice(0, marked > 0 ? marked : headerRows(rows))) block.tableHeader = true;
}

/** Number of heading rows, down to the row that names the columns. Rows above it may span several columns. */
function headerRows(rows: ShownRow[]): number {
  for (const [index, row] of rows.slice(0, Math.min(3, rows.length - 1)).entries()) {
    if (readsLikeHeader(row, rows.slice(index + 1, index + 51))) return index + 1;
    // Numbers or long texts mean that the body of the table has begun.
    if (cellTexts(row).some((cell) => cell.length > 80 || isFigure(cell))) return 0;
  }
  return 0;
}

function readsLikeHeader(first: ShownRow, others: ShownRow[]): boolean {
  const cells = cellTexts(first);
  const wide = Math.max(...others.map((other) => cellTexts(other).length));
  if (cells.length < 2 || cells.length < wide) return false;
  if (cells.slice(1).includes("") || cells.some((cell) => cell.length > 80)) return false;
  if (first.block.bold === true && others.some(({ block }) => block.bold !== true)) return true;
  const isShaded = ({ row }: ShownRow) => row.cells.every(({ shaded }) => shaded);
  if (isShaded(first) && others.some((other) => !isShaded(other))) return true;
  // Words (or years) above numbers.
  if (cells.some(isFigure)) return false;
  const withFigures = others.filter((other) => cellTexts(other).slice(1).some(isFigure));
  return withFigures.length * 2 > others.length;
}

/** Whether a third or more of the text is digits, and it is not a year. */
function isFigure(cell: string): boolean {
  const digits = cell.match(/\d/gu)?.length ?? 0;
  return digits > 0 && digits * 3 >= cell.length && !/^(19|20)\d\d$/u.test(cell);
}

const cellTexts = ({ block }: ShownRow): string[] => oneLine(block.text).split(" | ");
