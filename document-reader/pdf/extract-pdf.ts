import type { Block, ExtractedDocument, ExtractedPage } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { readingOrder } from "./columns.ts";
import { showAnnotations } from "./annotations.ts";
import type { PageGeometry } from "./frame.ts";
import { findFootnotes } from "./footnotes.ts";
import { bodyStyle, findHeadings, type TextBlock } from "./headings.ts";
import type { LayoutBlock } from "./layout-block.ts";
import { readOutline } from "./outline.ts";
import { assemblePage, blockText, type BlockText, type FinishedBlock } from "./page-text.ts";
import { WordReader, type Word } from "./page-words.ts";
import { joinParagraphs } from "./paragraphs.ts";
import { openPdf, type PdfFile } from "./pdfium.ts";
import { noRulings, readRulings, type Rulings } from "./rulings.ts";
import { linesOnRules } from "./ruled-areas.ts";
import { takeRuledTables, type RuledRow } from "./ruled-tables.ts";
import { findRunningLines } from "./running-lines.ts";
import { buildSegments, type Segment } from "./segments.ts";
import { findTables, type Section } from "./tables.ts";
import { findTitle } from "./title.ts";

/** A page as read: segments per direction of the text, the prevailing direction first. */
interface ReadPage {
  geometry: PageGeometry;
  groups: Segment[][];
  rulings: Rulings;
}

/**
 * Reads a PDF: text in reading order with the place of every line, tables as rows, headings, list items,
 * running headers and footers. Nothing is executed and nothing is fetched.
 * @throws ExtractionError `password_protected`, `corrupt`, `empty`, `no_text`
 */
export async function extractPdf(bytes: Uint8Array): Promise<ExtractedDocument> {
  const file = await openPdf(bytes);
  try {
    const hyphenated = new Set<string>();
    const pages = readPages(file, hyphenated);
    if (!hasText(pages)) throw new ExtractionError(isEmpty(file) ? "empty" : "no_text");
    return compose(file, pages, hyphenated);
  } finally {
    file.close();
  }
}

function readPages(file: PdfFile, hyphenated: Set<string>): ReadPage[] {
  const { pdfium, document, pageCount } = file;
  const reader = new WordReader(pdfium);
  const pages: ReadPage[] = [];
  let unreadable = 0;
  // A page is closed only after the next one is open, because PDFium drops fonts that no open page uses.
  let previous = 0;
  for (let index = 0; index < pageCount; index++) {
    let page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) {
      unreadable++;
      pages.push({ geometry: emptyGeometry, groups: [], rulings: noRulings });
      continue;
    }
    if (showAnnotations(pdfium, page)) {
      pdfium.FPDF_ClosePage(page);
      page = pdfium.FPDF_LoadPage(document, index);
    }
    if (previous !== 0) pdfium.FPDF_ClosePage(previous);
    previous = page;
    const { geometry, frames, words } = reader.read(page);
    rememberHyphenated(words, hyphenated);
    const groups = frames.map((frame) =>
      buildSegments(frames.length === 1 ? words : words.filter((w) => w.frame === frame)),
    );
    groups.sort((a, b) => characterCount(b) - characterCount(a));
    const rulings = readRulings(pdfium, page, geometry);
    pages.push({ geometry, groups: groups.filter((group) => group.length > 0), rulings });
  }
  if (previous !== 0) pdfium.FPDF_ClosePage(previous);
  if (unreadable === pageCount) throw new ExtractionError("corrupt");
  return pages;
}

const emptyGeometry: PageGeometry = {
  width: 612,
  height: 792,
  rotation: 0,
  left: 0,
  bottom: 0,
  right: 612,
  top: 792,
};

function rememberHyphenated(words: Word[], hyphenated: Set<string>): void {
  for (const { text } of words) {
    const at = text.indexOf("-", 1);
    if (at > 0 && at < text.length - 1) {
      const word = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+/u.exec(text)?.[0];
      if (word !== undefined) hyphenated.add(word.toLowerCase());
    }
  }
}

