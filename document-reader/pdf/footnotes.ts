import type { BodyStyle } from "./headings.ts";
import type { PageBlock } from "./page-text.ts";

/** The mark that a footnote begins with: "¹ Held", "2) Only", "3. The", "* At". */
const noteStart = /^(?:([¹²³⁰⁴-⁹]+|[*†‡§])|(\d{1,3})(?:[\s)]|(?=\p{Lu})|(\.)\s))/u;

/**
 * Marks the footnotes of a page, after headings were marked: small print in the lower half that begins with a number or
 * sign, and the small print that follows it. "3." may also begin an item of a list, so its mark must be on the page.
 */
export function markFootnotes(blocks: PageBlock[], height: number, body: BodyStyle): void {
  let inNote = false;
  for (const [at, block] of blocks.entries()) {
    const { kind, lines } = block.layout;
    const small = kind === "text" && lines.every((line) => line.size <= body.size * 0.9);
    inNote = small && (lines[0]?.base ?? 0) > height * 0.5 && (inNote || startsNote(blocks, at));
    if (inNote && block.kind !== "heading") block.kind = "footnote";
  }
}

function startsNote(blocks: readonly PageBlock[], at: number): boolean {
  const start = noteStart.exec(blocks[at]?.text ?? "");
  return start !== null && (start[3] === undefined || indexOfMark(blocks, at) !== -1);
}

/** Puts each footnote behind the paragraph, list or table that has its mark, so that it is read in its section. */
export function withNotesBehindMarks(blocks: readonly PageBlock[]): PageBlock[] {
  const placed = blocks.filter(({ kind }) => kind !== "footnote");
  let body: PageBlock | undefined;
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== "footnote") {
      body = block;
      continue;
    }
    const before = blocks[at - 1];
    const isRest = before?.kind === "footnote" && !/[.!?]["”’)]?$/u.test(before.text);
    const above = blocks[indexOfMark(blocks, at)] ?? (isRest ? before : body);
    let behind = above === undefined ? 0 : placed.indexOf(above) + 1;
    while (goesOn(placed[behind - 1], placed[behind])) behind++;
    placed.splice(behind, 0, block);
  }
  return placed;
}

/** The index of the last block before a footnote that has its mark; -1 if none has. */
function indexOfMark(blocks: readonly PageBlock[], at: number): number {
  const [, sign, digits] = noteStart.exec(blocks[at]?.text ?? "") ?? [];
  const mark = digits ?? sign?.normalize("NFKD");
  if (mark === undefined) return -1;
  const inText = new RegExp(
    String.raw`(?<=[\p{L}.,;:)%”"’])${mark.replaceAll("*", String.raw`\*`)}(?=[\s.,;:)|]|$)`,
    "u",
  );
  return blocks.slice(0, at).findLastIndex(({ kind, text }) => {
    if (kind === "footnote" || kind === "header_footer") return false;
    return inText.test(text) || (/\d/u.test(mark) && raisedNumbers(text).includes(mark));
  });
}

const raisedNumbers = (text: string): string[] =>
  (text.match(/[¹²³⁰⁴-⁹]+/gu) ?? []).map((raised) => raised.normalize("NFKD"));

/** Whether a list, a table or the notes behind it go on with the next block. */
function goesOn(block: PageBlock | undefined, next: PageBlock | undefined): boolean {
  if (block === undefined || next === undefined) return false;
  if (next.kind === "footnote") return block.kind !== "header_footer";
  if (next.kind === "list_item") return block.kind === "list_item";
  return next.layout.table !== undefined && next.layout.table === block.layout.table;
}
