import { ExtractionError } from "../../extraction-error.ts";
import { lastStartingAtOrBefore, type Bytes } from "../../bytes.ts";
import type { Fib } from "./fib.ts";

/** Characters [start, end) of the text, which are stored contiguously in the stream. */
interface Piece {
  start: number;
  end: number;
  /** Where it begins in the stream, in bytes. */
  offset: number;
  characterBytes: 1 | 2;
}

/** The text of a document in reading order, and the stream offset of each character. */
export class PieceTable {
  /** One code unit per character. One-byte text of Word 95 and earlier is not decoded yet. */
  readonly text: string;
  readonly #pieces: Piece[];

  constructor(stream: Bytes, tables: Bytes, fib: Fib) {
    this.#pieces = readPieces(stream, tables, fib);
    // In a valid file, no two characters share the same bytes.
    const characters = this.#pieces.reduce((sum, { start, end }) => sum + end - start, 0);
    if (characters > stream.length) throw new ExtractionError("corrupt");
    this.text = this.#pieces.map((piece) => pieceText(stream, piece, fib)).join("");
  }

  /** The offset of a character in the stream; -1 if there is no text. */
  offsetOf(position: number): number {
    const piece = this.#pieces[lastStartingAtOrBefore(this.#pieces, position)];
    return piece === undefined ? -1 : piece.offset + (position - piece.start) * piece.characterBytes;
  }

  /** The parts of pieces that make up characters [start, end). */
  spans(start: number, end: number): Piece[] {
    const found: Piece[] = [];
    for (let at = lastStartingAtOrBefore(this.#pieces, start); at < this.#pieces.length; at++) {
      const piece = this.#pieces[at];
      if (piece === undefined || piece.start >= end) break;
      const from = Math.max(start, piece.start);
      const to = Math.min(end, piece.end);
      const offset = piece.offset + (from - piece.start) * piece.characterBytes;
      if (to > from) found.push({ ...piece, start: from, end: to, offset });
    }
    return found;
  }
}

const western = new TextDecoder("windows-1252");

function pieceText(stream: Bytes, { start, end, offset, characterBytes }: Piece, fib: Fib): string {
  const characters = end - start;
  const bytes = Buffer.from(stream.slice(offset, characters * characterBytes).data);
  if (characterBytes === 2) return bytes.toString("utf16le").padEnd(characters, "\0");
  // One-byte text of Word 97 is always Western; older text is decoded later by the code page of its font.
  const text = fib.generation === 8 ? western.decode(bytes) : bytes.toString("latin1");
  return text.padEnd(characters, "\0");
}

function readPieces(stream: Bytes, tables: Bytes, fib: Fib): Piece[] {
  const { offset, length } = fib.table("clx");
  const clx = tables.slice(offset, length);
  let at = 0;
  // Property modifications of fast saves come first.
  while (clx.u8(at) === 1 && at < clx.length) at += 3 + clx.u16(at + 1);
  const pieces = clx.u8(at) === 2 ? piecesOf(clx.slice(at + 5, clx.u32(at + 1)), fib) : [];
  if (pieces.length > 0) return pieces;
  if (fib.generation === 8) throw new ExtractionError("corrupt");
  const characterBytes = fib.wideText ? 2 : 1;
  const end = Math.floor((Math.min(fib.textEnd, stream.length) - fib.textStart) / characterBytes);
  if (end <= 0) throw new ExtractionError("corrupt");
  return [{ start: 0, end, offset: fib.textStart, characterBytes }];
}

function piecesOf(table: Bytes, fib: Fib): Piece[] {
  const count = Math.floor((table.length - 4) / 12);
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index++) {
    const start = table.u32(index * 4);
    const end = table.u32(index * 4 + 4);
    if (end < start || start !== (pieces.at(-1)?.end ?? 0)) throw new ExtractionError("corrupt");
    const location = table.u32((count + 1) * 4 + index * 8 + 2);
    // Bit 30: one-byte characters at half the offset.
    const narrow = (location & 0x40000000) !== 0;
    const offset = fib.generation === 8 && narrow ? (location & 0x3fffffff) >>> 1 : location & 0x3fffffff;
    const characterBytes = fib.generation === 8 ? (narrow ? 1 : 2) : fib.wideText ? 2 : 1;
    if (end > start) pieces.push({ start, end, offset, characterBytes });
  }
  return pieces;
}
