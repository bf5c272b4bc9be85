import type { LayoutBlock } from "./layout-block.ts";
import type { Segment } from "./segments.ts";
import { extentOf } from "./table-columns.ts";

/** Groups the lines of a region into paragraphs by spacing, indentation, style and how full the lines are. */
export function joinParagraphs(lines: Segment[]): LayoutBlock[] {
  const leading = usualLeading(lines);
  const paragraphs: Segment[][] = [];
  for (const [index, line] of lines.entries()) {
    const current = paragraphs.at(-1);
    if (current === undefined || startsParagraph(lines, index, current, leading)) paragraphs.push([line]);
    else current.push(line);
  }
  return paragraphs.map((own) => ({ kind: "text", lines: own, marked: own[0]?.marked ?? false }));
}

/** The usual distance between the baselines of a paragraph's lines, in font sizes. */
function usualLeading(lines: Segment[]): number {
  const distances = lines
    .slice(1)
    .flatMap((line, i) => {
      const { base, size } = lines[i] ?? line;
      return Math.abs(size - line.size) <= size * 0.08 ? [(line.base - base) / line.size] : [];
    })
    .filter((distance) => distance > 0.8 && distance < 2.2)
    .sort((a, b) => a - b);
  // The lower third rather than the median: short paragraphs have as many gaps between as within them.
  return distances[Math.floor(distances.length / 3)] ?? 1.25;
}

function startsParagraph(lines: Segment[], index: number, current: Segment[], leading: number): boolean {
  const line = lines[index];
  const previous = current.at(-1);
  const first = current[0];
  if (line === undefined || previous === undefined || first === undefined) return true;
  const size = Math.max(line.size, previous.size);
  if (Math.abs(line.size - previous.size) > size * 0.1) return true;
  const distance = line.base - previous.base;
  if (distance > size * Math.max(leading * 1.22, leading + 0.2) || distance < -size) return true;
  const { u0: left, u1: right } = extentOf(lines.slice(Math.max(0, index - 6), index + 7));
  if (changesWeight(previous, line, right)) return true;
  if (line.marked && !isReferenceInText(line, current, right)) return true;
  if (isCentred(previous, left, right) && isCentred(line, left, right)) return false;
  return isIndented(line, previous, first, current.length) || endsShort(previous, line, left, right);
}

/** Whether the weight changes between two lines that are not one sentence. */
function changesWeight(previous: Segment, line: Segment, right: number): boolean {
  if (previous.bold === line.bold || previous.bold === "some" || line.bold === "some") return false;
  const runsOn = right - previous.u1 < line.size * 4 && /^[\p{Ll}\d(]/u.test(line.words[0]?.text ?? "");
  return !runsOn;
}

/**
 * Whether the number at the start of a line belongs to a sentence, not to a list item: "… in terms of section" and
 * "7.01 of the Act" on the next line.
 */
function isReferenceInText(line: Segment, above: readonly Segment[], right: number): boolean {
  const [first, previous] = [above[0], above.at(-1)];
  if (first === undefined || previous === undefined) return false;
  const marker = line.words[0]?.text ?? "";
  const before = previous.words.at(-1)?.text ?? "";
  if (line.rtl || !/^[\d(]/.test(marker) || right - previous.u1 > line.size * 5) return false;
  if (/[.;:!?—–,]["”’)]?$/.test(before) || /^(?:and|or|und|oder|et|ou|en)$/i.test(before)) return false;
  // "Of" means "or" in Afrikaans, where an item of a list may end with it.
  if (first.marked && before === "of") return false;
  return line.u0 <= previous.u0 + line.size * 0.3 && previous.bold !== "all";
}

function isCentred(line: Segment, left: number, right: number): boolean {
  const before = line.u0 - left;
  const after = right - line.u1;
  return before > line.size && after > line.size && Math.abs(before - after) < line.size * 2;
}

function isIndented(line: Segment, previous: Segment, first: Segment, count: number): boolean {
  const limit = line.size * 0.8;
  const step = line.rtl ? previous.u1 - line.u1 : line.u0 - previous.u0;
  const hanging = count === 1 && first.marked;
  if (step > limit) return !hanging;
  if (step < -limit) return count > 1 || first.marked || -step > line.size * 5;
  return false;
}

/** Whether the next line's first word would have fitted on this line, so that the line was ended on purpose. */
function endsShort(previous: Segment, line: Segment, left: number, right: number): boolean {
  const remaining = line.rtl ? previous.u0 - left : right - previous.u1;
  const word = line.words[0];
  const wordWidth = word === undefined ? 0 : Math.min(word.u1 - word.u0, (right - left) * 0.5);
  const last = previous.words.at(-1)?.text ?? "";
  if (/\p{L}-$/u.test(last) && /^\p{Ll}/u.test(word?.text ?? "")) return false;
  const needed = wordWidth + line.size * 0.5;
  if (/[.!?:;。！？：؟۔]["”’)\]]?$/.test(last)) return remaining > needed;
  return remaining > needed + Math.max(line.size * 3, (right - left) * 0.2);
}
