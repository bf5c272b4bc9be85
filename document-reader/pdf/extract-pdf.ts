import type { Block, ExtractedDocument } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { readingOrder } from "./columns.ts";
import { showAnnotations } from "./annotations.ts";
import { withDrawnBullets } from "./drawn-bullets.ts";
import { frameOf, type Frame, type PageGeometry } from "./frame.ts";
import { markFootnotes, withNotesBehindMarks } from "./footnotes.ts";
import { bodyStyle, markHeadings } from "./headings.ts";
import type { LayoutBlock, Row } from "./layout-block.ts";
import { readOutline } from "./outline.ts";
import { assemblePage, blockText, type PageBlock } from "./page-text.ts";
import { readWords, type Word } from "./page-words.ts";
import { joinParagraphs } from "./paragraphs.ts";
import { openPdf, type PdfFile } from "./pdfium.ts";
import { noRulings, readDrawing, type Rulings } from "./rulings.ts";
import { linesOnRules } from "./ruled-areas.ts";
import { takeRuledTables, type RuledRow } from "./ruled-tables.ts";
import { findRunningLines } from "./running-lines.ts";
import { buildSegments, charactersOf, type Segment } from "./segments.ts";
import { findTables, type Section, type Surroundings } from "./tables.ts";
import { findTitle } from "./title.ts";

/** A page as it was read. `groups` has the segments of each text direction, the most common direction first. */
interface ReadPage {
  geometry: PageGeometry;
  /** The frame of the most common direction. */
  main: Frame;
  groups: Segment[][];
  rulings: Rulings;
}

/**
 * Reads a PDF: text in reading order with the position of every line, tables as rows, headings, list items,
 * running headers and footers. Never executes or fetches anything.
 * @throws ExtractionError `password_protected`, `corrupt`, `empty`, `no_text`
 */
export async function extractPdf(bytes: Uint8Array): Promise<ExtractedDocument> {
  using file = await openPdf(bytes);
  const hyphenated = new Set<string>();
  const pages = readPages(file, hyphenated);
  if (!hasText(pages)) throw new ExtractionError(isEmpty(file) ? "empty" : "no_text");
  return compose(file, pages, hyphenated);
}

function readPages(file: PdfFile, hyphenated: Set<string>): ReadPage[] {
  const { pdfium, document, pageCount } = file;
  const pages: ReadPage[] = [];
  // Each page stays open until the next one is, because PDFium drops fonts that no open page uses.
  let previous = 0;
  for (let index = 0; index < pageCount; index++) {
    let page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) {
      pages.push(unreadable);
      continue;
    }
    if (showAnnotations(pdfium, page)) {
      pdfium.FPDF_ClosePage(page);
      page = pdfium.FPDF_LoadPage(document, index);
    }
    if (previous !== 0) pdfium.FPDF_ClosePage(previous);
    previous = page;
    const { geometry, frames, words: written } = readWords(pdfium, page);
    const { rulings, dots } = readDrawing(pdfium, page, geometry);
    const words = withDrawnBullets(written, dots);
    rememberHyphenated(words, hyphenated);
    const groups = frames
      .map((frame) => buildSegments(words.filter((word) => word.frame === frame)))
      .filter((group) => group.length > 0)
      .toSorted((a, b) => charactersOf(b) - charactersOf(a));
    const main = groups[0]?.[0]?.frame ?? frameOf(geometry, 0);
    pages.push({ geometry, main, groups, rulings });
  }
  if (previous !== 0) pdfium.FPDF_ClosePage(previous);
  if (pages.every((page) => page === unreadable)) throw new ExtractionError("corrupt");
  return pages;
}

const letter = { width: 612, height: 792, rotation: 0, left: 0, bottom: 0, right: 612, top: 792 };
const unreadable: ReadPage = { geometry: letter, main: frameOf(letter, 0), groups: [], rulings: noRulings };

