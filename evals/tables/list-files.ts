import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx";
import PdfKit from "pdfkit";
import type { Article, PriceList } from "./price-list.ts";

const columns = ["Code", "Article", "Weight", "Purchase price", "Rental per day", "Delivery time"];
const cellsOf = ({ code, name, size, price, rental, delivery }: Article): string[] => [
  code,
  name,
  size,
  price,
  rental,
  delivery,
];

/** Draws a table with the headings on every page, a row for each section, and a rule under every row. */
export async function asPdf({ sections }: PriceList): Promise<Uint8Array> {
  const pdf = new PdfKit({ size: "A4", margin: 40, autoFirstPage: false });
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array>((resolve) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
  });
  const lefts = [40, 90, 260, 320, 400, 480];
  let y = Number.POSITIVE_INFINITY;
  const line = (texts: string[], bold: boolean): void => {
    pdf.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(8.5);
    for (const [at, text] of texts.entries()) pdf.text(text, lefts[at] ?? 40, y, { lineBreak: false });
    pdf
      .moveTo(40, y + 12)
      .lineTo(555, y + 12)
      .lineWidth(0.4)
      .stroke();
    y += 16;
  };
  for (const { name, articles } of sections) {
    for (const [at, article] of articles.entries()) {
      if (y > 780) {
        pdf.addPage();
        pdf.font("Helvetica").fontSize(8).text("Hardware price list", 40, 25, { lineBreak: false });
        y = 60;
        line(columns, true);
      }
      if (at === 0) line([name], true);
      line(cellsOf(article), false);
    }
  }
  pdf.end();
  return done;
}

export async function asDocx({ sections }: PriceList): Promise<Uint8Array> {
  const cell = (text: string, columnSpan = 1): TableCell =>
    new TableCell({ children: [new Paragraph(text)], columnSpan });
  const rows = [
    new TableRow({ tableHeader: true, children: columns.map((name) => cell(name)) }),
    ...sections.flatMap(({ name, articles }) => [
      new TableRow({ children: [cell(name, columns.length)] }),
      ...articles.map((article) => new TableRow({ children: cellsOf(article).map((text) => cell(text)) })),
    ]),
  ];
  const children = [
    new Paragraph({ text: "Hardware price list", heading: HeadingLevel.HEADING_1 }),
    new Table({ rows }),
  ];
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}
