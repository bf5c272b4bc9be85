import type { Row } from "./layout-block.ts";
import { groupIntoRows, type Segment } from "./segments.ts";
import { findColumns, overlaps, type Extent } from "./table-columns.ts";

/** Lines of a table are no further apart than this, in font sizes. */
const maxSpacing = 3.2;
/** A cell begins this close to the left edge of its column, in font sizes. */
const tolerance = 0.3;

/**
 * The lines at the top of a page that continue the table without lines at the end of the previous page, and the rest.
 * They begin at the edges of that table's columns, so that they are not read as columns of text: "New PIN" beside "Free".
 */
export function takeContinuedRows(segments: Segment[], before: readonly Row[]) {
  const columns = findColumns(before.map(({ cells }) => cells));
  const size = before[0]?.size ?? 0;
  const lines = groupIntoRows(segments);
  const begins = (line: readonly Segment[]): boolean =>
    columns.filter((column) => line.some((segment) => beginsAt(column, segment))).length > 1;
  let end = 0;
  for (let at = 0; columns.length > 1 && at < lines.length; at++) {
    const line = lines[at] ?? [];
    const spacing = baseOf(line) - baseOf(lines[at - 1] ?? line);
    const isLike = line.every((segment) => Math.abs(segment.size - size) < size * 0.1);
    if (!isLike || spacing > size * maxSpacing || !line.every((segment) => isInColumns(segment, columns)))
      break;
    if (begins(line)) end = at + 1;
    else if (end === 0) break;
    // The rest of a cell.
    else if (end === at && spacing < size * maxLeading) end = at + 1;
  }
  const continued = new Set(lines.slice(0, end).flat());
  return { continued: [...continued], rest: segments.filter((segment) => !continued.has(segment)) };
}

const maxLeading = 1.4;

const baseOf = ([first]: readonly Segment[]): number => first?.base ?? 0;

/** Whether a word of a segment is at the left edge of a column. */
const beginsAt = ({ u0 }: Extent, { words, size }: Segment): boolean =>
  words.some((word) => Math.abs(word.u0 - u0) < size * tolerance);

/** Whether a segment begins with a column, and has a word at the beginning of each column that it reaches. */
function isInColumns(segment: Segment, columns: readonly Extent[]): boolean {
  const reached = columns.filter((column) => overlaps(column, segment));
  const [first] = reached;
  if (first === undefined || Math.abs(first.u0 - segment.u0) > segment.size * tolerance) return false;
  return reached.every((column) => beginsAt(column, segment));
}
