import { Bytes } from "../../bytes.ts";
import { listNumbering } from "./doc-lists.ts";
import { stylesOf, type DocStyle } from "./doc-styles.ts";
import type { Fib } from "./fib.ts";
import { oneByteDecoder, readFonts, type Font } from "./fonts.ts";
import { formattingOf } from "./formatted-pages.ts";
import {
  applyCharacterSprms,
  applyParagraphSprms,
  type CharacterFormat,
  type ParagraphFormat,
} from "./formats.ts";
import { PieceTable } from "./pieces.ts";

/** The parsed tables of one document, for looking up the formatting of its characters and paragraphs. */
export class DocParts {
  readonly fib: Fib;
  readonly stream: Bytes;
  readonly tables: Bytes;
  readonly pieces: PieceTable;
  /** Returns the number or bullet of the next item of a list. */
  readonly nextInList: ReturnType<typeof listNumbering>;
  readonly fonts: Font[];
  readonly decode: ReturnType<typeof oneByteDecoder>;
  /** Tables read so far, in all stories. */
  tableCount = 0;
  /** Paragraphs read so far, in all stories. */
  paragraphCount = 0;
  hasPictures = false;
  readonly #data: Bytes;
  readonly #style: ReturnType<typeof stylesOf>;
  readonly #paragraph: ReturnType<typeof formattingOf>;
  readonly #character: ReturnType<typeof formattingOf>;

  constructor(fib: Fib, stream: Bytes, tables: Bytes, data: Bytes) {
    this.fib = fib;
    this.stream = stream;
    this.tables = tables;
    this.#data = data;
    this.pieces = new PieceTable(stream, tables, fib);
    this.#style = stylesOf(tables, fib);
    this.nextInList = listNumbering(tables, fib);
    this.fonts = readFonts(tables, fib);
    this.decode = oneByteDecoder(fib.language);
    this.#paragraph = formattingOf(stream, tables, fib, "paragraph");
    this.#character = formattingOf(stream, tables, fib, "character");
  }

  /** The formatting of the paragraph whose mark is at `position`. */
  paragraphAt(position: number): { style: DocStyle; format: ParagraphFormat } {
    const run = this.#paragraph(this.pieces.offsetOf(position));
    const style = this.#style(run.style);
    const format: ParagraphFormat = {};
    applyParagraphSprms(format, run.sprms, this.fib.generation);
    if (format.hugeOffset !== undefined) {
      const length = this.#data.u16(format.hugeOffset);
      applyParagraphSprms(format, this.#data.slice(format.hugeOffset + 2, length), this.fib.generation);
    }
    return { style, format };
  }

  /** The formatting of the character at an offset of the stream, and the offset where that formatting ends. */
  charactersAt(offset: number, style: DocStyle): { format: CharacterFormat; end: number } {
    const run = this.#character(offset);
    const direct: CharacterFormat = {};
    applyCharacterSprms(direct, run.sprms, this.fib.generation, style.character);
    const named = direct.style === undefined ? {} : this.#style(direct.style).character;
    return { format: { ...style.character, ...named, ...direct }, end: run.end };
  }

  /** The positions and entries of a table (a "PLC"). Positions never decrease; a damaged table is cut where they do. */
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
