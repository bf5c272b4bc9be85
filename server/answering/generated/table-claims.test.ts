import { expect, test } from "vitest";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { tablesOf } from "../../../test/table-questions.ts";
import { documentOf } from "../../../test/collection.ts";
import { checkSentence } from "./check-sentence.ts";
import { rowFromText } from "./evidence-rows.ts";

/** The checked text of a claim about a table, with or without its typed rows. */
function said(table: string, claim: string, question: string, isTyped = true): string | undefined {
  const text = documentOf(table).pages[0]?.text ?? "";
  const passage = { ...retrievedPassage("Document.pdf", text), documentId: "document", versionId: "version" };
  const tables = isTyped ? tablesOf(table) : [];
  return checkSentence(`${claim} [1].`, [passage], question, { tables })?.text;
}

const wines = `
Table 1. Wines
Wine | Vintage | Bottle (R) | Case of 6 (R)
Heron Red | 2021 | 99 | 4,565
Ibis White | 2019 | 120 | 690`;

const flowers = `
Table 2. What may be brought
 | Heron ward | Ibis ward | Stork ward
Flowers in a vase | yes | no | yes
Pets | garden only | no | no`;

const rates = `
Table 3. Day rates
Job | Cape | Lowveld | Notes
Guide, half day | R950 | R860 | up to 6 hours
Guide, full day | R1 700 | R1 550 | up to 11 hours`;

test.each([
  ["an amount under a heading in rand", wines, "The Heron Red costs R99 a bottle", "heron red bottle?"],
  ["an amount with a comma", wines, "A case of 6 of the Heron Red is R4,565", "case of heron red"],
])("confirms %s", (_, table, claim, question) => {
  for (const isTyped of [true, false]) expect(said(table, claim, question, isTyped)).toMatch(/99|4,565/);
});

test("rejects the amount of another row, and one that is in no row", () => {
  expect(said(wines, "The Heron Red costs R120 a bottle", "heron red bottle?")).not.toMatch(
    /Heron Red.*R ?120/u,
  );
  expect(said(wines, "The Heron Red costs R101 a bottle", "heron red bottle?")).toBeUndefined();
});

test("gives each cell of a quoted row its own heading", () => {
  const claim = "Flowers are fine in the wards named after the heron and the stork but not after the ibis";
  const quote = said(flowers, claim, "where can i bring flowers");
  expect(quote).toContain("Heron ward: yes, Ibis ward: no, Stork ward: yes");
});

test("quotes the cells of a row that the claim mentions", () => {
  const claim = "As somebody who guides in the lowveld for half a day you are paid R860";
  const quote = said(rates, claim, "what do i get for half a day in the lowveld");
  expect(quote).toContain("R860");
  expect(quote).not.toContain("R950");
});

test("confirms a sum or product of the numbers in the claim", () => {
  const claim = "The Ibis White is R120 a bottle, which makes R480 for 4 bottles";
  expect(said(wines, claim, "4 bottles of ibis white")).toContain("120");
});

const sausages = `
Table 4. Sausages
Sausage | Price per kg | Pork | Ready in
Lamb sausage | R140 | No | 2 days
Farm sausage | R120 | Yes | 2 days
Hot sausage | R130 | Yes | –`;

test.each([
  ["The lamb sausage has no pork", "which sausage has no pork"],
  ["The farm sausage has pork", "does the farm sausage have pork"],
  ["The lamb sausage costs R140 per kg", "price of the lamb sausage"],
  ["The lamb sausage costs R140 per kg and the farm sausage R120 per kg", "lamb and farm sausage prices"],
])("keeps the model's words: %s", (claim, question) => {
  expect(said(sausages, claim, question)).toBe(`${claim}.`);
});

test.each([
  ["The lamb sausage has pork", "does the lamb sausage have pork", "Lamb sausage, Pork: No."],
  ["The farm sausage has no pork", "does the farm sausage have pork", "Farm sausage, Pork: Yes."],
])("quotes the row instead: %s", (claim, question, quote) => {
  expect(said(sausages, claim, question)).toContain(quote);
});

test("does not keep the model's words if it exchanges the prices of two rows", () => {
  const claim = "The lamb sausage costs R120 per kg and the farm sausage R140 per kg";
  expect(said(sausages, claim, "lamb and farm sausage prices")).not.toContain(claim);
});

const headingsOf = (row: string, header: string | null) =>
  rowFromText(row, header).cells.map(({ heading }) => heading);

test("gives a row of text headings only if each belongs to one cell", () => {
  expect(headingsOf("Pets | no | yes", "Heron | Ibis")).toEqual(["", "Heron", "Ibis"]);
  expect(headingsOf("18:00 | 3", "Ward | Evening | Visitors")).toEqual(["Evening", "Visitors"]);
  expect(headingsOf("Wi-Fi | yes | no | yes | no", "Heron | Ibis Stork | Swan")).toEqual([
    "",
    "",
    "",
    "",
    "",
  ]);
});
