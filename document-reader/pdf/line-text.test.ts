import { expect, test } from "vitest";
import { makePdf, textsOf } from "../../test/pdf-fixtures.ts";
import { extractPdf } from "./extract-pdf.ts";

/** Reads a line that is drawn of parts; those in "^" are raised and smaller. */
async function readLine(line: string): Promise<string[]> {
  const bytes = await makePdf((pdf) => {
    let x = 72;
    for (const [at, part] of line.split("^").entries()) {
      const isRaised = at % 2 === 1;
      pdf.font("Helvetica").fontSize(isRaised ? 7 : 10);
      pdf.text(part, x, isRaised ? 98 : 100, { lineBreak: false });
      x += pdf.widthOfString(part);
    }
  });
  return textsOf(await extractPdf(bytes), "paragraph");
}

test.each([
  [
    "A copy costs R5^2^, or more (as stated)^3^; see below.",
    "A copy costs R5², or more (as stated)³; see below.",
  ],
  ["Less 1% of the price^1^. No fee is charged.", "Less 1% of the price¹. No fee is charged."],
  [
    "It holds 10^2^ to 10^-3^ litres of it on 25 m^2^ of land.",
    "It holds 10² to 10⁻³ litres of it on 25 m² of land.",
  ],
  ["Sales^2,5^ grew on the 21^st^ of May at last.", "Sales²,⁵ grew on the 21st of May at last."],
  ["Who pays in cash?^12^ Nobody does that here.", "Who pays in cash?¹² Nobody does that here."],
])("writes raised digits as superscripts: %s", async (line, text) => {
  expect(await readLine(line)).toEqual([text]);
});

test("drops the dots between an entry and its page", async () => {
  expect(await readLine("Leave of every kind for all . . . . . . . . . . . . 12")).toEqual([
    "Leave of every kind for all 12",
  ]);
});
