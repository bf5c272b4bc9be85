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

  constructor(fib: Fib) {
    this.#pieces = readPieces(fib);
    // In a valid file, no two characters share the same bytes.
    const characters = this.#pieces.reduce((sum, { start, end }) => sum + end - start, 0);
    if (characters > fib.stream.length) throw new ExtractionError("corrupt");
    this.text = this.#pieces.map((piece) => pieceText(piece, fib)).join("");
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

function pieceText({ start, end, offset, characterBytes }: Piece, fib: Fib): string {
  const characters = end - start;
  const bytes = Buffer.from(fib.stream.slice(offset, characters * characterBytes).data);
  if (characterBytes === 2) return bytes.toString("utf16le").padEnd(characters, "\0");
  // One-byte text of Word 97 is always Western; older text is decoded later by the code page of its font.
  const text = fib.generation === 8 ? western.decode(bytes) : bytes.toString("latin1");
  return text.padEnd(characters, "\0");
}

function readPieces(fib: Fib): Piece[] {
  const clx = fib.table("clx");
  let at = 0;
  // Property modifications of fast saves come first.
  while (clx.u8(at) === 1 && at < clx.length) at += 3 + clx.u16(at + 1);
  const pieces = clx.u8(at) === 2 ? piecesOf(clx.slice(at + 5, clx.u32(at + 1)), fib) : [];
  if (pieces.length > 0) return pieces;
  if (fib.generation === 8) throw new ExtractionError("corrupt");
  const characterBytes = fib.wideText ? 2 : 1;
  const end = Math.floor((Math.min(fib.textEnd, fib.stream.length) - fib.textStart) / characterBytes);
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

/** The paragraph or character formatting of a span of the stream. */
interface StoredRun {
  start: number;
  end: number;
  /** Paragraph style; 0 for characters. */
  style: number;
  /** Offset and length of its property modifications in the stream. */
  offset: number;
  length: number;
}

const pageBytes = 512;
/** More than any document of 10 MB has, but still few enough for memory. */
const maxRuns = 1_000_000;

/** Looks up formatting by stream offset, from "formatted disk pages" (MS-DOC 2.9.31, .33). Gaps have no formatting. */
export function formattingOf(fib: Fib, kind: "paragraph" | "character") {
  const { stream } = fib;
  const runs: StoredRun[] = [];
  for (const page of pageNumbers(fib, kind)) {
    if ((page + 1) * pageBytes <= stream.length) runs.push(...readPage(fib, page * pageBytes, kind));
    if (runs.length > maxRuns) throw new ExtractionError("too_complex");
  }
  runs.sort((one, other) => one.start - other.start);
  return (offset: number) => {
    const at = lastStartingAtOrBefore(runs, offset);
    const run = runs[at];
    if (run !== undefined && run.start <= offset && offset < run.end)
      return { end: run.end, style: run.style, sprms: stream.slice(run.offset, run.length) };
    // In a gap, there is no formatting up to the next run.
    const next = runs[run !== undefined && run.start > offset ? at : at + 1];
    return { end: next?.start ?? Infinity, style: 0, sprms: stream.slice(0, 0) };
  };
}

/** Page numbers from the bin table; Word 6 may leave out the last of consecutive pages. */
function pageNumbers(fib: Fib, kind: "paragraph" | "character"): Set<number> {
  const table = fib.table(`${kind}Pages`);
  const numberBytes = fib.generation === 8 ? 4 : 2;
  const count = Math.max(0, Math.floor((table.length - 4) / (4 + numberBytes)));
  const pages = new Set<number>();
  for (let index = 0; index < count; index++) {
    const at = (count + 1) * 4 + index * numberBytes;
    pages.add(numberBytes === 4 ? table.u32(at) & 0x3fffff : table.u16(at));
  }
  if (fib.generation !== 6) return pages;
  const { first, total } = fib.pages[kind];
  if (first === 0) return pages;
  for (let index = count; index < total; index++) pages.add(first + index);
  return pages;
}

function readPage(fib: Fib, page: number, kind: "paragraph" | "character"): StoredRun[] {
  const { stream } = fib;
  const runs: StoredRun[] = [];
  const count = stream.u8(page + pageBytes - 1);
  const entryBytes = kind === "character" ? 1 : fib.generation === 8 ? 13 : 7;
  const pageEnd = page + pageBytes;
  for (let index = 0; index < count; index++) {
    const start = stream.u32(page + index * 4);
    const end = stream.u32(page + index * 4 + 4);
    if (end <= start) continue;
    const inPage = stream.u8(page + (count + 1) * 4 + index * entryBytes) * 2;
    const at = page + inPage;
    const group =
      inPage === 0
        ? { style: 0, offset: 0, length: 0 }
        : kind === "character"
          ? { style: 0, offset: at + 1, length: stream.u8(at) }
          : paragraphGroup(fib, at);
    runs.push({ start, end, ...group, length: Math.max(0, Math.min(group.length, pageEnd - group.offset)) });
  }
  return runs;
}

function paragraphGroup({ stream, generation }: Fib, at: number) {
  const words = stream.u8(at);
  // A length of 0 means that the length is in the next byte.
  const long = words === 0 && generation === 8;
  const start = long ? at + 2 : at + 1;
  const length = long ? stream.u8(at + 1) * 2 : words * 2 - 1;
  return { style: stream.u16(start), offset: start + 2, length: length - 2 };
}
