import { Bytes } from "../../bytes.ts";
import { DocLists } from "./doc-lists.ts";
import { DocStyles, type DocStyle } from "./doc-styles.ts";
import type { Fib } from "./fib.ts";
import { OneByteText, readFonts, type Font } from "./fonts.ts";
import { FormattedPages } from "./formatted-pages.ts";
import {
  applyCharacterSprms,
  applyParagraphSprms,
  type CharacterFormat,
  type ParagraphFormat,
} from "./formats.ts";
import { PieceTable } from "./pieces.ts";

/** The tables of one document, and what they say about its characters and paragraphs. */
export class DocParts {
  readonly fib: Fib;
  readonly stream: Bytes;
  readonly tables: Bytes;
  readonly pieces: PieceTable;
  readonly lists: DocLists;
  readonly fonts: Font[];
  readonly oneByteText: OneByteText;
  /** Tables of the whole document so far. */
  tableCount = 0;
  /** Paragraphs read so far, in all stories. */
  paragraphCount = 0;
  hasPictures = false;
  readonly #data: Bytes;
  readonly #styles: DocStyles;
  readonly #paragraphs: FormattedPages;
  readonly #characters: FormattedPages;

  constructor(fib: Fib, stream: Bytes, tables: Bytes, data: Bytes) {
    this.fib = fib;
    this.stream = stream;
    this.tables = tables;
    this.#data = data;
    this.pieces = new PieceTable(stream, tables, fib);
    this.#styles = new DocStyles(tables, fib);
    this.lists = new DocLists(tables, fib);
    this.fonts = readFonts(tables, fib);
    this.oneByteText = new OneByteText(fib.language);
    this.#paragraphs = new FormattedPages(stream, tables, fib, "paragraph");
    this.#characters = new FormattedPages(stream, tables, fib, "character");
  }

  /** Formatting of the paragraph whose mark is at `position`. */
  paragraphAt(position: number): { style: DocStyle; format: ParagraphFormat } {
    const run = this.#paragraphs.at(this.pieces.offsetOf(position));
    const style = this.#styles.style(run.style);
    const format: ParagraphFormat = {};
    applyParagraphSprms(format, run.sprms, this.fib.generation);
    if (format.hugeOffset !== undefined) {
      const length = this.#data.u16(format.hugeOffset);
      applyParagraphSprms(format, this.#data.slice(format.hugeOffset + 2, length), this.fib.generation);
    }
    return { style, format };
  }

  /** Formatting of the character at a place of the stream, and where it ends. */
  charactersAt(offset: number, style: DocStyle): { format: CharacterFormat; end: number } {
    const run = this.#characters.at(offset);
    const direct: CharacterFormat = {};
    applyCharacterSprms(direct, run.sprms, this.fib.generation, style.character);
    const named = direct.style === undefined ? {} : this.#styles.style(direct.style).character;
    return { format: { ...style.character, ...named, ...direct }, end: run.end };
  }

  /** The positions that a table of the file has, up to the first that is not larger than the one before. */
  positions(name: Parameters<Fib["table"]>[0], entryBytes: number): { positions: number[]; entries: Bytes } {
    const { offset, length } = this.fib.table(name);
    const table = this.tables.slice(offset, length);
    const count = Math.max(0, Math.floor((table.length - 4) / (4 + entryBytes)));
    const positions: number[] = [];
    for (let index = 0; index <= count && table.length >= 4; index++) {
      const position = table.u32(index * 4);
      if (position < (positions.at(-1) ?? 0)) break;
      positions.push(position);
    }
    return { positions, entries: table.slice((count + 1) * 4, count * entryBytes) };
  }
}
