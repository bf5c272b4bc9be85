import type { BodyStyle } from "./headings.ts";
import type { LayoutBlock } from "./layout-block.ts";

/**
 * The footnotes among the blocks of a page: small print in its lower part that begins with a number or
 * sign, and the lines that follow it in the same size.
 */
export function findFootnotes(
  blocks: LayoutBlock[],
  height: number,
  textOf: (block: LayoutBlock) => string,
  body: BodyStyle,
): Set<LayoutBlock> {
  const footnotes = new Set<LayoutBlock>();
  let inNote = false;
  for (const block of blocks) {
    const line = block.lines[0];
    if (block.kind !== "text" || line === undefined) {
      inNote = false;
      continue;
    }
    const small = block.lines.every((l) => l.size <= body.size * 0.9);
    const starts = /^(?:[¹²³⁰⁴-⁹]|[*†‡§]|\d{1,3}[\s)\p{Lu}])/u.test(textOf(block));
    inNote = small && line.base > height * 0.5 && (starts || inNote);
    if (inNote) footnotes.add(block);
  }
  return footnotes;
}
