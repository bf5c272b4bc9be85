import type { CellKind } from "../../language/cell-value.ts";

/** A table as typed rows. */
export interface TypedTable {
  caption: string | null;
  headingPath: string[];
  /** Every column's headings from the highest level down; "" where there is none. */
  columns: string[];
  rows: TypedRow[];
}

export interface TypedRow {
  /** Characters [start, end) of the page's text. */
  page: number;
  start: number;
  end: number;
  /** The heading within the table that it stands under. */
  section: string | null;
  cells: TypedCell[];
  /** Texts of the notes that its marks refer to. */
  notes: string[];
}

export interface TypedCell {
  column: number;
  columns: number;
  text: string;
  kind: CellKind;
  /** A number or range; NaN where there is none. Open ends are infinite. */
  low: number;
  high: number;
  unit: string;
  page: number;
  start: number;
  end: number;
}

/** JSON has neither NaN nor infinity: null is NaN, and the ends of a range are words. */
type StoredNumber = number | null | "-" | "+";
type StoredCell = [
  column: number,
  columns: number,
  text: string,
  kind: CellKind,
  low: StoredNumber,
  high: StoredNumber,
  unit: string,
  page: number,
  start: number,
];
type StoredRow = [
  page: number,
  start: number,
  end: number,
  section: string | null,
  cells: StoredCell[],
  notes: string[],
];
type StoredTable = [caption: string | null, headingPath: string[], columns: string[], rows: StoredRow[]];

/** A table as the database keeps it: arrays, since names would be most of it. */
export function encodeTable({ caption, headingPath, columns, rows }: TypedTable): string {
  const stored: StoredTable = [
    caption,
    headingPath,
    columns,
    rows.map((row) => [
      row.page,
      row.start,
      row.end,
      row.section,
      row.cells.map((cell) => [
        cell.column,
        cell.columns,
        cell.text,
        cell.kind,
        toStored(cell.low),
        toStored(cell.high),
        cell.unit,
        cell.page,
        cell.start,
      ]),
      row.notes,
    ]),
  ];
  return JSON.stringify(stored);
}

/** Reads what `encodeTable` wrote. */
export function decodeTable(content: string): TypedTable {
  const [caption, headingPath, columns, rows] = JSON.parse(content) as StoredTable;
  return {
    caption,
    headingPath,
    columns,
    rows: rows.map(([page, start, end, section, cells, notes]) => ({
      page,
      start,
      end,
      section,
      notes,
      cells: cells.map(([column, width, text, kind, low, high, unit, cellPage, cellStart]) => ({
        column,
        columns: width,
        text,
        kind,
        low: fromStored(low),
        high: fromStored(high),
        unit,
        page: cellPage,
        start: cellStart,
        end: cellStart + text.length,
      })),
    })),
  };
}

function toStored(value: number): StoredNumber {
  if (Number.isNaN(value)) return null;
  if (Number.isFinite(value)) return value;
  return value > 0 ? "+" : "-";
}

function fromStored(value: StoredNumber): number {
  if (value === null) return Number.NaN;
  if (typeof value === "number") return value;
  return value === "+" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
