/** A table of a document as rows under named columns, over however many pages it runs. */
export interface DocumentTable {
  /** What stands directly over it: its title or the sentence that leads to it. */
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
  /** The heading within the table that the row stands under: a row of one cell before it. */
  section: string | null;
  /** In the order of the columns; empty ones are left out. */
  cells: GridCell[];
  /** Texts of the notes that its marks (¹, *, a) refer to. */
  notes: string[];
}

/** A cell without its marks of notes; where it stands is that of `text` on the page. */
export interface GridCell {
  column: number;
  columns: number;
  text: string;
  page: number;
  start: number;
  end: number;
}
