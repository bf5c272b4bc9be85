import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { Part, Source } from "./markdown.ts";

const margin = 56;
const width = 595 - 2 * margin;
const bottom = 842 - margin;
const padding = 4;
const headingSizes = [20, 14, 12, 11];

/** Renders a source as PDF, with lines around the cells of tables unless `isPlain`. */
export function writePdfFile({ parts, footnotes }: Source, isPlain: boolean): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "A4", margin });
  const written = buffer(pdf);
  let numbered = 0;
  for (const part of parts) {
    numbered = part.kind === "item" && part.ordered ? numbered + 1 : 0;
    drawPart(pdf, part, { isPlain, numbered });
  }
  for (const [mark, text] of footnotes) pdf.font("Helvetica").fontSize(8).text(`${mark} ${text}`);
  pdf.end();
  return written;
}

function drawPart(pdf: PDFKit.PDFDocument, part: Part, style: { isPlain: boolean; numbered: number }): void {
  if (part.kind === "page_break") pdf.addPage();
  else if (part.kind === "table") drawTable(pdf, part.rows, style.isPlain);
  else if (part.kind === "heading") {
    const size = headingSizes[part.level - 1] ?? 11;
    if (pdf.y > bottom - 4 * size) pdf.addPage();
    pdf.moveDown(0.5).font("Helvetica-Bold").fontSize(size).text(withMarks(part.text)).moveDown(0.3);
  } else if (part.kind === "paragraph") {
    pdf.font("Helvetica").fontSize(10).text(withMarks(part.text), { lineGap: 2 }).moveDown(0.6);
  } else {
    const bullet = part.ordered ? `${style.numbered}.` : "•";
    pdf.font("Helvetica").fontSize(10);
    const height = pdf.heightOfString(part.text, { width: width - 16 });
    if (pdf.y + height > bottom) pdf.addPage();
    const { y } = pdf;
    pdf.text(bullet, margin, y, { lineBreak: false });
    pdf.text(withMarks(part.text), margin + 16, y, { width: width - 16, lineGap: 2 }).moveDown(0.2);
    pdf.x = margin;
  }
}

/** Prints footnote marks as " 1)", and replaces characters that the standard fonts of PDF lack. */
const withMarks = (text: string): string =>
  text
    .replace(/\[\^(\w+)\]/gu, " $1)")
    .replaceAll("\u2212", "–")
    .replaceAll("≤", "max. ")
    .replaceAll("≥", "min. ");

function drawTable(pdf: PDFKit.PDFDocument, rows: string[][], isPlain: boolean): void {
  const columns = Math.max(...rows.map((row) => row.length));
  let size = 9;
  let widths = columnWidths(pdf.fontSize(size), rows, columns);
  while (size > 6 && widths.reduce((sum, each) => sum + each, 0) > width + 1)
    widths = columnWidths(pdf.fontSize(--size), rows, columns);
  for (const [at, row] of rows.entries()) {
    pdf.font(at === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(size);
    const heights = row.map((cell, column) =>
      pdf.heightOfString(withMarks(cell) || " ", { width: (widths[column] ?? 40) - 2 * padding }),
    );
    const height = Math.max(...heights) + 2 * padding;
    if (pdf.y + height > bottom) pdf.addPage();
    const { y } = pdf;
    let x = margin;
    for (const [column, cell] of row.entries()) {
      const cellWidth = widths[column] ?? 40;
      pdf.text(withMarks(cell), x + padding, y + padding, { width: cellWidth - 2 * padding });
      if (!isPlain) pdf.rect(x, y, cellWidth, height).lineWidth(0.5).stroke("#888888");
      x += cellWidth;
    }
    pdf.x = margin;
    pdf.y = y + height;
  }
  pdf.moveDown(0.8);
}

/** Widths in points by the columns' contents, none so narrow that a word breaks. */
function columnWidths(pdf: PDFKit.PDFDocument, rows: string[][], columns: number): number[] {
  pdf.font("Helvetica-Bold");
  const needs = Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => withMarks(row[column] ?? ""));
    const words = cells.flatMap((cell) => cell.split(/\s+/u));
    const widest = (texts: string[]) => Math.max(...texts.map((text) => pdf.widthOfString(text)));
    return { min: widest(words) + 2 * padding + 1, wanted: Math.min(160, widest(cells) + 2 * padding + 1) };
  });
  const min = needs.reduce((sum, need) => sum + need.min, 0);
  const wanted = needs.reduce((sum, need) => sum + Math.max(0, need.wanted - need.min), 0);
  const share = wanted === 0 ? 0 : Math.max(0, width - min) / wanted;
  return needs.map((need) => need.min + Math.max(0, need.wanted - need.min) * Math.min(share, 1));
}
