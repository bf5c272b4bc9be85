import type { Block } from "../extracted-document.ts";

/** Marks of page starts in a block's text: a break by the author, or one of Word's layout. */
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
  /** Whether all its text is bold; the size is in half points. Unstyled headings are recognised by these. */
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

/** The content of a Word file. */
export interface WordContent {
  blocks: WordBlock[];
  sections: WordSection[];
  /** Running heads and feet, each once. */
  headersAndFooters: WordBlock[];
  /** From a paragraph in the style of titles, and from the file's properties. */
  title: string | null;
  titleProperty: string | null;
  hasPictures: boolean;
}

/** More than any document of 10 MB has; a file beyond this is an attack on memory. */
export const maxCharacters = 20_000_000;
export const maxParagraphs = 500_000;
