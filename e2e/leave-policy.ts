import { Document, HeadingLevel, Packer, Paragraph, PageBreak } from "docx";
import PDFDocument from "pdfkit";

const first = [
  "This policy holds for everyone whom Karoo Trading employs, from the first working day.",
  "Questions about this policy go to the human resources office in Beaufort West.",
];
const second = [
  "Every employee receives 21 days of paid annual leave in each leave year.",
  "Annual leave is applied for at least two weeks before its first day.",
  "Unused annual leave lapses six months after the end of the leave year.",
];

/** The sentence, on page 2, that states the annual leave. */
export const annualLeaveSentence = "Every employee receives 21 days of paid annual leave in each leave year.";

/** A two-page policy as a PDF file. */
export async function leavePolicyPdf(): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "A4", margin: 72 });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => pdf.once("end", resolve));
  pdf.fontSize(18).text("Leave Policy").moveDown().fontSize(12);
  for (const sentence of first) pdf.text(sentence).moveDown();
  pdf.addPage().fontSize(16).text("Annual leave").moveDown().fontSize(12);
  for (const sentence of second) pdf.text(sentence).moveDown();
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** The same policy as a Word document. */
export async function leavePolicyDocx(): Promise<Buffer> {
  const document = new Document({
    sections: [
      {
        children: [
          new Paragraph({ text: "Leave Policy", heading: HeadingLevel.HEADING_1 }),
          ...first.map((text) => new Paragraph({ text })),
          new Paragraph({ children: [new PageBreak()] }),
          new Paragraph({ text: "Annual leave", heading: HeadingLevel.HEADING_2 }),
          ...second.map((text) => new Paragraph({ text })),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
