import { sentences } from "../language/sentences.ts";

/** Characters [start, end) of a passage: a sentence, or a table row or heading line as a whole. */
export interface Sentence {
  start: number;
  end: number;
  /** Which line (block) of the passage it belongs to, 0-based. */
  line: number;
  kind: "prose" | "list_item" | "table_row";
}

const bullet = /^(?:[•●▪◦‣∙·*o–—-]\s+|\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.)]\s+)/iu;

/** Splits a passage into sentences. Blocks are lines; a table row is one unit, whatever it holds. */
export function splitSentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let line = 0;
  let lineStart = 0;
  for (const content of text.split("\n")) {
    if (content.trim() !== "") {
      if (content.includes(" | ")) {
        const start = lineStart + content.search(/\S/);
        found.push({ start, end: lineStart + content.trimEnd().length, line, kind: "table_row" });
      } else {
        const kind = bullet.test(content.trimStart()) ? "list_item" : "prose";
        for (const { start, end } of sentences(content)) {
          found.push({ start: lineStart + start, end: lineStart + end, line, kind });
        }
      }
      line++;
    }
    lineStart += content.length + 1;
  }
  return found;
}
