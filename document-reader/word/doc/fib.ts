import { ExtractionError } from "../../extraction-error.ts";
import { Bytes } from "../../bytes.ts";
import type { CompoundFile } from "./compound-file.ts";

/**
 * The tables that the file information block (FIB) points to; all but `clx` are optional. For each: the index of its
 * pointer in Word 97, and the offset of its pointer in Word 6 (null if Word 6 has no such table).
 */
const tablePointers = {
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

export type TableName = keyof typeof tablePointers;

/** The parts of the text, in stored order. */
const textParts = ["main", "footnotes", "headers", "macros", "comments", "endnotes", "textBoxes"] as const;

/** 2: Word 2. 6: Word 6 and 95, with one-byte text. 8: Word 97 and later. */
type Generation = 2 | 6 | 8;

/**
 * The file information block at the start of a Word document stream (MS-DOC 2.5; Word 6 has a form of its own), with the
 * streams of text and of tables that it describes.
 */
export type Fib = ReturnType<typeof readFib>;

/** `file` is null for a bare stream. Throws `corrupt` for other streams than Word's, `password_protected` if encrypted. */
export function readFib(stream: Bytes, file: CompoundFile | null) {
  const signature = stream.u16(0);
  if (![0xa5ec, 0xa5dc, 0xa5db].includes(signature)) throw new ExtractionError("corrupt");
  const flags = stream.u16(10);
  if ((flags & 0x0100) !== 0) throw new ExtractionError("password_protected");
  const version = stream.u16(2);
  const generation: Generation = signature === 0xa5db ? 2 : version < 106 ? 6 : 8;
  const tables = generation === 8 ? tableStream(file, (flags & 0x0200) === 0) : stream;
  return {
    stream,
    tables,
    generation,
    /** Language id of the program that wrote the file; it implies the code page of one-byte text. */
    language: stream.u16(6),
    /** East Asian versions of Word 95 have two-byte text. */
    wideText: (flags & 0x1000) !== 0 && generation === 6,
    textStart: stream.u32(24),
    textEnd: stream.u32(28),
    lengths: readLengths(stream, generation === 8 ? 0x4c : 0x34),
    /** First and total page numbers, with which Word 6 continues page tables that are too short. */
    pages: {
      character: { first: stream.u16(0x18a), total: stream.u16(0x18e) },
      paragraph: { first: stream.u16(0x18c), total: stream.u16(0x190) },
    },
    locate: (name: TableName) => locateTable(stream, generation, name),
    table(name: TableName): Bytes {
      const { offset, length } = locateTable(stream, generation, name);
      return tables.slice(offset, length);
    },
  };
}

function tableStream(file: CompoundFile | null, isFirst: boolean): Bytes {
  const [name, other] = isFirst ? (["0Table", "1Table"] as const) : (["1Table", "0Table"] as const);
  const found = file?.stream(name) ?? file?.stream(other) ?? null;
  if (found === null) throw new ExtractionError("corrupt");
  return found;
}

/** The length of each part of the text, in characters. */
function readLengths(stream: Bytes, at: number) {
  const lengths = textParts.map((part, index) => {
    const characters = stream.u32(at + index * 4);
    // No text can be longer than the file. Read as unsigned, a negative length is huge and also becomes 0.
    return [part, characters > stream.length ? 0 : characters];
  });
  return Object.fromEntries(lengths) as Record<(typeof textParts)[number], number>;
}

function locateTable(stream: Bytes, generation: Generation, name: TableName) {
  const [index, word6] = tablePointers[name];
  const count = stream.u16(152);
  const isMissing = generation === 8 ? count > 0 && index >= count : generation === 2 || word6 === null;
  if (isMissing) return { offset: 0, length: 0 };
  const at = generation === 8 ? 154 + index * 8 : (word6 ?? 0);
  return { offset: stream.u32(at), length: stream.u32(at + 4) };
}
