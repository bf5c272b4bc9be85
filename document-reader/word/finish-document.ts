import type { FileType } from "../../contract/documents.ts";
import { textOf, type ExtractedDocument } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { layOut } from "./lay-out.ts";
import { oneLine } from "./text-cleaning.ts";
import { markUnstyledHeadings } from "./unstyled-headings.ts";
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
