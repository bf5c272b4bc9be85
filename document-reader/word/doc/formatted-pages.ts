import { ExtractionError } from "../../extraction-error.ts";
import { lastStartingAtOrBefore, type Bytes } from "../../bytes.ts";
import type { Fib } from "./fib.ts";

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
export function formattingOf(stream: Bytes, tables: Bytes, fib: Fib, kind: "paragraph" | "character") {
  const runs: StoredRun[] = [];
  for (const page of pageNumbers(tables, fib, kind)) {
    if ((page + 1) * pageBytes <= stream.length) runs.push(...readPage(stream, page * pageBytes, fib, kind));
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
function pageNumbers(tables: Bytes, fib: Fib, kind: "paragraph" | "character"): Set<number> {
  const { offset, length } = fib.table(`${kind}Pages`);
  const table = tables.slice(offset, length);
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

function readPage(stream: Bytes, page: number, fib: Fib, kind: "paragraph" | "character"): StoredRun[] {
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
          : paragraphGroup(stream, at, fib);
    runs.push({ start, end, ...group, length: Math.max(0, Math.min(group.length, pageEnd - group.offset)) });
  }
  return runs;
}

function paragraphGroup(stream: Bytes, at: number, fib: Fib) {
  const words = stream.u8(at);
  // A length of 0 means that the length is in the next byte.
  const long = words === 0 && fib.generation === 8;
  const start = long ? at + 2 : at + 1;
  const length = long ? stream.u8(at + 1) * 2 : words * 2 - 1;
  return { style: stream.u16(start), offset: start + 2, length: length - 2 };
}
