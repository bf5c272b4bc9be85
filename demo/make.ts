/** Writes the demo's documents as real PDF and Word files into demo/files. Run after a change of documents.ts. */
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { finished } from "node:stream/promises";
import {
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import PDFDocument from "pdfkit";
import { demoDocuments, type DemoDocument, type Part } from "./documents.ts";

const folder = new URL("./files/", import.meta.url);
const margin = 56;
const green = "#1f5c3f";

async function writePdf(document: DemoDocument): Promise<void> {
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    bufferPages: true,
    info: {
      Title: document.title,
      Author: "Thula Home & Outdoor",
      CreationDate: new Date("2026-01-01T08:00:00Z"),
    },
  });
  const file = createWriteStream(new URL(document.fileName, folder));
  pdf.pipe(file);
  pdf.font("Helvetica-Bold").fontSize(24).fillColor(green).text(document.title);
  pdf.font("Helvetica").fontSize(10.5).fillColor("#555555").text(document.subtitle).moveDown(1.2);
  for (const part of document.parts) drawPart(pdf, part);
  numberPages(pdf, document.title);
  pdf.end();
  await finished(file);
}

function drawPart(pdf: PDFKit.PDFDocument, part: Part): void {
  pdf.fillColor("#1c1c1c");
  if (part.kind === "page_break") pdf.addPage();
  else if (part.kind === "heading") {
    pdf
      .moveDown(0.5)
      .font("Helvetica-Bold")
      .fontSize(part.level === 1 ? 15 : 12)
      .fillColor(green);
    pdf.text(part.text).moveDown(0.3);
  } else if (part.kind === "paragraph") {
    pdf.font("Helvetica").fontSize(10.5).text(part.text, { lineGap: 2 }).moveDown(0.7);
  } else if (part.kind === "list") {
    pdf.font("Helvetica").fontSize(10.5).list(part.items, { bulletRadius: 2, lineGap: 2 }).moveDown(0.7);
  } else drawTable(pdf, part);
}

function drawTable(pdf: PDFKit.PDFDocument, part: Extract<Part, { kind: "table" }>): void {
  const rowHeight = 21;
  for (const [index, row] of [part.header, ...part.rows].entries()) {
    const y = pdf.y;
    const width = part.widths.reduce((sum, each) => sum + each, 0);
    if (index === 0) pdf.rect(margin, y, width, rowHeight).fill("#e4efe8");
    pdf
      .font(index === 0 ? "Helvetica-Bold" : "Helvetica")
      .fontSize(10)
      .fillColor("#1c1c1c");
    let x = margin;
    for (const [column, cell] of row.entries()) {
      pdf.text(cell, x + 6, y + 6, { width: (part.widths[column] ?? 100) - 8, lineBreak: false });
      x += part.widths[column] ?? 100;
    }
    pdf
      .moveTo(margin, y + rowHeight)
      .lineTo(margin + width, y + rowHeight)
      .lineWidth(0.5)
      .stroke("#b9cdbf");
    pdf.x = margin;
    pdf.y = y + rowHeight;
  }
  pdf.moveDown(1);
}

function numberPages(pdf: PDFKit.PDFDocument, title: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(index);
    pdf.page.margins.bottom = 0;
    pdf.font("Helvetica").fontSize(8.5).fillColor("#777777");
    pdf.text(`${title} · page ${index + 1} of ${count}`, margin, 800, { align: "center", lineBreak: false });
  }
}

async function writeDocx(document: DemoDocument): Promise<void> {
  const children = [
    new Paragraph({ heading: HeadingLevel.TITLE, text: document.title }),
    new Paragraph({ text: document.subtitle }),
    ...document.parts.flatMap(docxPart),
  ];
  const word = new Document({
    creator: "Thula Home & Outdoor",
    title: document.title,
    numbering: {
      config: [{ reference: "bullets", levels: [{ level: 0, format: LevelFormat.BULLET, text: "•" }] }],
    },
    sections: [{ children }],
  });
  await writeFile(new URL(document.fileName, folder), await Packer.toBuffer(word));
}

function docxPart(part: Part): (Paragraph | Table)[] {
  switch (part.kind) {
    case "page_break":
      return [new Paragraph({ children: [new PageBreak()] })];
    case "heading":
      return [
        new Paragraph({
          heading: part.level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
          text: part.text,
        }),
      ];
    case "paragraph":
      return [new Paragraph({ text: part.text, spacing: { after: 160 } })];
    case "list":
      return part.items.map(
        (item) => new Paragraph({ text: item, numbering: { reference: "bullets", level: 0 } }),
      );
    case "table": {
      const row = (cells: string[], bold: boolean): TableRow =>
        new TableRow({
          tableHeader: bold,
          children: cells.map(
            (text) =>
              new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold })] })] }),
          ),
        });
      return [
        new Table({
          width: { size: 100, type: WidthType.PERCENTAGE },
          rows: [row(part.header, true), ...part.rows.map((cells) => row(cells, false))],
        }),
        new Paragraph({ text: "" }),
      ];
    }
  }
}

await mkdir(folder, { recursive: true });
for (const document of demoDocuments) {
  await (document.fileName.endsWith(".pdf") ? writePdf(document) : writeDocx(document));
}
