import { ExtractionError } from "../../extraction-error.ts";
import { lastStartingAtOrBefore, type Bytes } from "../../bytes.ts";
import type { Fib } from "./fib.ts";

/** Characters [start, end) of the text, which are contiguous in the stream. */
interface Piece {
  start: number;
  end: number;
  /** Where in the stream it begins. */
  offset: number;
  characterBytes: 1 | 2;
}

/** The text of a document in the order of reading, and where each character lies in the stream. */
export class PieceTable {
  /** One code unit a character; characters of one-byte text are still bytes. */
  readonly text: string;
  readonly #pieces: Piece[];

  constructor(stream: Bytes, tables: Bytes, fib: Fib) {
    this.#pieces = readPieces(stream, tables, fib);
    // Every character of an honest file has its own place in it.
    const characters = this.#pieces.reduce((sum, { start, end }) => sum + end - start, 0);
    if (characters > stream.length) throw new ExtractionError("corrupt");
    this.text = this.#pieces.map((piece) => pieceText(stream, piece, fib)).join("");
  }

  /** Where a character lies in the stream. */
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
  // Word 97 always writes Western one-byte text; older text waits for its font's code page.
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
    const place = table.u32((count + 1) * 4 + index * 8 + 2);
    // Bit 30: one-byte characters at half the offset.
    const narrow = (place & 0x40000000) !== 0;
    const offset = fib.generation === 8 && narrow ? (place & 0x3fffffff) >>> 1 : place & 0x3fffffff;
    const characterBytes = fib.generation === 8 ? (narrow ? 1 : 2) : fib.wideText ? 2 : 1;
    if (end > start) pieces.push({ start, end, offset, characterBytes });
  }
  return pieces;
}
