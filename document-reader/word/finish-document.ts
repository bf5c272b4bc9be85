import type { FileType } from "../../contract/documents.ts";
import { textOf, type ExtractedDocument } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { layOut } from "./lay-out.ts";
import { oneLine } from "./text-cleaning.ts";
import type { WordBlock, WordContent } from "./word-block.ts";

/** Splits the content into pages and determines the title. Throws `no_text` (only pictures) or `empty`. */
export function finishDocument(fileType: FileType, document: WordContent): ExtractedDocument {
  markUnstyledHeadings(document.blocks);
  const { pages, blocks } = layOut(document);
  const hasText = blocks.some(({ kind }) => kind !== "header_footer");
  if (!hasText && document.hasPictures) throw new ExtractionError("no_text");
  if (blocks.length === 0) throw new ExtractionError("empty");
  const heading = blocks
    .filter(({ kind, page }) => kind === "heading" && page <= 2)
    .map((block) => textOf({ pages }, block))
    .find((text) => !contentsTitle.test(text) && !/^\d{1,2}[.)]/u.test(text));
  const title = [document.title, properTitle(document.titleProperty), heading]
    .map((text) => oneLine(text ?? "").slice(0, 300))
    .find((text) => text !== "");
  return { fileType, title: title ?? null, pages, blocks };
}

/** Headers and footers, each text once. Those without letters are page numbers or lines and are dropped. */
export function headerBlocks(blocks: WordBlock[]): WordBlock[] {
  const texts = new Set(blocks.map(({ text }) => oneLine(text)).filter((text) => /\p{L}{2}/u.test(text)));
  return [...texts].map((text) => ({ kind: "header_footer", text, section: 0 }));
}

/** The heading of a table of contents is not the title of the document. */
const contentsTitle =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|inhoud(?:sopgawe|sopgave)?|sommaire|table des matières|[ií]ndice|sum[áa]rio|contenido|contenuto|оглавление|содержание|目录|目次)$/iu;

/** The title property, or null if a program filled it in by itself ("Document1", a file name). */
function properTitle(title: string | null): string | null {
  const text = oneLine(title ?? "");
  const machineMade =
    /^(microsoft word|document\s?\d*|untitled|no title|unnamed|template|normal|word document)\b|\.(docx?|dotx?|rtf|pdf|tmp)$|^\W*$/iu;
  return text.length < 3 || machineMade.test(text) ? null : text;
}

/** With this many headings by style, no others are looked for. */
const enoughStyledHeadings = 3;
const maxHeadingLength = 100;
/** A longer run of short bold lines is an address, a cover page or a list. */
const maxLinesInRun = 4;
const deepestLevel = 4;

/** Words that open a section in contracts, statutes and policies, before a number or a name. */
const sectionWord =
  /^(?:chapter|part|section|article|annex(?:ure)?|appendix|schedule|clause|kapitel|abschnitt|artikel|anhang|anlage|chapitre|titre|partie|annexe|hoofdstuk|afdeling|bylae|bijlage|cap[ií]tulo|t[ií]tulo|artigo|art[ií]culo|anexo|se(?:cç|ç|cci)[ãó]o?n?|capitolo|articolo|allegato|глава|раздел|статья|приложение)\s+[\p{L}\d]/iu;

/** Sentences, bullets, remarks in brackets and captions are not headings. */
const noHeading =
  /[.;,。；，、]$|^[•\-–—*[(（]|^(?:fig(?:ure|ura)?|tab(?:le|elle|ela|leau)?|abbildung|quadro|afbeelding|рис|табл)[.\s]/iu;

/**
 * Many authors format headings by hand: bold, larger, centred or in capitals. If a document has (almost) no headings
 * by style, turns such lines before body text into headings.
 */
function markUnstyledHeadings(blocks: WordBlock[]): void {
  if (blocks.filter(({ kind }) => kind === "heading").length >= enoughStyledHeadings) return;
  const bodySize = usualSize(blocks);
  const headings: WordBlock[] = [];
  let run: WordBlock[] = [];
  let lines = 0;
  for (const block of blocks) {
    if (oneLine(block.text) === "") continue;
    if (block.kind === "paragraph" || block.kind === "list_item") lines++;
    if (looksLikeHeading(block, bodySize)) run.push(block);
    else {
      if (run.length <= maxLinesInRun && block.kind !== "footnote") headings.push(...run);
      run = [];
    }
  }
  if (headings.length * 2.5 > lines) return;
  const levels = levelsOf(headings);
  for (const heading of headings) {
    heading.level = levels.get(prominence(heading)) ?? 1;
    heading.kind = "heading";
  }
}

function looksLikeHeading({ kind, text: marked, bold, size }: WordBlock, bodySize: number): boolean {
  if (kind !== "paragraph" && kind !== "list_item") return false;
  const text = oneLine(marked);
  if (text.length > maxHeadingLength || !/\p{L}{2}/u.test(text) || noHeading.test(text)) return false;
  if (kind === "list_item" && bold !== true && !isCapitals(text)) return false;
  if (sectionWord.test(text) || (size !== undefined && size >= bodySize * 1.2)) return true;
  // "Telephone: 012 345" is content, even if bold.
  return (bold === true || isCapitals(text)) && !/:\s+\S/u.test(text);
}

function isCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase() && /\p{Lu}{3}/u.test(text);
}

/** The font size of most of the text, in half points. */
function usualSize(blocks: WordBlock[]): number {
  const characters = new Map<number, number>();
  for (const { kind, size, text } of blocks) {
    if (size === undefined || kind === "heading") continue;
    characters.set(size, (characters.get(size) ?? 0) + text.length);
  }
  const [most] = [...characters].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? 20;
}

/** How much a heading stands out, which determines its level: by size, then capitals, centring and weight. */
function prominence({ size = 0, text, bold, centred }: WordBlock): number {
  const capitals = isCapitals(oneLine(text));
  return size * 8 + (capitals ? 4 : 0) + (centred === true ? 2 : 0) + (bold === true ? 1 : 0);
}

function levelsOf(headings: WordBlock[]): Map<number, number> {
  const distinct = [...new Set(headings.map(prominence))].sort((one, other) => other - one);
  return new Map(distinct.map((value, rank) => [value, Math.min(deepestLevel, rank + 1)]));
}
