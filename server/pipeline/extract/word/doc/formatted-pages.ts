import { Bytes } from "./bytes.ts";
import type { Fib } from "./fib.ts";

/** Formatting of a stretch of the stream: paragraphs' (with their style) or characters'. */
export interface FormattedRun {
  start: number;
  end: number;
  /** Paragraph style; 0 for characters. */
  style: number;
  sprms: Bytes;
}

const pageBytes = 512;
const none = new Bytes(new Uint8Array());

/** The formatting of a stream, found by place. Read from its "formatted disk pages" (MS-DOC 2.9.31, .33). */
export class FormattedPages {
  readonly #runs: FormattedRun[];

  constructor(stream: Bytes, tables: Bytes, fib: Fib, kind: "paragraph" | "character") {
    const pages = pageNumbers(tables, fib, kind);
    const runs: FormattedRun[] = [];
    for (const page of pages) {
      const bytes = stream.slice(page * pageBytes, pageBytes);
      if (bytes.length === pageBytes) readPage(bytes, fib, kind, runs);
    }
    this.#runs = runs.sort((one, other) => one.start - other.start);
  }

  /** The run at a place of the stream, plain where none is known. */
  at(offset: number): FormattedRun {
    return this.#find(offset) ?? { start: offset, end: Infinity, style: 0, sprms: none };
  }

  #find(offset: number): FormattedRun | null {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#runs[middle]?.start ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    const run = this.#runs[low];
    if (run !== undefined && run.start <= offset && offset < run.end) return run;
    // Between known runs the formatting is plain up to the next one.
    const next = this.#runs[run !== undefined && run.start > offset ? low : low + 1];
    return next === undefined ? null : { start: offset, end: next.start, style: 0, sprms: none };
  }
}

/** Page numbers from the bin table; Word 6 may leave out the last of a row of pages. */
function pageNumbers(tables: Bytes, fib: Fib, kind: "paragraph" | "character"): Set<number> {
  const { offset, length } = fib.table(kind === "paragraph" ? "paragraphPages" : "characterPages");
  const table = tables.slice(offset, length);
  const numberBytes = fib.generation === 8 ? 4 : 2;
  const count = Math.max(0, Math.floor((table.length - 4) / (4 + numberBytes)));
  const pages = new Set<number>();
  for (let index = 0; index < count; index++) {
    const at = (count + 1) * 4 + index * numberBytes;
    pages.add(numberBytes === 4 ? table.u32(at) & 0x3fffff : table.u16(at));
  }
  if (fib.generation !== 6) return pages;
  const first = kind === "paragraph" ? fib.firstParagraphPage : fib.firstCharacterPage;
  const total = kind === "paragraph" ? fib.paragraphPages : fib.characterPages;
  for (let index = count; index < total && first > 0; index++) pages.add(first + index);
  return pages;
}

function readPage(page: Bytes, fib: Fib, kind: "paragraph" | "character", runs: FormattedRun[]): void {
  const count = page.u8(pageBytes - 1);
  const entryBytes = kind === "character" ? 1 : fib.generation === 8 ? 13 : 7;
  for (let index = 0; index < count; index++) {
    const start = page.u32(index * 4);
    const end = page.u32(index * 4 + 4);
    if (end <= start) continue;
    const place = page.u8((count + 1) * 4 + index * entryBytes) * 2;
    if (place === 0) runs.push({ start, end, style: 0, sprms: none });
    else if (kind === "character")
      runs.push({ start, end, style: 0, sprms: page.slice(place + 1, page.u8(place)) });
    else runs.push({ start, end, ...paragraphFormatting(page, place, fib) });
  }
}

function paragraphFormatting(page: Bytes, place: number, fib: Fib): { style: number; sprms: Bytes } {
  let at = place;
  let length = page.u8(at) * 2 - 1;
  if (page.u8(at) === 0 && fib.generation === 8) {
    at++;
    length = page.u8(at) * 2;
  }
  return { style: page.u16(at + 1), sprms: page.slice(at + 3, length - 2) };
}
