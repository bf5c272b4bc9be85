/** A horizontal extent in points. */
export interface Extent {
  u0: number;
  u1: number;
}

/** The extent from the leftmost to the rightmost of these. */
export const extentOf = (parts: readonly Extent[]): Extent => ({
  u0: Math.min(...parts.map(({ u0 }) => u0)),
  u1: Math.max(...parts.map(({ u1 }) => u1)),
});

/** Whether two extents overlap, as those of a cell and the cell above it. */
export const overlaps = (one: Extent, other: Extent): boolean => one.u0 < other.u1 && other.u0 < one.u1;

/** Whether a line of text is within the width of a table, apart from a few points. */
export const isWithinWidth = (table: Extent, { u0, u1 }: Extent): boolean =>
  u0 > table.u0 - 5 && u1 < table.u1 + 5;

/** A cell is in a column if it covers this share of its width, or this many points. */
const minShare = 0.3;
const minPoints = 6;

/**
 * The columns of a table without lines, from left to right. Starts with the cells of the rows that have most cells;
 * cells over several columns are ignored.
 */
export function findColumns(rows: readonly (readonly Extent[])[]): Extent[] {
  const columns: Extent[] = [];
  for (const row of rows.toSorted((a, b) => b.length - a.length)) {
    for (const cell of row) {
      const over = columns.filter((column) => overlaps(column, cell));
      const [only] = over;
      if (only === undefined) columns.push({ u0: cell.u0, u1: cell.u1 });
      else if (over.length === 1) widen(only, cell, columns);
    }
  }
  return columns.toSorted((a, b) => a.u0 - b.u0);
}

/** Widens a column by a cell, unless it would overlap another column. */
function widen(column: Extent, cell: Extent, columns: Extent[]): void {
  const wider = extentOf([column, cell]);
  if (columns.every((other) => other === column || !overlaps(other, wider))) Object.assign(column, wider);
}

/** The columns that a cell covers; if it covers none, the nearest. */
export function placeInColumns(columns: readonly Extent[], { u0, u1 }: Extent) {
  const covered = columns.flatMap((column, index) => {
    const overlap = Math.min(column.u1, u1) - Math.max(column.u0, u0);
    const isCovered =
      overlap > Math.min(minPoints, (u1 - u0) * 0.5) || overlap > (column.u1 - column.u0) * minShare;
    return overlap > 0 && isCovered ? [index] : [];
  });
  const first = covered[0];
  const last = covered.at(-1);
  if (first !== undefined && last !== undefined) return { column: first, columns: last - first + 1 };
  const distance = (column: Extent): number => Math.max(column.u0 - u1, u0 - column.u1);
  const distances = columns.map(distance);
  return { column: Math.max(0, distances.indexOf(Math.min(...distances))), columns: 1 };
}
