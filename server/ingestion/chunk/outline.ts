import { textOf, type Block, type ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { sentences } from "../../language/sentences.ts";
import { tokenize } from "../../language/tokenize.ts";

/** The smallest piece, which is never split between chunks: a sentence, a table row, a heading. */
export interface Unit {
  block: Block;
  page: number;
  start: number;
  end: number;
  words: number;
  /** Table rows: the heading row of their table. List items: the lead-in of their list. */
  header: Unit | null;
}

/** The text from one heading to the next. */
export interface Section {
  headingPath: string[];
  /** The heading that the section begins with (the last of its path), if any. */
  heading: Unit | null;
  units: Unit[];
}

/** In UTF-16 code units. A longer heading is taken for a paragraph in bold. */
const maxHeadingLength = 200;

/**
 * The sections of a document with their units, in reading order. A unit has at most `maxWords` words; a
 * longer sentence or row (an index, a table cell as long as a page) is split between words.
 */
export function outline(document: ExtractedDocument, maxWords: number): Section[] {
  const sections: Section[] = [];
  let path: { level: number; text: string }[] = [];
  const headers = new Map<number, Unit>();
  let current: Section = { headingPath: [], heading: null, units: [] };
  let list: List | null = null;
  for (const block of withNotesBehindParagraphs(document.blocks)) {
    const text = textOf(document, block);
    if (text.trim() === "") continue;
    if (block.kind === "heading" && text.length <= maxHeadingLength) {
      sections.push(current);
      const level = block.level ?? 1;
      const title = { level, text: text.replace(/\s+/g, " ").trim() };
      path = [...path.filter((above) => above.level < level), title];
      const heading = toUnit(block, text, 0, text.length);
      current = { headingPath: path.map((step) => step.text), heading, units: [] };
      list = null;
      continue;
    }
    const units = unitsOf(block, text, maxWords, headers);
    list = continueList(list, block, text);
    const leadIn = list?.leadIn;
    current.units.push(
      ...(leadIn === undefined ? units : units.map((unit) => ({ ...unit, header: leadIn }))),
    );
    list = openList(block, text, units.at(-1)) ?? list;
  }
  sections.push(current);
  return keepBareHeadings(sections);
}

/** A list that is being read. */
interface List {
  leadIn: Unit;
  /** The kind of mark that its items begin with; null before the first one. */
  mark: string | null;
  /** A lead-in that is an item itself ("5.1 Not paid for:") is not that of the next item of its kind ("5.2"). */
  markOfLeadIn: string | null;
}

const kindsOfMarks: readonly (readonly [kind: string, mark: RegExp])[] = [
  ["bullet", /^[•●▪◦‣∙·*–—-]\s/u],
  ["clause", /^\(?\d+(?:\.\d+)+/u],
  ["number", /^\(?\d+[.)]/u],
  ["letter", /^\(?[a-z]{1,4}[.)]\s/iu],
];
const markOf = (text: string): string =>
  kindsOfMarks.find(([, mark]) => mark.test(text.trimStart()))?.[0] ?? "none";

/** The list after a further block: null if the block is none of its items. */
function continueList(list: List | null, { kind }: Block, text: string): List | null {
  if (list === null || kind !== "list_item") return null;
  const mark = markOf(text);
  const belongs = list.mark === null ? mark !== list.markOfLeadIn : mark === list.mark;
  return belongs ? { ...list, mark } : null;
}

/** A line that ends with a colon, or a short one that does not end, introduces the list that follows it, if any. */
const opensList = /:$|^(?:\S+\s+){0,14}[^\s.!?…]+$/u;

function openList({ kind }: Block, text: string, last: Unit | undefined): List | null {
  const isItem = kind === "list_item";
  if (last === undefined || (kind !== "paragraph" && !isItem) || !opensList.test(text.trim())) return null;
  if (isItem && !text.trimEnd().endsWith(":")) return null;
  return { leadIn: last, mark: null, markOfLeadIn: isItem ? markOf(text) : null };
}

/** Puts footnotes behind the rest of a paragraph that goes on below them, on the next page. */
function withNotesBehindParagraphs(blocks: readonly Block[]): Block[] {
  const ordered: Block[] = [];
  let notes: Block[] = [];
  for (const block of blocks) {
    if (block.kind === "header_footer") continue;
    if (block.kind === "footnote") {
      notes.push(block);
      continue;
    }
    if (block.continues === true) ordered.push(block, ...notes);
    else ordered.push(...notes, block);
    notes = [];
  }
  return [...ordered, ...notes];
}

function unitsOf(block: Block, text: string, maxWords: number, headers: Map<number, Unit>): Unit[] {
  if (block.kind !== "table_row") {
    return sentences(text).flatMap(({ start, end }) => cut(toUnit(block, text, start, end), text, maxWords));
  }
  const units = cut(toUnit(block, text, 0, text.length), text, maxWords);
  const first = units[0];
  if (block.table === undefined || first === undefined) return units;
  // A heading row as long as a page would fill every chunk of its table, so it is not repeated.
  if (block.tableHeader && first.words <= maxWords / 3 && !headers.has(block.table))
    headers.set(block.table, first);
  const header = headers.get(block.table) ?? null;
  return units.map((unit) => ({ ...unit, header: block.tableHeader ? null : header }));
}

function toUnit(block: Block, text: string, start: number, end: number): Unit {
  const words = countWords(text.slice(start, end));
  return { block, page: block.page, start: block.start + start, end: block.start + end, words, header: null };
}

/** In scripts without spaces, two bigrams count as one word. */
function countWords(text: string): number {
  let words = 0;
  for (const token of tokenize(text)) words += token.kind === "bigram" ? 0.5 : 1;
  return words;
}

function cut(unit: Unit, text: string, maxWords: number): Unit[] {
  if (unit.words <= maxWords) return [unit];
  const tokens = tokenize(text.slice(unit.start - unit.block.start, unit.end - unit.block.start));
  const pieces = Math.ceil(unit.words / maxWords);
  const size = Math.ceil(tokens.length / pieces);
  const result: Unit[] = [];
  let start = unit.start;
  for (let at = size; at < tokens.length; at += size) {
    const end = unit.start + (tokens[at]?.start ?? 0);
    result.push({ ...unit, start, end, words: unit.words / pieces });
    start = end;
  }
  result.push({ ...unit, start, words: unit.words / pieces });
  return result;
}

/** Turns a heading without any text or smaller heading below it into text, because it would be lost otherwise. */
function keepBareHeadings(sections: Section[]): Section[] {
  return sections.flatMap((section, index) => {
    if (section.units.length > 0) return [section];
    const next = sections[index + 1];
    const isParent = next !== undefined && next.headingPath.length > section.headingPath.length;
    if (section.heading === null || isParent) return [];
    return [
      { ...section, headingPath: section.headingPath.slice(0, -1), heading: null, units: [section.heading] },
    ];
  });
}