const characterCount = (group: Segment[]): number =>
  group.reduce((sum, segment) => sum + segment.words.reduce((n, word) => n + word.text.length, 0), 0);

/**
 * Whether the file has text: more than single characters, a scanner's stamp on every page, or the typed cover of a
 * scan.
 */
function hasText(pages: ReadPage[]): boolean {
  const counts = pages.map(({ groups }) => groups.reduce((sum, group) => sum + visibleCharacters(group), 0));
  const total = counts.reduce((a, b) => a + b, 0);
  if (total < 2 * Math.min(pages.length, 10)) return false;
  const bare = counts.filter((count) => count < 5).length;
  return total >= 25 * pages.length || bare < pages.length * 0.75 || pages.length < 3;
}

const manyCharacters = 500;

/** The number of letters and digits of a page, up to a maximum. */
function visibleCharacters(group: Segment[]): number {
  let count = 0;
  for (const { words } of group) {
    for (const { text } of words) count += text.replace(/[^\p{L}\p{N}]/gu, "").length;
    if (count > manyCharacters) break;
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
    pages.map(({ geometry, groups, rulings }) => {
      const ofTables = linesOnRules(groups[0] ?? [], rulings);
      return {
        segments: (groups[0] ?? []).filter((segment) => !ofTables.has(segment)),
        height: frameHeight(geometry, groups[0]),
      };
    }),
  );
  const texts = new Map<LayoutBlock, BlockText>();
  const all: TextBlock[] = [];
  const perPage = pages.map(({ groups, rulings }, page) => {
    const blocks = layOutPage(groups, rulings, running);
    for (const block of blocks) {
      const text = blockText(block, hyphenated);
      texts.set(block, text);
      all.push({ block, page, text: text.text, mainAngle: groups[0]?.[0]?.frame.angle ?? 0 });
    }
    return blocks;
  });
  const body = bodyStyle(all);
  const found: Layout = { texts, headings: findHeadings(all, readOutline(file), body), footnotes: new Set() };
  for (const [index, blocks] of perPage.entries()) {
    const { geometry, groups } = pages[index] ?? { geometry: emptyGeometry, groups: [] };
    const textOf = (block: LayoutBlock): string => texts.get(block)?.text ?? "";
    const notes = findFootnotes(blocks, frameHeight(geometry, groups[0]), textOf, body);
    for (const block of notes) if (!found.headings.has(block)) found.footnotes.add(block);
  }
  return finish(file, pages, perPage, found);
}

/** The results of analysing all blocks of the document. */
interface Layout {
  texts: Map<LayoutBlock, BlockText>;
  headings: Map<LayoutBlock, number>;
  footnotes: Set<LayoutBlock>;
}

function frameHeight({ width, height }: PageGeometry, group: Segment[] | undefined): number {
  const angle = group?.[0]?.frame.angle ?? 0;
  return angle === 90 || angle === 270 || angle === "vertical" ? width : height;
}

/** Blocks of a page in reading order: running headers, the text of each direction, running footers. */
function layOutPage(groups: Segment[][], rulings: Rulings, running: Set<Segment>): LayoutBlock[] {
  const headers: Segment[] = [];
  const footers: Segment[] = [];
  const blocks: LayoutBlock[] = [];
  let table = 0;
  for (const group of groups) {
    const body = group.filter((segment) => !running.has(segment));
    const middle = body.reduce((sum, s) => sum + s.base, 0) / Math.max(1, body.length);
    for (const segment of group) {
      if (running.has(segment)) (segment.base < middle ? headers : footers).push(segment);
    }
    const { rest, ruled } = takeRuledTables(body, rulings);
    for (const region of readingOrder(rest)) {
      for (const section of sectionsOf(region, ruled)) {
        if (section.table) {
          for (const row of section.rows) blocks.push({ ...row, table });
          table++;
        } else blocks.push(...joinParagraphs(section.lines));
      }
    }
  }
  return [...runningBlocks(headers), ...blocks, ...runningBlocks(footers)];
}

