import PdfKit from "pdfkit";
import type { Block, ExtractedDocument } from "../document-reader/extracted-document.ts";

export type Draw = (pdf: PDFKit.PDFDocument) => void;

/** Creates a PDF file by drawing. */
export function makePdf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  const pdf = new PdfKit({ size: "A4", margin: 72, ...options });
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    draw(pdf);
    pdf.end();
  });
}

export const textOf = (document: ExtractedDocument, block: Block): string =>
  document.pages[block.page - 1]?.text.slice(block.start, block.end) ?? "";

export const textsOf = (document: ExtractedDocument, kind: Block["kind"]): string[] =>
  document.blocks.filter((block) => block.kind === kind).map((block) => textOf(document, block));

export const sentence =
  "Every member of staff is entitled to leave that is paid in full and taken in the same year. ";

/** Draws a row of a table without lines. `at`: the x coordinate of each cell, or the distance between cells. */
export function drawRow(
  pdf: PDFKit.PDFDocument,
  row: readonly string[],
  at: number[] | number,
  y: number,
): void {
  for (const [c, cell] of row.entries())
    pdf.text(cell, typeof at === "number" ? 72 + c * at : at[c], y, { lineBreak: false });
}
