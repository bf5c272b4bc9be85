import { visibleText } from "../text-cleaning.ts";
import type { WordBlock } from "../word-block.ts";
import { readOptionalXml } from "./xml.ts";

/** The paragraphs of a diagram part, or the titles and category names of a chart part. */
export function readDrawingText(bytes: Uint8Array | null): WordBlock[] {
  const blocks: WordBlock[] = [];
  let paragraph = "";
  let isText = false;
  readOptionalXml(bytes, {
    open(name) {
      if (name === "a:p") paragraph = "";
      isText = name === "a:t";
    },
    close(name) {
      isText = false;
      if (name !== "a:p" || paragraph.trim() === "") return;
      blocks.push({ kind: "paragraph", text: paragraph, section: 0 });
      paragraph = "";
    },
    text(text) {
      if (isText) paragraph += visibleText(text);
    },
  });
  return blocks;
}