/** The tables and lines of a region in order. Tables with drawn lines are represented by anchors. */
function sectionsOf(region: Segment[], ruled: ReadonlyMap<Segment, RuledRow>): Section[] {
  if (!region.some((segment) => ruled.has(segment))) return findTables(region);
  const sections: Section[] = [];
  let plain: Segment[] = [];
  const tables = new Map<number, LayoutBlock[]>();
  for (const segment of region.toSorted((a, b) => a.base - b.base || a.u0 - b.u0)) {
    const row = ruled.get(segment);
    if (row === undefined) {
      plain.push(segment);
      continue;
    }
    if (plain.length > 0) sections.push(...findTables(plain));
    plain = [];
    // Tables side by side follow one after the other.
    const rows = tables.get(row.table) ?? [];
    if (rows.length === 0) sections.push({ table: true, rows });
    tables.set(row.table, rows);
    rows.push(row.block);
  }
  if (plain.length > 0) sections.push(...findTables(plain));
  return sections;
}

function runningBlocks(segments: Segment[]): LayoutBlock[] {
  return segments
    .toSorted((a, b) => a.base - b.base || a.u0 - b.u0)
    .map((segment) => ({ kind: "running", lines: [segment] }));
}

function finish(
  file: PdfFile,
  pages: ReadPage[],
  perPage: LayoutBlock[][],
  found: Layout,
): ExtractedDocument {
  const { texts, headings, footnotes } = found;
  const extracted: ExtractedPage[] = [];
  const blocks: Block[] = [];
  let tables = 0;
  let open: LayoutBlock | undefined;
  for (const [index, layout] of perPage.entries()) {
    const finished: FinishedBlock[] = [];
    let first = true;
    for (const block of layout) {
      const text = texts.get(block) ?? { text: "", lines: [], cells: new Map() };
      const entry: FinishedBlock = { ...text, kind: kindOf(block, found) };
      const level = headings.get(block);
      if (level !== undefined) entry.level = level;
      if (block.table !== undefined) entry.table = tables + block.table;
      if (block.header === true) entry.tableHeader = true;
      if (block.places !== undefined) entry.places = block.places;
      if (block.kind !== "running" && !footnotes.has(block)) {
        if (first && open !== undefined && runsOn(open, block, found)) {
          entry.continues = true;
          if (open.marked === true) entry.kind = "list_item";
        }
        first = false;
        open = block;
      }
      finished.push(entry);
    }
    tables += Math.max(0, ...layout.map((block) => (block.table ?? -1) + 1));
    const geometry = pages[index]?.geometry ?? emptyGeometry;
    const assembled = assemblePage(index + 1, geometry, finished);
    extracted.push(assembled.page);
    blocks.push(...assembled.blocks);
  }
  return { fileType: "pdf", title: findTitle(file, extracted, blocks), pages: extracted, blocks };
}

function kindOf(block: LayoutBlock, { headings, footnotes }: Layout): Block["kind"] {
  if (block.kind === "running") return "header_footer";
  if (block.kind === "row") return "table_row";
  if (headings.has(block)) return "heading";
  if (footnotes.has(block)) return "footnote";
  return block.marked === true ? "list_item" : "paragraph";
}

/** Whether the first text of a page continues the last one of the page before. */
function runsOn(before: LayoutBlock, block: LayoutBlock, { texts, headings }: Layout): boolean {
  if (before.kind !== "text" || block.kind !== "text" || block.marked === true) return false;
  if (headings.has(before) || headings.has(block)) return false;
  const [a, b] = [before.lines.at(-1), block.lines[0]];
  if (a === undefined || b === undefined || Math.abs(a.size - b.size) > a.size * 0.1) return false;
  const ended = /[.!?:;。！？؟۔]["”’)\]]?$/.test(texts.get(before)?.text ?? ".");
  return !ended && !/^\p{Lu}{2}/u.test(texts.get(block)?.text ?? "");
}
