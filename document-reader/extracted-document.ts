import type { FileType, TextBox } from "../contract/documents.ts";

/**
 * One page of text. Lines of a paragraph are joined by a space (a hyphen at a line end is undone,
 * raised reference numbers of PDF become superscript digits), blocks are separated by "\n", the cells
 * of a table row by " | ". Offsets are UTF-16 code units.
 * Pages of PDF are the file's own; those of Word are its last rendered page breaks where the file
 * has them and an estimate where it has none.
 */
export interface ExtractedPage {
  /** 1-based. */
  page: number;
  /** In points (1/72 inch). */
  width: number;
  height: number;
  text: string;
  /** Line rectangles in reading order, empty for Word. */
  boxes: TextBox[];
}

/** A part of a page and its kind. Blocks are in reading order and do not overlap. */
export interface Block {
  kind: "heading" | "paragraph" | "list_item" | "table_row" | "footnote" | "header_footer";
  /** 1-based. A paragraph that runs over a page break is two blocks, the second `continues`. */
  page: number;
  /** Characters [start, end) of the page's text. */
  start: number;
  end: number;
  /** Headings: 1 is the highest. */
  level?: number;
  continues?: boolean;
  /** Table rows: which table of the document (0-based), and whether it is its heading row. */
  table?: number;
  tableHeader?: boolean;
  /** Table rows: their cells, in the order of the columns. Empty cells are left out. */
  cells?: TableCell[];
}

/**
 * A cell of a table row: characters [start, end) of the text of `page`. They are within the row, except for a merged
 * cell, which each of its rows lists.
 */
export interface TableCell {
  /** 0-based, and how many columns it covers. */
  column: number;
  columns: number;
  page: number;
  start: number;
  end: number;
}

export interface ExtractedDocument {
  fileType: FileType;
  /** From the file's properties or its first heading. */
  title: string | null;
  pages: ExtractedPage[];
  blocks: Block[];
}

/** The text of a block or a cell. */
export const textOf = (
  { pages }: Pick<ExtractedDocument, "pages">,
  { page, start, end }: { page: number; start: number; end: number },
): string => pages[page - 1]?.text.slice(start, end) ?? "";
