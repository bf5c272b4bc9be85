import type { TableCell } from "../extracted-document.ts";

/** A table of a document, with named columns. A table that continues over several pages is one table. */
export interface DocumentTable {
  /** The text directly above it: its title or an introductory sentence. */
  caption: string | null;
  /** From the highest heading down to the nearest. */
  headingPath: string[];
  /** The name of each column: its headings from the top level down, joined; "" for a column without a heading. */
  columns: string[];
  rows: TableRow[];
}

export interface TableRow {
  /** Characters [start, end) of the page's text. */
  page: number;
  start: number;
  end: number;
  /** The section heading within the table that this row is under (an earlier row with a single cell). */
  section: string | null;
  /** In column order, without empty cells. */
  cells: GridCell[];
  /** Texts of the notes that the row's note marks (¹, *, a) refer to. */
  notes: string[];
}

/** A cell without note marks. `start` and `end` are the position of `text` on the page. */
export interface GridCell extends TableCell {
  text: string;
}
