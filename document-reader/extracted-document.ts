import type { FileType, TextBox } from "../contract/documents.ts";

/**
 * One page of text. Lines of a paragraph are joined by a space (words hyphenated at a line end are rejoined,
 * raised reference numbers of a PDF become superscript digits), blocks are separated by "\n", the cells
 * of a table row by " | ". Offsets are UTF-16 code units.
 * A PDF has pages of its own. The pages of a Word file follow its last rendered page breaks, or are estimated
 * if it has none.
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

/** A span of a page with its kind. Blocks are in reading order and do not overlap. */
export interface Block {
  kind: "heading" | "paragraph" | "list_item" | "table_row" | "footnote" | "header_footer";
  /** 1-based. A paragraph that crosses a page break is two blocks; the second has `continues` set. */
  page: number;
  /** Characters [start, end) of the page's text. */
  start: number;
  end: number;
  /** Headings: 1 is the highest. */
  level?: number;
  continues?: boolean;
  /** Table rows: index of the table in the document (0-based), and whether this is a heading row. */
  table?: number;
  tableHeader?: boolean;
  /** Table rows: the cells in column order, without empty ones. */
  cells?: TableCell[];
}

/**
 * A cell of a table row: characters [start, end) of the text of `page`. A cell merged over several rows is listed in
 * each of them, with the position where its text is; all other cells lie within their row.
 */
export interface TableCell {
  /** First column (0-based), and the number of columns it spans. */
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
