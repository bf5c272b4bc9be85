import type { Bytes } from "../../bytes.ts";
import { listNumbering } from "./doc-lists.ts";
import { stylesOf, type DocStyle } from "./doc-styles.ts";
import type { Fib, TableName } from "./fib.ts";
import { oneByteDecoder, readFonts } from "./fonts.ts";
import { formattingOf } from "./formatted-pages.ts";
import {
  applyCharacterSprms,
  applyParagraphSprms,
  type CharacterFormat,
  type ParagraphFormat,
} from "./formats.ts";
import { PieceTable } from "./pieces.ts";

export type DocParts = ReturnType<typeof readDocParts>;

/** The parsed tables of one document, for looking up the formatting of its characters and paragraphs. */
export function readDocParts(fib: Fib, stream: Bytes, tables: Bytes, data: Bytes) {
  const pieces = new PieceTable(stream, tables, fib);
  const styleOf = stylesOf(tables, fib);
  const paragraphRun = formattingOf(stream, tables, fib, "paragraph");
  const characterRun = formattingOf(stream, tables, fib, "character");
  return {
    fib,
    stream,
    pieces,
    /** Returns the number or bullet of the next item of a list. */
    nextInList: listNumbering(tables, fib),
    fonts: readFonts(tables, fib),
    decode: oneByteDecoder(fib.language),
    /** Tables read so far, in all stories. */
    tableCount: 0,
    /** Paragraphs read so far, in all stories. */
    paragraphCount: 0,
    hasPictures: false,

    /** The formatting of the paragraph whose mark is at `position`. */
    paragraphAt(position: number): { style: DocStyle; format: ParagraphFormat } {
      const run = paragraphRun(pieces.offsetOf(position));
      const style = styleOf(run.style);
      const format: ParagraphFormat = {};
      applyParagraphSprms(format, run.sprms, fib.generation);
      if (format.hugeOffset !== undefined) {
        const length = data.u16(format.hugeOffset);
        applyParagraphSprms(format, data.slice(format.hugeOffset + 2, length), fib.generation);
      }
      return { style, format };
    },

    /** The formatting of the character at an offset of the stream, and the offset where that formatting ends. */
    charactersAt(offset: number, style: DocStyle): { format: CharacterFormat; end: number } {
      const run = characterRun(offset);
      const direct: CharacterFormat = {};
      applyCharacterSprms(direct, run.sprms, fib.generation, style.character);
      const named = direct.style === undefined ? {} : styleOf(direct.style).character;
      return { format: { ...style.character, ...named, ...direct }, end: run.end };
    },

    /** The positions and entries of a table (a "PLC"). Positions never decrease; a damaged table is cut where they do. */
    positions(name: TableName, entryBytes: number): { positions: number[]; entries: Bytes } {
      const { offset, length } = fib.table(name);
      const table = tables.slice(offset, length);
      const count = Math.max(0, Math.floor((table.length - 4) / (4 + entryBytes)));
      const positions: number[] = [];
      for (let index = 0; index <= count && table.length >= 4; index++) {
        const position = table.u32(index * 4);
        if (position < (positions.at(-1) ?? 0)) break;
        positions.push(position);
      }
      return { positions, entries: table.slice((count + 1) * 4, count * entryBytes) };
    },
  };
}
