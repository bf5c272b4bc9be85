import { ExtractionError } from "../../extraction-error.ts";
import type { Bytes } from "./bytes.ts";
import type { Fib } from "./fib.ts";

interface Piece {
  /** Characters [start, end) of the text. */
  start: number;
  end: number;
  /** Where in the stream it begins. */
  offset: number;
  characterBytes: 1 | 2;
}

/** A span of text that is contiguous in the stream. */
export interface PieceSpan {
  start: number;
  end: number;
  offset: number;
  characterBytes: 1 | 2;
}

/** The text of a document in the order of reading, and where each character lies in the stream. */
export class PieceTable {
  /** One code unit a character; characters of one-byte text are still bytes, see `isBytes`. */
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
    const piece = this.#pieces[this.#pieceAt(position)];
    return piece === undefined ? -1 : piece.offset + (position - piece.start) * piece.characterBytes;
  }

  /** The spans that make up characters [start, end). */
  spans(start: number, end: number): PieceSpan[] {
    const found: PieceSpan[] = [];
    for (let at = this.#pieceAt(start); at < this.#pieces.length; at++) {
      const piece = this.#pieces[at];
      if (piece === undefined || piece.start >= end) break;
      const from = Math.max(start, piece.start);
      const to = Math.min(end, piece.end);
      const offset = piece.offset + (from - piece.start) * piece.characterBytes;
      if (to > from) found.push({ start: from, end: to, offset, characterBytes: piece.characterBytes });
    }
    return found;
  }

  #pieceAt(position: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle]?.start ?? Infinity) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function pieceText(stream: Bytes, piece: Piece, fib: Fib): string {
  const characters = piece.end - piece.start;
  const bytes = stream.slice(piece.offset, characters * piece.characterBytes).data;
  // Word 97 always writes Western one-byte text; older text waits for its font's code page.
  const label =
    piece.characterBytes === 2 ? "utf-16le" : fib.generation === 8 ? "windows-1252" : "latin1-bytes";
  const text =
    label === "latin1-bytes"
      ? Buffer.from(bytes).toString("latin1")
      : piece.characterBytes === 2
        ? Buffer.from(bytes).toString("utf16le")
        : westernText(bytes);
  return text.padEnd(characters, "\0");
}

const western = new TextDecoder("windows-1252");

function westernText(bytes: Uint8Array): string {
  return western.decode(bytes);
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
