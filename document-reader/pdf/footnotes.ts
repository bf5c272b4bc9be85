import type { BodyStyle } from "./headings.ts";
import type { PageBlock } from "./page-text.ts";

/**
 * Marks the footnotes among the blocks of a page, whose headings are known: small print in its lower part that begins
 * with a number or sign, and the lines that follow it in the same size.
 */
export function markFootnotes(blocks: PageBlock[], height: number, body: BodyStyle): void {
  let inNote = false;
  for (const block of blocks) {
    const { kind, lines } = block.layout;
    const small = kind === "text" && lines.every((line) => line.size <= body.size * 0.9);
    const starts = /^(?:[¹²³⁰⁴-⁹]|[*†‡§]|\d{1,3}[\s)\p{Lu}])/u.test(block.text);
    inNote = small && (lines[0]?.base ?? 0) > height * 0.5 && (starts || inNote);
    if (inNote && block.kind !== "heading") block.kind = "footnote";
  }
}
