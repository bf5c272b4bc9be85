import type { Block, ExtractedDocument, ExtractedPage, TableCell } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { oneLine } from "./text-cleaning.ts";
import {
  defaultSection,
  maxCharacters,
  pageBreak,
  renderedPageBreak,
  type WordBlock,
  type WordContent,
  type WordRowCell,
  type WordSection,
} from "./word-block.ts";

/** Estimated characters per A4 page, for files without page break marks. */
const estimatedPageCharacters = 3_000;
/** No real page has more characters; if one does, the file's page break marks are out of date. */
const maxPageCharacters = 15_000;
const maxPages = 20_000;

/**
 * Splits blocks into pages at the page breaks of the file. If Word has left no marks of where its own layout broke
 * pages, a page also ends about every 3,000 characters, between blocks.
 */
export function layOut(content: WordContent): Pick<ExtractedDocument, "pages" | "blocks"> {
  const rendered = content.blocks.some(({ text }) => text.includes(renderedPageBreak));
  const builder = new PageBuilder(content.sections, rendered ? maxPageCharacters : estimatedPageCharacters);
  for (const block of content.blocks) builder.put(block);
  builder.putHeadersAndFooters(content.headersAndFooters);
  return builder.finish();
}

interface Page {
  /** 1-based. */
  page: number;
  section: WordSection;
  text: string;
  blocks: Block[];
}

class PageBuilder {
  readonly #sections: WordSection[];
  readonly #pageCharacters: number;
  readonly #pages: Page[] = [];
  #page: Page;
  #notes: WordBlock[] = [];
  #noteCharacters = 0;
  /** The last cell with text in each column of the current table. */
  readonly #cellsAbove = new Map<number, TableCell>();
  #table = -1;
  #section = 0;
  #characters = 0;
  /** If so, Word's own mark of the same break is ignored. */
  #lastBreakWasExplicit = false;
  /** The kind and the table of the last block. */
  #last: Pick<WordBlock, "kind" | "table"> | undefined;

  constructor(sections: WordSection[], pageCharacters: number) {
    this.#sections = sections;
    this.#pageCharacters = pageCharacters;
    this.#page = this.#addPage(sections[0] ?? defaultSection);
  }

  put(block: WordBlock): void {
    if (block.section > this.#section) {
      this.#section = block.section;
      if (this.#sections[block.section]?.startsPage ?? true) this.#break(pageBreak);
    }
    const { kind, table } = block;
    const goesOn =
      kind === "list_item" ? this.#last?.kind === kind : table !== undefined && table === this.#last?.table;
    if (!goesOn) this.#finishNotes();
    this.#last = block;
    let continues = false;
    for (const piece of block.text.split(/([\f\v])/u)) {
      if (piece === pageBreak || piece === renderedPageBreak) {
        this.#break(piece);
        continue;
      }
      const text = oneLine(piece);
      if (text === "" || isFiller(block, text)) continue;
      this.#lastBreakWasExplicit = false;
      this.#putText(block, text, continues);
      continues = true;
    }
    // Notes come behind their paragraph, list or table.
    for (const note of block.notes ?? []) {
      this.#notes.push(note);
      this.#noteCharacters += note.text.length;
    }
  }

  /** Headers and footers are repeated on every page; adds them once, at the end of the first page. */
  putHeadersAndFooters(blocks: WordBlock[]): void {
    this.#finishNotes();
    this.#page = this.#pages[0] ?? this.#page;
    this.#emitWhole(blocks);
  }

  finish(): Pick<ExtractedDocument, "pages" | "blocks"> {
    while (this.#pages.length > 1 && this.#pages.at(-1)?.blocks.length === 0) this.#pages.pop();
    const pages = this.#pages.map(({ section: { width, height }, page, text }): ExtractedPage => {
      return { page, width, height, text, boxes: [] };
    });
    return { pages, blocks: this.#pages.flatMap((page) => page.blocks) };
  }

  #break(mark: string): void {
    const isSameBreak = mark === renderedPageBreak && this.#lastBreakWasExplicit;
    this.#lastBreakWasExplicit = mark === pageBreak;
    if (!isSameBreak) this.#newPage();
  }

