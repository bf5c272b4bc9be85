import type { Block } from "../extracted-document.ts";

/** Marks in a block's text for a page break: one set by the author, and one recorded when Word laid out the file. */
export const pageBreak = "\f";
export const renderedPageBreak = "\v";

export interface WordRowCell {
  column: number;
  columns: number;
  /** Characters [start, end) of the row's text on one line; null for the rest of a merged cell with its text above. */
  span: { start: number; end: number } | null;
}

/** A paragraph or table row before the text is split into pages. */
export interface WordBlock {
  kind: Block["kind"];
  /** With page break marks; white space is not normalized yet. */
  text: string;
  level?: number;
  table?: number;
  tableHeader?: boolean;
  /** Table rows: the cells with text, in order. */
  cells?: WordRowCell[];
  /** Footnotes to put at the end of the page that this block is on. */
  notes?: WordBlock[];
  /** Index of the section of the document, 0-based. */
  section: number;
  /** Whether (almost) all text is bold, and its size in half points; used to recognize unstyled headings. */
  bold?: boolean;
  size?: number;
  centred?: boolean;
}

export interface WordSection {
  startsPage: boolean;
  /** In points. */
  width: number;
  height: number;
}

/** A4 */
export const defaultSection: WordSection = { startsPage: true, width: 595.3, height: 841.9 };

export interface WordContent {
  blocks: WordBlock[];
  sections: WordSection[];
  /** Each text once. */
  headersAndFooters: WordBlock[];
  /** From a paragraph with the title style, and from the file's properties. */
  title: string | null;
  titleProperty: string | null;
  hasPictures: boolean;
}

/** No document of 10 MB has more; a file beyond this is an attack on memory. */
export const maxCharacters = 20_000_000;
export const maxParagraphs = 500_000;
