import { sentenceCues } from "../../language/sentence-cues.ts";
import { sentences } from "../../language/sentences.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";

/** Characters [start, end) of a passage: a sentence, or a table row or heading line as a whole. */
export interface Sentence {
  start: number;
  end: number;
  /** Which line (block) of the passage it belongs to, 0-based. */
  line: number;
  kind: "prose" | "list_item" | "table_row" | "heading";
  /** Index of the heading above it within the passage. */
  heading: number | null;
  /** Index of the row with the column headings of a table row. */
  columns: number | null;
}

const bullet = /^(?:[•●▪◦‣∙·*o–—-]\s+|\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.)]\s+)/iu;

/** In UTF-16 code units; a longer line is a sentence without its full stop. */
const maxHeadingLength = 90;

/**
 * Splits a passage into sentences. Blocks are lines; a table row is one unit, whatever it holds. The first lines of
 * `sections` are headings.
 */
export function splitSentences(text: string, sections: RetrievedPassage["sections"] = []): Sentence[] {
  const found: Sentence[] = [];
  const lines = text.split("\n");
  const beginsSection = (start: number) => sections.some(({ at }) => at === start);
  let heading: number | null = null;
  let columns: number | null = null;
  let lineStart = 0;
  let line = 0;
  lines.forEach((content, at) => {
    const add = (start: number, end: number, kind: Sentence["kind"]) =>
      found.push({ start: lineStart + start, end: lineStart + end, line, kind, heading, columns });
    if (content.trim() !== "") {
      const start = content.search(/\S/u);
      const end = content.trimEnd().length;
      if (!content.includes(" | ")) columns = null;
      if (content.includes(" | ")) {
        add(start, end, "table_row");
        // A first row without figures has the column headings.
        if (columns === null && !/[0-9]/u.test(content)) columns = found.length - 1;
      } else if (beginsSection(lineStart) || isHeading(content, lines[at - 1], lines[at + 1])) {
        heading = null;
        add(start, end, "heading");
        heading = found.length - 1;
      } else {
        const kind = bullet.test(content.trimStart()) ? "list_item" : "prose";
        for (const sentence of sentences(content)) add(sentence.start, sentence.end, kind);
      }
      line++;
    }
    lineStart += content.length + 1;
  });
  return found;
}

const numbered = /^\(?[0-9]{1,3}[.)]\s/u;

/** A short line without final punctuation above running text or a table; a numbered one only outside a list. */
function isHeading(line: string, previous: string | undefined, next: string | undefined): boolean {
  const content = line.trim();
  const isAlone = ![previous, next].some((other) => numbered.test(other?.trim() ?? ""));
  if (
    next === undefined ||
    content.length > maxHeadingLength ||
    (bullet.test(content) && !(numbered.test(content) && isAlone)) ||
    /[.!:;,…]["'”»)]?$/u.test(content)
  )
    return false;
  return next.includes(" | ") || /[.!?:]["'”»)]?\s*$/u.test(next) || next.trim().length > maxHeadingLength;
}

/** Whether a sentence may not be understood without the one before it. */
export const dependsOnOthers = (sentence: string): boolean => dependent.test(sentence);

const dependent = new RegExp(
  String.raw`^(?:${sentenceCues("refers back")}|${sentenceCues("depends")})(?!\p{L})|(?<!\p{L})(?:${sentenceCues("refers")})(?!\p{L})`,
  "iu",
);
