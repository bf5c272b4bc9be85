import type { Source } from "../../../contract/conversations.ts";
import type { DocumentPage, TextBox } from "../../../contract/documents.ts";

/** Characters [start, end) of a page's text. */
export type TextRange = Pick<TextBox, "start" | "end">;

/**
 * The position of a quote: the given range if the text matches there, else its first occurrence. A quote that may help
 * is shown without clause numbers, and perhaps after its lead-in: it is at the given range if most words there are its.
 * Null if it is not on the page.
 */
export function findQuote(page: DocumentPage, quote: string, range: TextRange): TextRange | null {
  const text = page.text.slice(range.start, range.end);
  if (text === quote) return range;
  const start = page.text.indexOf(quote);
  if (start >= 0) return { start, end: start + quote.length };
  const quoted = new Set(wordsOf(quote));
  const words = wordsOf(text);
  const found = words.filter((word) => quoted.has(word)).length;
  return words.length > 0 && found >= words.length * minShareOfWords ? range : null;
}

const minShareOfWords = 0.8;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A quote with its position according to the answer and, for a table row, the cells that answer the question. */
type Quote = Pick<Source, "quote" | "start" | "end" | "cells">;

/** The ranges to highlight: the whole quote, then its cells again, so that they stand out from their row. */
export function rangesOfQuote(page: DocumentPage, { quote, cells = [], ...range }: Quote): TextRange[] {
  const found = findQuote(page, quote, range);
  if (found === null) return [];
  const shift = found.start - range.start;
  return [found, ...cells.map(({ start, end }) => ({ start: start + shift, end: end + shift }))];
}

/**
 * The rectangles that cover a range of text, in the units of the boxes. A partly covered box is cut in proportion to
 * the number of its characters.
 */
export function rectanglesOf(boxes: readonly TextBox[], range: TextRange) {
  return boxes.flatMap((box) => {
    const from = Math.max(box.start, range.start);
    const to = Math.min(box.end, range.end);
    if (from >= to) return [];
    const perCharacter = box.width / (box.end - box.start);
    const x = box.x + (from - box.start) * perCharacter;
    return [{ x, y: box.y, width: (to - from) * perCharacter, height: box.height }];
  });
}

/** The lines of a text, each split into marked and unmarked pieces. Ranges may overlap. */
export function markedBlocks(text: string, ranges: readonly TextRange[]) {
  let offset = 0;
  return text.split("\n").map((block) => {
    const start = offset;
    offset += block.length + 1;
    return piecesOf(
      block,
      ranges.map((range) => ({ start: range.start - start, end: range.end - start })),
    );
  });
}

/** Splits a line wherever a range starts or ends. The ranges are relative to the line. */
function piecesOf(block: string, ranges: readonly TextRange[]): { text: string; marked: boolean }[] {
  const inside = (offset: number) => Math.min(Math.max(offset, 0), block.length);
  const edges = ranges.flatMap(({ start, end }) => [inside(start), inside(end)]);
  const ordered = [...new Set([0, block.length, ...edges])].toSorted((a, b) => a - b);
  return ordered.slice(1).map((end, index) => {
    const start = ordered[index] ?? 0;
    const marked = ranges.some((range) => range.start <= start && end <= range.end);
    return { text: block.slice(start, end), marked };
  });
}
