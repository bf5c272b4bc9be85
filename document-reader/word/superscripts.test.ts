import { Document, Packer, Paragraph, TextRun } from "docx";
import { expect, test } from "vitest";
import { docx } from "../../test/word-fixtures.ts";
import { extractDocx } from "./docx/extract-docx.ts";

const textOfFile = async (bytes: Uint8Array): Promise<string | undefined> =>
  (await extractDocx(bytes)).pages[0]?.text;

test("writes raised digits of a .docx file as superscripts", async () => {
  const raised = (text: string) => new TextRun({ text, superScript: true });
  const children = [
    new TextRun("Less 1% of the price"),
    raised("1"),
    new TextRun(". A copy costs R5"),
    raised("2,3"),
    new TextRun(", 10"),
    raised("-3"),
    new TextRun(" l of H"),
    new TextRun({ text: "2", subScript: true }),
    new TextRun("O on the 21"),
    raised("st"),
  ];
  const file = new Document({ sections: [{ children: [new Paragraph({ children })] }] });
  expect(await textOfFile(await Packer.toBuffer(file))).toBe(
    "Less 1% of the price¹. A copy costs R5²,³, 10⁻³ l of H2O on the 21st",
  );
});

test("writes digits in a raised character style of a .docx file as superscripts", async () => {
  const styles =
    '<w:style w:type="character" w:styleId="Mark"><w:name w:val="mark"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>';
  const run = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const marked = '<w:rStyle w:val="Mark"/>';
  const plain = '<w:vertAlign w:val="baseline"/><w:rStyle w:val="Mark"/>';
  const body = `<w:p>${run("Room 4")}${run("12", marked)}${run(", floor ")}${run("3", plain)}</w:p>`;
  expect(await textOfFile(docx(body, { styles }))).toBe("Room 4¹², floor 3");
});
