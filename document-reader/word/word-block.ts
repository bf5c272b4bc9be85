import type { Block } from "../extracted-document.ts";

/** Marks in a block's text where a new page starts: asked for by its writer, or seen by Word when it laid it out. */
export const pageBreak = "\f";
export const renderedPageBreak = "\v";

/** A cell of a row. */
export interface WordRowCell {
  column: number;
  columns: number;
  /** Characters of the row's text on one line; null where it is a merged cell whose text stands above. */
  place: { start: number; end: number } | null;
}

/** A paragraph or table row before it is laid on pages. */
export interface WordBlock {
  kind: Block["kind"];
  /** With page marks; white space is not settled yet. */
  text: string;
  level?: number;
  table?: number;
  tableHeader?: boolean;
  /** Table rows: the cells with text, in order. */
  cells?: WordRowCell[];
  /** Footnotes to be put at the end of the page that this stands on. */
  notes?: WordBlock[];
  /** Which section of the document, 0-based. */
  section: number;
  /** All its text is bold. Size is in half points. What unstyled headings are told by. */
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
  /** Running heads and feet, each once. */
  headersAndFooters: WordBlock[];
  title: string | null;
}

/** More than any document of 10 MB holds: beyond them a file is only after our memory. */
export const maxCharacters = 20_000_000;
export const maxParagraphs = 500_000;
