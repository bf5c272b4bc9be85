import { expect, test } from "vitest";
import { drawRow, makePdf, sentence, textsOf } from "../../test/pdf-fixtures.ts";
import { readTables } from "../tables/read-tables.ts";
import { extractPdf } from "./extract-pdf.ts";

const leading = 12;
const lefts = [76, 130, 200, 272];
/** Each cell with its lines. */
const headings = [["Grade"], ["Home", "language"], ["First", "additional", "language"], ["Other subjects"]];
const rows = [
  [["8 and 9"], ["50%"], ["40%"], ["three at 40%, two", "at 30%, and", "nothing below"]],
  [["10 to", "12"], ["40%"], ["30%"], ["two more at 40%,", "three at 30%"]],
  [
    ["13 and", "up"],
    ["44%"],
    ["33%"],
    ["four more at 40%,", "three at 30%, and", "so on for", "each of them"],
  ],
];
const whole = [headings, ...rows].map((row) => row.map((cell) => cell.join(" ")).join(" | "));

interface Look {
  y: number;
  padding?: number;
  /** Draws rules: below each row, only around the headings and below the table, or none. */
  rules: "rows" | "headings" | "none";
}

/** Draws a table whose cells are centred beside each other, as browsers print them; returns its lower edge. */
function drawTable(pdf: PDFKit.PDFDocument, table: string[][][], { y, padding = 5, rules }: Look): number {
  let top = y;
  const rule = () => pdf.moveTo(72, top).lineTo(380, top).lineWidth(0.5).stroke();
  for (const [r, row] of table.entries()) {
    const height = Math.max(...row.map((cell) => cell.length)) * leading + 2 * padding;
    pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(10);
    for (const [c, cell] of row.entries()) {
      const start = top + (height - cell.length * leading) / 2;
      for (const [l, line] of cell.entries()) drawRow(pdf, [line], [lefts[c] ?? 0], start + l * leading);
    }
    if (rules === "headings" && r === 0) rule();
    top += height;
    if (rules === "rows" || (rules === "headings" && (r === 0 || r === table.length - 1))) rule();
  }
  return top;
}

const drawText = (pdf: PDFKit.PDFDocument, text: string, y: number) =>
  pdf.font("Helvetica").fontSize(10).text(text, 72, y, { width: 450 });

test.each([1, 2, 3])("reads centred cells between rules, with %i rows", async (count) => {
  const bytes = await makePdf((pdf) => {
    drawText(pdf, sentence.repeat(3), 80);
    const end = drawTable(pdf, [headings, ...rows.slice(0, count)], { y: 140, rules: "rows" });
    drawText(pdf, sentence.repeat(3), end + 20);
  });
  const document = await extractPdf(bytes);
  expect(textsOf(document, "table_row")).toEqual(whole.slice(0, count + 1));
  expect(document.blocks.filter((block) => block.tableHeader === true)).toHaveLength(1);
  expect(textsOf(document, "paragraph")).toEqual([sentence.repeat(3).trim(), sentence.repeat(3).trim()]);
});

test.each(["headings", "none"] as const)("reads centred cells with rules: %s", async (rules) => {
  const bytes = await makePdf((pdf) => {
    drawText(pdf, sentence.repeat(3), 80);
    const end = drawTable(pdf, [headings, ...rows], { y: 140, rules });
    drawText(pdf, sentence.repeat(3), end + 20);
  });
  const document = await extractPdf(bytes);
  expect(textsOf(document, "table_row")).toEqual(whole);
  expect(textsOf(document, "paragraph")).toEqual([sentence.repeat(3).trim(), sentence.repeat(3).trim()]);
  const [table] = readTables(document);
  expect(table?.columns).toEqual(headings.map((cell) => cell.join(" ")));
  expect(table?.rows[1]?.cells.map(({ text }) => text)).toEqual(rows[1]?.map((cell) => cell.join(" ")));
});

test("separates ruled tables with centred cells at a title above headings", async () => {
  const bytes = await makePdf((pdf) => {
    let y = drawTable(pdf, [headings, ...rows], { y: 80, rules: "rows" });
    pdf
      .font("Helvetica")
      .fontSize(10)
      .text("Table 2: Passing at the branch", 72, y + 8);
    y = drawTable(pdf, [headings, ...rows.slice(0, 2)], { y: y + 30, rules: "rows" });
    drawText(pdf, sentence.repeat(3), y + 20);
  });
  const document = await extractPdf(bytes);
  expect(readTables(document).map((table) => table.rows.length)).toEqual([3, 2]);
  expect(textsOf(document, "table_row")).toEqual([...whole, ...whole.slice(0, 3)]);
});

test("reads columns of text on different baselines one after the other", async () => {
  const left = sentence.repeat(6).trim();
  const right = "Nobody may carry over more than five days to the next year without a letter. "
    .repeat(6)
    .trim();
  const bytes = await makePdf((pdf) => {
    pdf.font("Helvetica").fontSize(10).text(left, 72, 80, { width: 210 });
    pdf.text(right, 310, 86, { width: 210 });
  });
  expect(textsOf(await extractPdf(bytes), "paragraph")).toEqual([left, right]);
});