function rememberHyphenated(words: Word[], hyphenated: Set<string>): void {
  for (const { text } of words) {
    const at = text.indexOf("-", 1);
    if (at > 0 && at < text.length - 1) {
      const word = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+/u.exec(text)?.[0];
      if (word !== undefined) hyphenated.add(word.toLowerCase());
    }
  }
}

/**
 * Whether the file has text, and not just stray characters, a scanner's stamp on every page, or a typed cover on a
 * scan.
 */
function hasText(pages: ReadPage[]): boolean {
  const counts = pages.map(({ groups }) => groups.reduce((sum, group) => sum + visibleCharacters(group), 0));
  const total = counts.reduce((a, b) => a + b, 0);
  if (total < 2 * Math.min(pages.length, 10)) return false;
  const bare = counts.filter((count) => count < 5).length;
  return total >= 25 * pages.length || bare < pages.length * 0.75 || pages.length < 3;
}

const maxCounted = 500;

/** Counts letters and digits; stops once there are more than `maxCounted`. */
function visibleCharacters(group: Segment[]): number {
  let count = 0;
  for (const { words } of group) {
    for (const { text } of words) count += text.replace(/[^\p{L}\p{N}]/gu, "").length;
    if (count > maxCounted) break;
  }
  return count;
}

function isEmpty({ pdfium, document, pageCount }: PdfFile): boolean {
  for (let index = 0; index < Math.min(pageCount, 50); index++) {
    const page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) continue;
    const objects = pdfium.FPDFPage_CountObjects(page);
    pdfium.FPDF_ClosePage(page);
    if (objects > 0) return false;
  }
  return true;
}

function compose(file: PdfFile, pages: ReadPage[], hyphenated: Set<string>): ExtractedDocument {
  const running = findRunningLines(
    pages.map(({ main: { height }, groups: [segments = []], rulings }) => {
      const ofTables = linesOnRules(segments, rulings);
      return { segments: segments.filter((segment) => !ofTables.has(segment)), height };
    }),
  );
  const progress: Progress = { running, before: [], tableCount: 0 };
  const perPage = pages.map(({ main, groups, rulings }, page) => {
    const blocks = layOutPage(groups, rulings, progress);
    progress.before = lastRows(blocks);
    return blocks.map((layout): PageBlock => ({
      ...blockText(layout, hyphenated),
      layout,
      page,
      mainAngle: main.angle,
      kind: kindOf(layout),
      marks: {},
    }));
  });
  const all = perPage.flat();
  const body = bodyStyle(all);
  markHeadings(all, readOutline(file), body);
  for (const [index, { main }] of pages.entries()) markFootnotes(perPage[index] ?? [], main.height, body);
  markContinued(perPage);
  const assembled = pages.map(({ geometry }, index) =>
    assemblePage(index + 1, geometry, withNotesBehindMarks(perPage[index] ?? [])),
  );
  const finished = assembled.map(({ page }) => page);
  const blocks = assembled.flatMap((page) => page.blocks);
  return { fileType: "pdf", title: findTitle(file, finished, blocks), pages: finished, blocks };
}

/** What a page needs to know of the other pages. */
interface Progress {
  running: Set<Segment>;
  /** The last rows of the previous page, if it ends with a table. */
  before: Row[];
  /** Tables on earlier pages. */
  tableCount: number;
}

/** The blocks of a page in order: running headers, the text of each direction, running footers. */
function layOutPage(groups: Segment[][], rulings: Rulings, progress: Progress): LayoutBlock[] {
  const { running, before } = progress;
  const headers: Segment[] = [];
  const footers: Segment[] = [];
  const blocks: LayoutBlock[] = [];
  for (const group of groups) {
    const body = group.filter((segment) => !running.has(segment));
    const middle = body.reduce((sum, s) => sum + s.base, 0) / Math.max(1, body.length);
    for (const segment of group) {
      if (running.has(segment)) (segment.base < middle ? headers : footers).push(segment);
    }
    const { rest, ruled } = takeRuledTables(body, rulings);
    const regions = readingOrder(rest);
    for (const [at, region] of regions.entries()) {
      const surroundings = { before: at === 0 ? before : [], endsPage: at === regions.length - 1 };
      for (const section of sectionsOf(region, ruled, surroundings)) {
        if (section.table) {
          for (const row of section.rows) blocks.push({ ...row, table: progress.tableCount });
          progress.tableCount++;
        } else blocks.push(...joinParagraphs(section.lines));
      }
    }
  }
  return [...runningBlocks(headers), ...blocks, ...runningBlocks(footers)];
}

