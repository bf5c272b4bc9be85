import { oneLine } from "./text-cleaning.ts";
import type { WordBlock } from "./word-block.ts";

/** Headers and footers, each text once. Those without letters are page numbers or lines and are dropped. */
export function headerBlocks(blocks: WordBlock[]): WordBlock[] {
  const texts = new Set(blocks.map(({ text }) => oneLine(text)).filter((text) => /\p{L}{2}/u.test(text)));
  return [...texts].map((text) => ({ kind: "header_footer", text, section: 0 }));
}
