import type { DocumentTable, GridCell, TableRow } from "../../../document-reader/tables/document-table.ts";
import type { CellValue } from "../../language/cell-value.ts";

/** A table whose cells have parsed values. */
export type TypedTable = Omit<DocumentTable, "rows"> & { rows: TypedRow[] };
export type TypedRow = Omit<TableRow, "cells"> & { cells: TypedCell[] };
export type TypedCell = GridCell & CellValue;

/** Encodes a table for the database, as JSON arrays instead of objects, since property names would be most of it. */
export const encodeTable = (table: TypedTable): string => JSON.stringify(toStoredTable(table));

const toStoredTable = ({ caption, headingPath, columns, rows }: TypedTable) =>
  [caption, headingPath, columns, rows.map(toStoredRow)] as const;

const toStoredRow = ({ page, start, end, section, cells, notes }: TypedRow) =>
  [page, start, end, section, cells.map(toStoredCell), notes] as const;

const toStoredCell = ({ column, columns, text, kind, low, high, unit, page, start }: TypedCell) =>
  [column, columns, text, kind, toStored(low), toStored(high), unit, page, start] as const;

/** Reads what `encodeTable` wrote. */
export function decodeTable(content: string): TypedTable {
  const [caption, headingPath, columns, rows] = JSON.parse(content) as ReturnType<typeof toStoredTable>;
  return { caption, headingPath, columns, rows: rows.map(fromStoredRow) };
}

function fromStoredRow([page, start, end, section, cells, notes]: ReturnType<typeof toStoredRow>): TypedRow {
  return { page, start, end, section, notes, cells: cells.map(fromStoredCell) };
}

function fromStoredCell(stored: ReturnType<typeof toStoredCell>): TypedCell {
  const [column, columns, text, kind, low, high, unit, page, start] = stored;
  const place = { page, start, end: start + text.length };
  return { column, columns, text, kind, low: fromStored(low), high: fromStored(high), unit, ...place };
}

/** JSON has neither NaN nor infinities, so null is NaN, and "-" and "+" are the infinities of open ranges. */
type StoredNumber = number | null | "-" | "+";

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
