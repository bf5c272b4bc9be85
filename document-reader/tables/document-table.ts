/** A table of a document as rows under named columns, over however many pages it runs. */
export interface DocumentTable {
  /** The text directly above it: its title or an introductory sentence. */
  caption: string | null;
  /** From the highest heading down to the nearest. */
  headingPath: string[];
  /** Every column's headings from the highest level down, in one text; "" where there is none. */
  columns: string[];
  rows: TableRow[];
}

export interface TableRow {
  /** Characters [start, end) of the page's text. */
  page: number;
  start: number;
  end: number;
  /** The heading within the table for this row: an earlier row of one cell. */
  section: string | null;
  /** In the order of the columns; empty ones are left out. */
  cells: GridCell[];
  /** Texts of the notes that its marks (¹, *, a) refer to. */
  notes: string[];
}

/** A cell without the marks of notes. `start` and `end` are the position of `text` on the page. */
export interface GridCell {
  column: number;
  columns: number;
  text: string;
  page: number;
  start: number;
  end: number;
}
