import { TextDecoder } from "node:util";
import { Bytes } from "../../bytes.ts";
import { listNumbering } from "./doc-lists.ts";
import type { Fib, TableName } from "./fib.ts";
import { formattingOf, PieceTable } from "./formatted-pages.ts";
import {
  applyCharacterSprms,
  applyParagraphSprms,
  type CharacterFormat,
  type ParagraphFormat,
} from "./formats.ts";
import { headingLevelOfStyleName, isTitleStyleName, levelOfStyle } from "../heading-styles.ts";

export interface DocStyle {
  /** 1 to 9 for headings, whatever the language of their style names. */
  headingLevel: number | null;
  isTitle: boolean;
  paragraph: ParagraphFormat;
  character: CharacterFormat;
}

type StoredStyle = ReturnType<typeof readStyle>;

const noStyle = 0x0fff;
const titleStyle = 62;
export const plainStyle: DocStyle = { headingLevel: null, isTitle: false, paragraph: {}, character: {} };

/** The styles of a document by index (MS-DOC 2.9.271), with inheritance resolved. */
function readStyles(fib: Fib): DocStyle[] {
  const stored = readStoredStyles(fib.table("styles"), fib.generation);
  return stored.map((_, index) => resolve(stored, index, fib.generation));
}

function resolve(sheet: (StoredStyle | null)[], index: number, generation: Fib["generation"]): DocStyle {
  const chain: StoredStyle[] = [];
  for (let at = index; at !== noStyle && chain.length < 20;) {
    const stored = sheet[at];
    if (stored === undefined || stored === null) break;
    chain.push(stored);
    at = stored.base;
  }
  const own = chain[0];
  if (own === undefined) return plainStyle;
  const paragraph: ParagraphFormat = {};
  const character: CharacterFormat = {};
  for (const { kind, groups } of chain.toReversed()) {
    // A paragraph style (kind 1) has a group for paragraph formatting, then one for character formatting.
    const [first, second] = kind === 1 ? groups : [undefined, groups[0]];
    if (first !== undefined) applyParagraphSprms(paragraph, first.slice(2, first.length), generation);
    if (second !== undefined) applyCharacterSprms(character, second, generation);
  }
  const headingLevel = levelOfStyle(paragraph, chain.map(levelByName));
  const isTitle = own.builtIn === titleStyle || isTitleStyleName(own.name);
  return { headingLevel, isTitle, paragraph, character };
}

function readStoredStyles(sheet: Bytes, generation: Fib["generation"]): (StoredStyle | null)[] {
  const headerBytes = sheet.u16(0);
  const count = Math.min(sheet.u16(2), 4_095);
  const baseBytes = sheet.u16(4);
  const styles: (StoredStyle | null)[] = [];
  let at = 2 + headerBytes;
  for (let index = 0; index < count && at < sheet.length; index++) {
    const length = sheet.u16(at);
    styles.push(length === 0 ? null : readStyle(sheet.slice(at + 2, length), baseBytes, generation));
    at += 2 + length;
  }
  return styles;
}

function readStyle(bytes: Bytes, baseBytes: number, generation: Fib["generation"]) {
  const wide = generation === 8;
  const nameLength = wide ? bytes.u16(baseBytes) : bytes.u8(baseBytes);
  const name = wide ? bytes.utf16(baseBytes + 2, nameLength) : bytes.latin1(baseBytes + 1, nameLength);
  let at = baseBytes + (wide ? 4 + nameLength * 2 : 2 + nameLength);
  const groups: Bytes[] = [];
  const groupCount = bytes.u16(4) & 0xf;
  for (let index = 0; index < groupCount && at < bytes.length; index++) {
    at += at % 2;
    const length = bytes.u16(at);
    groups.push(bytes.slice(at + 2, length));
    at += 2 + length;
  }
  return {
    /** Id of a built-in style: 1 to 9 are headings, 62 is the title. */
    builtIn: bytes.u16(0) & 0x0fff,
    kind: bytes.u16(2) & 0xf,
    base: bytes.u16(2) >> 4,
    name: name.slice(0, 100),
    /** Groups of property modifications, in stored order. */
    groups,
  };
}

const levelByName = ({ builtIn, name }: StoredStyle): number | null =>
  builtIn >= 1 && builtIn <= 9 ? builtIn : headingLevelOfStyleName(name);

export type DocParts = ReturnType<typeof readDocParts>;