  #newPage(): void {
    this.#finishNotes();
    if (this.#pages.length >= maxPages) return;
    this.#page = this.#addPage(this.#sections[this.#section] ?? this.#page.section);
  }

  #addPage(section: WordSection): Page {
    const page = { page: this.#pages.length + 1, section, text: "", blocks: [] };
    this.#pages.push(page);
    return page;
  }

  #putText(block: WordBlock, text: string, continued: boolean): void {
    const size = this.#pageCharacters;
    const filled = this.#page.text.length + this.#noteCharacters;
    const isHeadingAtBottom = block.kind === "heading" && filled > size * 0.85;
    const overflows = filled + text.length > size * 1.25 && filled > size * 0.5;
    if (filled >= size || isHeadingAtBottom || overflows) this.#newPage();
    let rest = text;
    let continues = continued;
    while (rest.length > size * 1.5) {
      const cut = lastPause(rest, size);
      this.#emit(block, rest.slice(0, cut).trimEnd(), continues);
      rest = rest.slice(cut).trimStart();
      continues = true;
      this.#newPage();
    }
    if (rest !== "") this.#emit(block, rest, continues);
  }

  #emit({ kind, level, table, tableHeader, cells }: WordBlock, text: string, continues: boolean): void {
    this.#characters += text.length;
    if (this.#characters > maxCharacters) throw new ExtractionError("too_large");
    const page = this.#page;
    if (page.text !== "") page.text += "\n";
    const start = page.text.length;
    page.text += text;
    const isWhole = !continues && (cells?.at(-1)?.span?.end ?? 0) <= text.length;
    page.blocks.push({
      kind,
      page: page.page,
      start,
      end: page.text.length,
      ...(level === undefined ? {} : { level }),
      ...(continues ? { continues } : {}),
      ...(table === undefined ? {} : { table }),
      ...(tableHeader === true ? { tableHeader } : {}),
      ...(cells === undefined || !isWhole ? {} : { cells: this.#placeCells(cells, table ?? 0, start) }),
    });
  }

  /** Adds the page position of each cell's text; for a merged cell, that is in the row where it begins. */
  #placeCells(cells: WordRowCell[], table: number, start: number): TableCell[] {
    if (table !== this.#table) this.#cellsAbove.clear();
    this.#table = table;
    return cells.flatMap(({ column, columns, span }) => {
      const above = this.#cellsAbove.get(column);
      if (span === null) return above === undefined ? [] : [above];
      const { page } = this.#page;
      const cell = { column, columns, page, start: start + span.start, end: start + span.end };
      this.#cellsAbove.set(column, cell);
      return [cell];
    });
  }

  #finishNotes(): void {
    const notes = this.#notes;
    this.#notes = [];
    this.#noteCharacters = 0;
    this.#emitWhole(notes);
  }

  #emitWhole(blocks: WordBlock[]): void {
    for (const block of blocks) {
      const text = oneLine(block.text);
      if (text !== "") this.#emit(block, text, false);
    }
  }
}

/** Whether the text is only a blank line to fill in, tick boxes or a separator line. */
function isFiller({ kind }: WordBlock, text: string): boolean {
  return (kind === "paragraph" || kind === "list_item") && /^[\s_.…·•*=~☐|–—-]+$/u.test(text);
}

/** Where to cut the text before `limit`: after its last sentence, else its last word, else at `limit`. */
function lastPause(text: string, limit: number): number {
  const head = text.slice(0, limit);
  const sentence = Math.max(head.lastIndexOf(". "), head.lastIndexOf("。"), head.lastIndexOf("? "));
  if (sentence > limit / 2) return sentence + 1;
  const word = head.lastIndexOf(" ");
  if (word > limit / 2) return word;
  // Never between the two surrogates of a character.
  return /[\ud800-\udbff]$/.test(head) ? limit - 1 : limit;
}
