import { expect, test } from "vitest";
import { drawRow, makePdf, sentence, textsOf } from "../../test/pdf-fixtures.ts";
import { readTables } from "../tables/read-tables.ts";
import { extractPdf } from "./extract-pdf.ts";

const lefts = [76, 236];
const spacing = 18;

/** A list of prices without lines that begins at the end of a page and goes on at the top of the next one. */
const prices = (above: string[][], below: string[][]): Promise<Uint8Array> =>
  makePdf((pdf) => {
    pdf.font("Helvetica").fontSize(10).text(sentence.repeat(4), 72, 80, { width: 450 });
    for (const [r, row] of above.entries()) {
      pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(10);
      drawRow(pdf, row, lefts, 640 + r * spacing);
    }
    pdf.addPage().font("Helvetica").fontSize(10);
    for (const [r, row] of below.entries()) drawRow(pdf, row, lefts, 80 + r * spacing);
    pdf.text(sentence.repeat(4), 72, 80 + below.length * spacing + 20, { width: 450 });
  });

const first = [
  ["Item", "Fee"],
  ["First card", "Free"],
  ["Second card", "R95"],
];

test("two columns at the top of a page continue the table before it", async () => {
  const next = [
    ["New PIN at an ATM", "Free"],
    ["New PIN at a branch", "R15"],
    ["Purchase abroad", "2.5% of the amount"],
    ["Copy of a deposit slip", "R40"],
  ];
  const document = await extractPdf(await prices(first, next));
  expect(textsOf(document, "table_row")).toEqual([...first, ...next].map((row) => row.join(" | ")));
  const [table, ...others] = readTables(document);
  expect(others).toEqual([]);
  expect(table?.columns).toEqual(["Item", "Fee"]);
  expect(table?.rows).toHaveLength(6);
});

test("text at the top of a page is not part of the table before it", async () => {
  const document = await extractPdf(await prices(first, []));
  expect(textsOf(document, "table_row")).toEqual(first.map((row) => row.join(" | ")));
  expect(textsOf(document, "paragraph")).toHaveLength(2);
});

test("the last row of a table is split where its cells nearly touch", async () => {
  const last = ["Delivery of a card to your home", "R75"];
  const bytes = await makePdf((pdf) => {
    const width = pdf
      .font("Helvetica")
      .fontSize(10)
      .widthOfString(last[0] ?? "");
    for (const [r, row] of [...first, last].entries()) {
      pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica");
      drawRow(pdf, row, [76, 76 + width + 8], 80 + r * spacing);
    }
  });
  const document = await extractPdf(bytes);
  expect(textsOf(document, "table_row").at(-1)).toBe(last.join(" | "));
});
