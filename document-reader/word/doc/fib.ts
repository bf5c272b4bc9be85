import { ExtractionError } from "../../extraction-error.ts";
import { Bytes } from "./bytes.ts";

/** The tables that the file information block points to, all but `clx` optional. */
export type TableName =
  | "styles"
  | "footnoteReferences"
  | "footnoteTexts"
  | "sections"
  | "headers"
  | "characterPages"
  | "paragraphPages"
  | "fonts"
  | "clx"
  | "endnoteReferences"
  | "endnoteTexts"
  | "shapes"
  | "textBoxes"
  | "lists"
  | "listOverrides";

/** The parts of the text in their order, each with its length in characters. */
export interface TextLengths {
  main: number;
  footnotes: number;
  headers: number;
  macros: number;
  comments: number;
  endnotes: number;
  textBoxes: number;
}

/** The file information block at the start of a Word document stream (MS-DOC 2.5, and Word 6's own). */
export interface Fib {
  /** 2: Word 2. 6: Word 6 and 95, with one-byte text. 8: Word 97 and later. */
  generation: 2 | 6 | 8;
  /** Language identifier of the program that wrote the file, which implies the code page of one-byte text. */
  language: number;
  /** Word 95 of East Asia: two-byte text. */
  wideText: boolean;
  tableStream: "0Table" | "1Table";
  textStart: number;
  textEnd: number;
  lengths: TextLengths;
  /** The page numbers with which Word 6 continues after page tables that are too short. */
  firstCharacterPage: number;
  characterPages: number;
  firstParagraphPage: number;
  paragraphPages: number;
  table(name: TableName): { offset: number; length: number };
}

const places97: Record<TableName, number> = {
  styles: 1,
  footnoteReferences: 2,
  footnoteTexts: 3,
  sections: 6,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  clx: 33,
  shapes: 40,
  endnoteReferences: 46,
  endnoteTexts: 47,
  textBoxes: 56,
  lists: 73,
  listOverrides: 74,
};
const places6: Record<TableName, number> = {
  styles: 0x60,
  footnoteReferences: 0x68,
  footnoteTexts: 0x70,
  sections: 0x88,
  headers: 0xb0,
  characterPages: 0xb8,
  paragraphPages: 0xc0,
  fonts: 0xd0,
  clx: 0x160,
  endnoteReferences: 0x1d2,
  endnoteTexts: 0x1da,
  shapes: -1,
  textBoxes: -1,
  lists: -1,
  listOverrides: -1,
};

/** Throws `corrupt` when the stream is none of Word's, `password_protected` when it is encrypted. */
export function readFib(stream: Bytes): Fib {
  const mark = stream.u16(0);
  if (mark !== 0xa5ec && mark !== 0xa5dc && mark !== 0xa5db) throw new ExtractionError("corrupt");
  const flags = stream.u16(10);
  if ((flags & 0x0100) !== 0) throw new ExtractionError("password_protected");
  const version = stream.u16(2);
  const generation = mark === 0xa5db ? 2 : version < 106 ? 6 : 8;
  return {
    generation,
    language: stream.u16(6),
    wideText: (flags & 0x1000) !== 0 && generation === 6,
    tableStream: (flags & 0x0200) === 0 ? "0Table" : "1Table",
    textStart: stream.u32(24),
    textEnd: stream.u32(28),
    lengths: readLengths(stream, generation === 8 ? 0x4c : 0x34),
    firstCharacterPage: stream.u16(0x18a),
    firstParagraphPage: stream.u16(0x18c),
    characterPages: stream.u16(0x18e),
    paragraphPages: stream.u16(0x190),
    table: (name) => placeOf(stream, generation, name),
  };
}

function readLengths(stream: Bytes, at: number): TextLengths {
  // A negative length would be a huge one: no text of a file is longer than the file.
  const length = (index: number) => {
    const characters = stream.u32(at + index * 4);
    return characters > stream.length ? 0 : characters;
  };
  return {
    main: length(0),
    footnotes: length(1),
    headers: length(2),
    macros: length(3),
    comments: length(4),
    endnotes: length(5),
    textBoxes: length(6),
  };
}

function placeOf(stream: Bytes, generation: 2 | 6 | 8, name: TableName): { offset: number; length: number } {
  if (generation === 2) return { offset: 0, length: 0 };
  if (generation === 6) {
    const at = places6[name];
    return at < 0 ? { offset: 0, length: 0 } : { offset: stream.u32(at), length: stream.u32(at + 4) };
  }
  const index = places97[name];
  const count = stream.u16(152);
  if (count > 0 && index >= count) return { offset: 0, length: 0 };
  return { offset: stream.u32(154 + index * 8), length: stream.u32(158 + index * 8) };
}
