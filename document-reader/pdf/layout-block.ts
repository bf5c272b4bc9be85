import type { Segment } from "./segments.ts";
import type { Extent } from "./table-columns.ts";

/** Cells on one baseline from left to right. */
export interface Row {
  cells: Segment[];
  base: number;
  size: number;
}

/** A row of a table with all the lines of its cells. */
export interface LogicalRow {
  cells: LogicalCell[];
  lastBase: number;
  size: number;
}

export interface LogicalCell extends Extent {
  lines: Segment[];
}

/** A cell with its lines of text. A cell merged over several rows has the same lines in each. */
export interface LayoutCell {
  lines: Segment[];
  column: number;
  columns: number;
}

/** A paragraph, heading, list item or table row of one page, as lines in reading order. */
export interface LayoutBlock {
  kind: "text" | "row" | "running";
  /** The lines of text; for a row, those of all its cells. */
  lines: Segment[];
  /** Rows only: the lines of each cell. */
  cells?: Segment[][];
  /** Rows only: the cells with their columns, from left to right; also merged cells that begin in a row above. */
  places?: LayoutCell[];
  /** Rows only: index of the table in the document, and whether this is a heading row. */
  table?: number;
  header?: boolean;
  /** Text only: begins with a bullet or number. */
  marked?: boolean;
}

/** A table row of the cells that begin in it; `places` also has those merged with a row above. */
export function rowOf(own: LayoutCell[], header: boolean, places = own): LayoutBlock {
  const cells = own.map(({ lines }) => lines);
  return { kind: "row", lines: cells.flat(), cells, places, header };
}
