import type { Segment } from "./segments.ts";

/** A cell by its lines: those of the row itself, or of a row above where it reaches over several. */
export interface LayoutCell {
  lines: Segment[];
  column: number;
  columns: number;
}

/** A paragraph, heading, list item or table row of one page before it is text: lines in reading order. */
export interface LayoutBlock {
  kind: "text" | "row" | "running";
  /** The lines of text; for a row those of all its cells. */
  lines: Segment[];
  /** Rows only: the lines of each cell. */
  cells?: Segment[][];
  /** Rows only: the columns that its cells stand in, from left to right. */
  places?: LayoutCell[];
  /** Rows only: number of the table on its page, and whether this is its heading row. */
  table?: number;
  header?: boolean;
  /** Text only: begins with a bullet or number. */
  marked?: boolean;
}
