import type { DocumentPage, TextBox } from "../../../contract/documents.ts";

/** Characters [start, end) of the text of a page. */
export interface TextRange {
  start: number;
  end: number;
}

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the quote stands on the page: at the given place if it is there, else where it is found. */
export function findQuote(page: DocumentPage, quote: string, range: TextRange): TextRange | null {
  if (page.text.slice(range.start, range.end) === quote) return range;
  const start = page.text.indexOf(quote);
  return start < 0 ? null : { start, end: start + quote.length };
}

/**
 * The rectangles that the range covers, in the units of the boxes. A box that is covered in part is cut
 * in proportion to its characters.
 */
export function rectanglesOf(boxes: readonly TextBox[], range: TextRange): Rectangle[] {
  return boxes.flatMap((box) => {
    const from = Math.max(box.start, range.start);
    const to = Math.min(box.end, range.end);
    if (from >= to) return [];
    const perCharacter = box.width / (box.end - box.start);
    return [
      {
        x: box.x + (from - box.start) * perCharacter,
        y: box.y,
        width: (to - from) * perCharacter,
        height: box.height,
      },
    ];
  });
}

export interface Piece {
  text: string;
  marked: boolean;
}

/** The blocks of a text (one a line), each in marked and unmarked pieces. */
export function markedBlocks(text: string, range: TextRange | null): Piece[][] {
  let offset = 0;
  return text.split("\n").map((block) => {
    const start = offset;
    offset += block.length + 1;
    if (!range) return [{ text: block, marked: false }];
    const from = Math.min(Math.max(range.start - start, 0), block.length);
    const to = Math.min(Math.max(range.end - start, 0), block.length);
    const pieces = [
      { text: block.slice(0, from), marked: false },
      { text: block.slice(from, to), marked: true },
      { text: block.slice(to), marked: false },
    ];
    return pieces.filter((piece) => piece.text !== "");
  });
}