/** The tables and lines of a region, in order. Anchor segments mark the rows of tables with drawn lines. */
function sectionsOf(region: Segment[], ruled: ReadonlyMap<Segment, RuledRow>, surroundings: Surroundings) {
  if (!region.some((segment) => ruled.has(segment))) return findTables(region, surroundings);
  const sections: Section[] = [];
  let plain: Segment[] = [];
  const tables = new Map<number, LayoutBlock[]>();
  for (const segment of region.toSorted((a, b) => a.base - b.base || a.u0 - b.u0)) {
    const row = ruled.get(segment);
    if (row === undefined) {
      plain.push(segment);
      continue;
    }
    if (plain.length > 0) sections.push(...findTables(plain, { before: [], endsPage: false }));
    plain = [];
    // Collects all rows of a table in one section, even if the rows of two tables side by side alternate.
    const rows = tables.get(row.table) ?? [];
    if (rows.length === 0) sections.push({ table: true, rows });
    tables.set(row.table, rows);
    rows.push(row.block);
  }
  if (plain.length > 0) sections.push(...findTables(plain, { ...surroundings, before: [] }));
  return sections;
}

const maxRowsBefore = 8;

/** The last rows of the page if it ends with a table. */
function lastRows(blocks: LayoutBlock[]): Row[] {
  const body = blocks.filter(({ kind }) => kind !== "running");
  const rows = body.slice(body.findLastIndex(({ kind }) => kind !== "row") + 1).slice(-maxRowsBefore);
  return rows.map(({ cells = [] }) => {
    const first = cells.map(([line]) => line).filter((line) => line !== undefined);
    return { cells: first, base: first[0]?.base ?? 0, size: first[0]?.size ?? 0 };
  });
}

function runningBlocks(segments: Segment[]): LayoutBlock[] {
  return segments
    .toSorted((a, b) => a.base - b.base || a.u0 - b.u0)
    .map((segment) => ({ kind: "running", lines: [segment] }));
}

function kindOf({ kind, marked }: LayoutBlock): Block["kind"] {
  if (kind === "running") return "header_footer";
  if (kind === "row") return "table_row";
  return marked === true ? "list_item" : "paragraph";
}

/** Marks the first block of a page if it continues the last block of an earlier page. */
function markContinued(perPage: PageBlock[][]): void {
  let last: PageBlock | undefined;
  for (const blocks of perPage) {
    const body = blocks.filter(({ kind }) => kind !== "header_footer" && kind !== "footnote");
    const [first] = body;
    if (first !== undefined && last !== undefined && runsOn(last, first)) {
      first.marks.continues = true;
      if (last.layout.marked === true) first.kind = "list_item";
    }
    last = body.at(-1) ?? last;
  }
}

function runsOn(before: PageBlock, block: PageBlock): boolean {
  if (before.layout.kind !== "text" || block.layout.kind !== "text" || block.layout.marked === true)
    return false;
  if (before.kind === "heading" || block.kind === "heading") return false;
  const [a, b] = [before.layout.lines.at(-1), block.layout.lines[0]];
  if (a === undefined || b === undefined || Math.abs(a.size - b.size) > a.size * 0.1) return false;
  const ended = /[.!?:;。！？؟۔]["”’)\]]?$/.test(before.text);
  return !ended && !/^\p{Lu}{2}/u.test(block.text);
}
