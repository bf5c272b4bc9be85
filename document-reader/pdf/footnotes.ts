import type { BodyStyle } from "./headings.ts";
import type { PageBlock } from "./page-text.ts";

/**
 * Marks the footnotes of a page, after headings were marked: small print in the lower half that begins with a number or
 * sign, and the small print that follows it.
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
