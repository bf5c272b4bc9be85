import { textOf, type Block, type ExtractedPage } from "../extracted-document.ts";
import { allocate, readUtf16, type PdfFile } from "./pdfium.ts";

/** The title property of the file if it looks like a title, else the highest heading of the first two pages. */
export function findTitle({ pdfium, document }: PdfFile, pages: ExtractedPage[], blocks: Block[]) {
  const key = Buffer.from("Title\0", "latin1");
  using copy = allocate(pdfium, key.length);
  new Uint8Array(pdfium.memory.buffer).set(key, copy.pointer);
  const property = readUtf16(pdfium, (to, size) => pdfium.FPDF_GetMetaText(document, copy.pointer, to, size))
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  if (isTitle(property)) return property.slice(0, 300);
  const [highest] = blocks
    .filter(({ kind, page }) => kind === "heading" && page <= 2)
    .filter((block) => !generic.test(textOf({ pages }, block)))
    .toSorted((a, b) => (a.level ?? 9) - (b.level ?? 9));
  return highest === undefined ? null : textOf({ pages }, highest).slice(0, 300);
}

const generic =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|inhoud|sommaire|table des matières|índice|index|page \d+|licen[cs]e)$/i;

/** Values that programs write into the title property by themselves, and file names. */
const noTitle = [
  /^(?:untitled|microsoft (?:word|powerpoint|excel)|powerpoint presentation|document\d*$|title$|slide 1)/i,
  /\.(?:docx?|pdf|indd|pptx?|xlsx?|qxd|tex|dvi|rtf|html?|fm|cdr|ai|pages)$/i,
  /^[\w-]+[_\\][\w\\-]+$/,
];

function isTitle(text: string): boolean {
  if (text.length < 3 || !/\p{L}{2}/u.test(text)) return false;
  return !noTitle.some((pattern) => pattern.test(text));
}
