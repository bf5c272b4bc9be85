import { ExtractionError } from "../../extraction-error.ts";
import { Bytes } from "../../bytes.ts";

/**
 * The tables that the file information block points to, all but `clx` optional: their number among those of Word 97,
 * and where Word 6 has the pointer, if it has the table.
 */
const tablePlaces = {
  styles: [1, 0x60],
  footnoteReferences: [2, 0x68],
  footnoteTexts: [3, 0x70],
  sections: [6, 0x88],
  headers: [11, 0xb0],
  characterPages: [12, 0xb8],
  paragraphPages: [13, 0xc0],
  fonts: [15, 0xd0],
  clx: [33, 0x160],
  shapes: [40, null],
  endnoteReferences: [46, 0x1d2],
  endnoteTexts: [47, 0x1da],
  textBoxes: [56, null],
  lists: [73, null],
  listOverrides: [74, null],
} satisfies Record<string, [word97: number, word6: number | null]>;

export type TableName = keyof typeof tablePlaces;

/** The parts of the text in their order. */
const textParts = ["main", "footnotes", "headers", "macros", "comments", "endnotes", "textBoxes"] as const;

/** The length of each part of the text in characters. */
export type TextLengths = Record<(typeof textParts)[number], number>;

/** 2: Word 2. 6: Word 6 and 95, with one-byte text. 8: Word 97 and later. */
type Generation = 2 | 6 | 8;

/** The file information block at the start of a Word document stream (MS-DOC 2.5, and Word 6's own). */
export type Fib = ReturnType<typeof readFib>;

/** Throws `corrupt` when the stream is none of Word's, `password_protected` when it is encrypted. */
export function readFib(stream: Bytes) {
  const mark = stream.u16(0);
  if (mark !== 0xa5ec && mark !== 0xa5dc && mark !== 0xa5db) throw new ExtractionError("corrupt");
  const flags = stream.u16(10);
  if ((flags & 0x0100) !== 0) throw new ExtractionError("password_protected");
  const version = stream.u16(2);
  const generation: Generation = mark === 0xa5db ? 2 : version < 106 ? 6 : 8;
  return {
    generation,
    /** Language identifier of the program that wrote the file, which implies the code page of one-byte text. */
    language: stream.u16(6),
    /** Word 95 of East Asia: two-byte text. */
    wideText: (flags & 0x1000) !== 0 && generation === 6,
    tableStream: (flags & 0x0200) === 0 ? ("0Table" as const) : ("1Table" as const),
    textStart: stream.u32(24),
    textEnd: stream.u32(28),
    lengths: readLengths(stream, generation === 8 ? 0x4c : 0x34),
    /** The page numbers with which Word 6 continues after page tables that are too short. */
    firstCharacterPage: stream.u16(0x18a),
    firstParagraphPage: stream.u16(0x18c),
    characterPages: stream.u16(0x18e),
    paragraphPages: stream.u16(0x190),
    table: (name: TableName) => placeOf(stream, generation, name),
  };
}

function readLengths(stream: Bytes, at: number): TextLengths {
  const lengths = textParts.map((part, index) => {
    const characters = stream.u32(at + index * 4);
    // A negative length would be a huge one: no text of a file is longer than the file.
    return [part, characters > stream.length ? 0 : characters];
  });
  return Object.fromEntries(lengths) as TextLengths;
}

function placeOf(stream: Bytes, generation: Generation, name: TableName) {
  const [index, word6] = tablePlaces[name];
  const count = stream.u16(152);
  const isMissing = generation === 8 ? count > 0 && index >= count : generation === 2 || word6 === null;
  if (isMissing) return { offset: 0, length: 0 };
  const at = generation === 8 ? 154 + index * 8 : (word6 ?? 0);
  return { offset: stream.u32(at), length: stream.u32(at + 4) };
}
