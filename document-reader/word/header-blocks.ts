import { oneLine } from "./text-cleaning.ts";
import type { WordBlock } from "./word-block.ts";

/** Running heads, each text once; without letters it was a page number or a rule. */
export function headerBlocks(blocks: WordBlock[]): WordBlock[] {
  const texts = new Set(blocks.map(({ text }) => oneLine(text)).filter((text) => /\p{L}{2}/u.test(text)));
  return [...texts].map((text) => ({ kind: "header_footer", text, section: 0 }));
}