/** The parsed tables of one document, for looking up the formatting of its characters and paragraphs. */
export function readDocParts(fib: Fib, data: Bytes) {
  const pieces = new PieceTable(fib);
  const styles = readStyles(fib);
  const paragraphRun = formattingOf(fib, "paragraph");
  const characterRun = formattingOf(fib, "character");
  return {
    fib,
    pieces,
    /** Returns the number or bullet of the next item of a list. */
    nextInList: listNumbering(fib),
    fonts: readFonts(fib),
    decode: oneByteDecoder(fib.language),
    /** Tables read so far, in all stories. */
    tableCount: 0,
    /** Paragraphs read so far, in all stories. */
    paragraphCount: 0,
    hasPictures: false,

    /** The formatting of the paragraph whose mark is at `position`. */
    paragraphAt(position: number): { style: DocStyle; format: ParagraphFormat } {
      const run = paragraphRun(pieces.offsetOf(position));
      const style = styles[run.style] ?? plainStyle;
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
      const named = direct.style === undefined ? {} : styles[direct.style]?.character;
      return { format: { ...style.character, ...named, ...direct }, end: run.end };
    },

    /**
     * The entries of a table (a "PLC"), each for the positions [start, end) and stored at `at` in the stream of tables.
     * Positions never decrease; a damaged table is cut where they do.
     */
    entries(name: TableName, entryBytes: number): { start: number; end: number; at: number }[] {
      const table = fib.table(name);
      const count = Math.max(0, Math.floor((table.length - 4) / (4 + entryBytes)));
      const first = fib.locate(name).offset + (count + 1) * 4;
      const entries = Array.from({ length: count }, (_, index) => ({
        start: table.u32(index * 4),
        end: table.u32(index * 4 + 4),
        at: first + index * entryBytes,
      }));
      const damaged = entries.findIndex(({ start, end }) => end < start);
      return damaged === -1 ? entries : entries.slice(0, damaged);
    },
  };
}

interface Font {
  name: string;
  /** Windows character set number. */
  charset: number;
}

/** The fonts of a document by index. Names identify symbol fonts; character sets are used to decode one-byte text. */
function readFonts(fib: Fib): Font[] {
  const table = fib.table("fonts");
  const wide = fib.generation === 8;
  const fonts: Font[] = [];
  for (let at = wide ? 4 : 2; at < table.length && fonts.length < 5_000;) {
    const size = table.u8(at) + 1;
    const entry = table.slice(at, size);
    const name = wide ? entry.utf16(40, (size - 40) / 2) : entry.latin1(6, size - 6);
    fonts.push({ name: name.split("\0")[0] ?? "", charset: entry.u8(4) });
    at += size;
  }
  return fonts;
}

/** Code pages, each with the font character set and the primary languages (ten bits) that imply it. */
const codePages: readonly (readonly [label: string, charset: number, languages: readonly number[]])[] = [
  ["macintosh", 77, []],
  ["shift_jis", 128, [0x11]],
  ["euc-kr", 129, [0x12]],
  ["gbk", 134, [0x04]],
  ["big5", 136, []],
  ["windows-874", 222, [0x1e]],
  ["windows-1250", 238, [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x24]],
  ["windows-1251", 204, [0x02, 0x19, 0x22, 0x23, 0x2f]],
  ["windows-1253", 161, [0x08]],
  ["windows-1254", 162, [0x1f]],
  ["windows-1255", 177, [0x0d]],
  ["windows-1256", 178, [0x01, 0x29]],
  ["windows-1257", 186, [0x25, 0x26, 0x27]],
  ["windows-1258", 163, [0x2a]],
];
const codePageOfCharset = new Map(codePages.map(([label, charset]) => [charset, label]));
const codePageOfLanguage = new Map(
  codePages.flatMap(([label, , languages]) => languages.map((language) => [language, label] as const)),
);

/** Decodes one-byte text of Word 2 to 95, given as a string with one code unit per byte. */
function oneByteDecoder(language: number) {
  // Taiwan and Hong Kong share their primary language with mainland China.
  const traditional = language === 0x0404 || language === 0x0c04;
  const byLanguage = traditional ? "big5" : (codePageOfLanguage.get(language & 0x3ff) ?? "windows-1252");
  const decoders = new Map<string, TextDecoder>();
  return (text: string, font: Font | undefined): string => {
    if (/^[\u0000-\u007f]*$/u.test(text)) return text;
    const label = codePageOfCharset.get(font?.charset ?? 0) ?? byLanguage;
    let decoder = decoders.get(label);
    if (decoder === undefined) decoders.set(label, (decoder = new TextDecoder(label)));
    return decoder.decode(Buffer.from(text, "latin1"));
  };
}
