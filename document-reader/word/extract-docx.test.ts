import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from "docx";
import { describe, expect, it } from "vitest";
import type { ExtractedDocument } from "../extracted-document.ts";
import { extractDocx } from "./docx/extract-docx.ts";
import { docx, docxMembers, paragraph, table, wordNamespaces, zip } from "../../test/word-fixtures.ts";

/** Each block as "kind: text", headings as "heading2: text". */
function lines({ pages, blocks }: ExtractedDocument): string[] {
  return blocks.map(({ kind, level, page, start, end }) => {
    const text = pages[page - 1]?.text.slice(start, end) ?? "";
    return `${kind}${level ?? ""}: ${text}`;
  });
}

async function linesOf(...file: Parameters<typeof docx>): Promise<string[]> {
  return lines(await extractDocx(docx(...file)));
}

const style = (id: string, name: string, inner: string, basedOn = "") =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn === "" ? "" : `<w:basedOn w:val="${basedOn}"/>`}${inner}</w:style>`;
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`;
const level = (at: number, format: string, text: string, extra = "") =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${extra}<w:lvlText w:val="${text}"/></w:lvl>`;
const inList = (id: number, at = 0) => `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`;

describe("a .docx file", () => {
  it("made by a library has its title, headings and text with exact offsets", async () => {
    const file = new Document({
      title: "Leave policy",
      sections: [
        {
          children: [
            new Paragraph({ text: "Annual leave", heading: HeadingLevel.HEADING_1 }),
            new Paragraph({
              children: [new TextRun("Staff get "), new TextRun({ text: "21 days", bold: true })],
            }),
          ],
        },
      ],
    });
    const document = await extractDocx(await Packer.toBuffer(file));
    expect(document.title).toBe("Leave policy");
    expect(document.pages.map(({ page, text }) => [page, text])).toEqual([
      [1, "Annual leave\nStaff get 21 days"],
    ]);
    expect(lines(document)).toEqual(["heading1: Annual leave", "paragraph: Staff get 21 days"]);
  });

  it("has heading levels by style, outline level and style names in other languages", async () => {
    const styles = [
      style("Heading2", "heading 2", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
      style("House", "House style", "", "Heading2"),
      style("berschrift1", "Überschrift 1", ""),
      style("Kop3", "Kop 3", ""),
    ].join("");
    const body =
      paragraph("Deutsch", styled("berschrift1")) +
      paragraph("Inherited", styled("House")) +
      paragraph("Nederlands", styled("Kop3")) +
      paragraph("Outlined", '<w:outlineLvl w:val="3"/>') +
      paragraph("Body", styled("House") + '<w:outlineLvl w:val="9"/>');
    expect(await linesOf(body, { styles })).toEqual([
      "heading1: Deutsch",
      "heading2: Inherited",
      "heading3: Nederlands",
      "heading4: Outlined",
      "paragraph: Body",
    ]);
  });

  it("has list numbers as Word shows them, with levels, restarts and styles", async () => {
    const numbering =
      `<w:abstractNum w:abstractNumId="1">${level(0, "decimal", "%1.")}${level(1, "decimal", "%1.%2")}${level(2, "lowerRoman", "(%3)")}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="2">${level(0, "bullet", "\uf0b7")}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="3">${level(0, "upperLetter", "Annex %1", styled("Annex"))}</w:abstractNum>` +
      '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>' +
      '<w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num>' +
      '<w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>';
    const styles = style("Annex", "Annex", '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>');
    const body =
      paragraph("Scope", inList(1)) +
      paragraph("Duties", inList(1)) +
      paragraph("Of staff", inList(1, 1)) +
      paragraph("First", inList(1, 2)) +
      paragraph("Second", inList(1, 2)) +
      paragraph("Of managers", inList(1, 1)) +
      paragraph("Again", inList(1, 2)) +
      paragraph("Point", inList(2)) +
      paragraph("Seventh", inList(4)) +
      paragraph("Forms", styled("Annex")) +
      paragraph("Plain", inList(0));
    expect(await linesOf(body, { numbering, styles })).toEqual([
      "list_item: 1. Scope",
      "list_item: 2. Duties",
      "list_item: 2.1 Of staff",
      "list_item: (i) First",
      "list_item: (ii) Second",
      "list_item: 2.2 Of managers",
      "list_item: (i) Again",
      "list_item: • Point",
      "list_item: 7. Seventh",
      "list_item: Annex A Forms",
      "paragraph: Plain",
    ]);
  });

  it("has tables as rows, with heading rows, merged cells and nested tables", async () => {
    const inner = table([
      ["x", "1"],
      ["y", "2"],
    ]);
    const merged = (text: string, how: string) =>
      `<w:tc><w:tcPr><w:vMerge${how}/></w:tcPr>${paragraph(text)}</w:tc>`;
    const body =
      table(
        [
          ["Grade", "Days"],
          ["A", "20"],
          ["B", "25"],
        ],
        "<w:tblHeader/>",
      ) +
      `<w:tbl><w:tr>${merged("Group", ' w:val="restart"')}<w:tc>${paragraph("one")}</w:tc></w:tr><w:tr>${merged("", "")}<w:tc>${paragraph("two")}${inner}${paragraph("")}</w:tc></w:tr></w:tbl>`;
    const document = await extractDocx(docx(body));
    expect(lines(document)).toEqual([
      "table_row: Grade | Days",
      "table_row: A | 20",
      "table_row: B | 25",
      "table_row: Group | one",
      "table_row: Group | two",
      "table_row: x | 1",
      "table_row: y | 2",
    ]);
    expect(document.blocks.map(({ tableHeader }) => tableHeader === true).indexOf(true)).toBe(0);
    expect(new Set(document.blocks.map((block) => block.table)).size).toBe(3);
  });

  it("reads a table that is only used for layout as paragraphs", async () => {
    const body = `<w:tbl><w:tr><w:tc>${paragraph("Notice", '<w:outlineLvl w:val="0"/>')}${paragraph("Long text.")}</w:tc></w:tr></w:tbl>`;
    expect(await linesOf(body)).toEqual(["heading1: Notice", "paragraph: Long text."]);
  });

  it("puts footnotes behind their paragraph or table, and endnotes last", async () => {
    const note = (kind: string, id: number, text: string) =>
      `<w:${kind} w:id="${id}">${paragraph(text)}</w:${kind}>`;
    const parts = {
      footnotes: `<w:footnote w:id="-1" w:type="separator">${paragraph("never")}</w:footnote>${note("footnote", 2, "See the tariff.")}${note("footnote", 4, "Without pegs.")}`,
      endnotes: note("endnote", 3, "Sources."),
    };
    const body =
      '<w:p><w:r><w:t>Price</w:t><w:footnoteReference w:id="2"/><w:endnoteReference w:id="3"/></w:r></w:p>' +
      paragraph("Same page") +
      `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Tent</w:t><w:footnoteReference w:id="4"/></w:r></w:p></w:tc><w:tc>${paragraph("R 9")}</w:tc></w:tr></w:tbl>` +
      '<w:p><w:r><w:br w:type="page"/><w:t>Next page</w:t></w:r></w:p>';
    const document = await extractDocx(docx(body, parts));
    expect(lines(document)).toEqual([
      "paragraph: Price",
      "footnote: See the tariff.",
      "paragraph: Same page",
      "table_row: Tent | R 9",
      "footnote: Without pegs.",
      "paragraph: Next page",
      "footnote: Sources.",
    ]);
    expect(document.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 1, 1, 2, 2]);
  });

  it("reads a text box once, from its drawing or the fallback drawing", async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const body =
      `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${box("In the box")}</wps:txbx></mc:Choice><mc:Fallback><w:pict><v:textbox>${box("In the box")}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent><w:t>Around it</w:t></w:r></w:p>` +
      `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="zzz"><w:drawing/></mc:Choice><mc:Fallback><w:pict><v:textbox>${box("Only old")}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await linesOf(body)).toEqual([
      "paragraph: Around it",
      "paragraph: In the box",
      "paragraph: Only old",
    ]);
  });

  it("keeps inserted text and drops deleted text, hidden text and comments", async () => {
    const body =
      "<w:p><w:r><w:t>Pay is </w:t></w:r><w:del><w:r><w:delText>weekly</w:delText></w:r></w:del><w:ins><w:r><w:t>monthly</w:t></w:r></w:ins>" +
      '<w:r><w:rPr><w:vanish/></w:rPr><w:t> secret</w:t></w:r><w:moveFrom><w:r><w:t> moved</w:t></w:r></w:moveFrom><w:commentReference w:id="1"/></w:p>' +
      "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>One para</w:t></w:r></w:p><w:p><w:r><w:t>graph</w:t></w:r></w:p>" +
      `<w:tbl><w:tr><w:tc>${paragraph("a")}</w:tc><w:tc>${paragraph("b")}</w:tc></w:tr><w:tr><w:trPr><w:del/></w:trPr><w:tc>${paragraph("gone")}</w:tc><w:tc>${paragraph("too")}</w:tc></w:tr></w:tbl>`;
    expect(await linesOf(body)).toEqual([
      "paragraph: Pay is monthly",
      "paragraph: One paragraph",
      "table_row: a | b",
    ]);
  });

  it("reads results of fields, content controls, links, symbols and form fields", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const body =
      `<w:p><w:r><w:t>Due </w:t></w:r>${mark("begin")}<w:r><w:instrText> DATE \\@ "yyyy" </w:instrText></w:r>${mark("separate")}<w:r><w:t>2026</w:t></w:r>${mark("end")}</w:p>` +
      `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent><w:p><w:hyperlink r:id="h"><w:r><w:t>our site</w:t></w:r></w:hyperlink><w:smartTag><w:r><w:t xml:space="preserve"> in Paris</w:t></w:r></w:smartTag></w:p></w:sdtContent></w:sdt>` +
      '<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:t>agreed</w:t><w:noBreakHyphen/><w:t>on</w:t><w:softHyphen/></w:r></w:p>' +
      '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>' +
      `${mark("separate")}${mark("end")}<w:r><w:t>Yes</w:t></w:r></w:p>`;
    expect(await linesOf(body)).toEqual([
      "paragraph: Due 2026",
      "paragraph: our site in Paris",
      "paragraph: ✓agreed-on",
      "paragraph: ☒Yes",
    ]);
  });

  it("keeps each header text once, without page numbers", async () => {
    const head = (text: string) => `<?xml version="1.0"?><w:hdr ${wordNamespaces}>${text}</w:hdr>`;
    const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/header";
    const relationships = ["a", "b", "c"]
      .map((id) => `<Relationship Id="${id}" Type="${type}" Target="${id}.xml"/>`)
      .join("");
    const members = {
      "word/a.xml": head(paragraph("Acme Ltd")),
      "word/b.xml": head(paragraph("Acme Ltd")),
      "word/c.xml": head(paragraph("3 / 4")),
    };
    const section =
      '<w:sectPr><w:headerReference r:id="a"/><w:headerReference r:id="b"/><w:footerReference r:id="c"/></w:sectPr>';
    expect(await linesOf(paragraph("Text") + section, { relationships, members })).toEqual([
      "paragraph: Text",
      "header_footer: Acme Ltd",
    ]);
  });

  it("turns bold lines into headings if no style does", async () => {
    const bold = (text: string) => paragraph(text, "", "<w:b/>");
    const body =
      bold("Sick leave") + paragraph("Tell your manager.") + bold("Doctor") + paragraph("Bring a note.");
    expect(await linesOf(body + paragraph("More."))).toEqual([
      "heading1: Sick leave",
      "paragraph: Tell your manager.",
      "heading1: Doctor",
      "paragraph: Bring a note.",
      "paragraph: More.",
    ]);
  });
});

describe("pages of a .docx file", () => {
  it("begin at the breaks that Word has marked, each counted once", async () => {
    const body =
      paragraph("One") +
      '<w:p><w:r><w:t xml:space="preserve">goes </w:t></w:r><w:r><w:lastRenderedPageBreak/><w:t>on</w:t></w:r></w:p>' +
      '<w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>Three</w:t></w:r></w:p>' +
      "<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:lastRenderedPageBreak/><w:t>Four</w:t></w:r></w:p>";
    const { pages, blocks } = await extractDocx(docx(body));
    expect(pages.map(({ text }) => text)).toEqual(["One\ngoes", "on", "Three", "Four"]);
    expect(blocks.map(({ continues }) => continues === true)).toEqual([false, false, true, false, false]);
  });

  it("begin with sections, which also set the page size", async () => {
    const section = (inner: string) => `<w:sectPr>${inner}</w:sectPr>`;
    const body =
      `<w:p><w:pPr>${section('<w:pgSz w:w="12240" w:h="15840"/>')}</w:pPr><w:r><w:t>Portrait</w:t></w:r></w:p>` +
      `<w:p><w:pPr>${section('<w:type w:val="continuous"/>')}</w:pPr><w:r><w:t>Same page</w:t></w:r></w:p>` +
      paragraph("Landscape") +
      section('<w:type w:val="nextPage"/><w:pgSz w:w="15840" w:h="12240"/>');
    const { pages } = await extractDocx(docx(body));
    expect(pages.map(({ text, width, height }) => [text, width, height])).toEqual([
      ["Portrait\nSame page", 612, 792],
      ["Landscape", 792, 612],
    ]);
  });

  it("estimates page breaks if the file has none", async () => {
    const sentence = "The member pays the fee at the desk. ";
    const { pages, blocks } = await extractDocx(
      docx(paragraph(sentence.repeat(20)).repeat(12) + paragraph(sentence.repeat(400))),
    );
    expect(pages.length).toBeGreaterThan(6);
    expect(Math.max(...pages.map(({ text }) => text.length))).toBeLessThan(5_000);
    expect(blocks.filter(({ continues }) => continues === true).length).toBeGreaterThan(2);
    expect(pages.every(({ text }) => text.endsWith("."))).toBe(true);
  });
});

describe("an odd .docx package", () => {
  const body = paragraph("Still here");

  it("is read with strict namespaces, unusual prefixes and UTF-16", async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>Strict</x:t></x:r></x:p></x:body></x:document>`;
    const members = { "word/document.xml": Buffer.from(`\ufeff${xml}`, "utf16le") };
    expect(await linesOf("", { members })).toEqual(["paragraph: Strict"]);
  });

  it("is read with backslashes, other names, sizes after the data or no directory", async () => {
    const members = docxMembers(body);
    const main = members["word/document.xml"] ?? "";
    const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
    const renamed = {
      "[Content_Types].xml": "",
      "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${type}" Target="/office/main.xml"/></Relationships>`,
      "office/main.xml": main,
    };
    const files = [
      zip(
        Object.fromEntries(Object.entries(members).map(([name, text]) => [name.replaceAll("/", "\\"), text])),
      ),
      zip(renamed),
      zip({ "word/document.xml": main }),
      zip(members, { sizesBehind: true }),
      zip(members, { withoutDirectory: true }),
      zip(members, { sizesBehind: true, withoutDirectory: true }),
    ];
    for (const file of files) expect(lines(await extractDocx(file))).toEqual(["paragraph: Still here"]);
  });

  it("throws corrupt if its main part is cut off or missing", async () => {
    const whole = docx(body.repeat(200), {}, { withoutDirectory: true });
    expect(lines(await extractDocx(whole.subarray(0, whole.length - 20)))).toHaveLength(200);
    await expect(extractDocx(whole.subarray(0, whole.length - 400))).rejects.toMatchObject({
      code: "corrupt",
    });
    const members = docxMembers("");
    members["word/document.xml"] = String(members["word/document.xml"]).slice(0, -30);
    await expect(extractDocx(zip(members))).rejects.toMatchObject({ code: "corrupt" });
    await expect(extractDocx(zip({ "a.txt": "x" }))).rejects.toMatchObject({ code: "corrupt" });
    await expect(extractDocx(Buffer.from("PK\x03\x04nonsense"))).rejects.toMatchObject({ code: "corrupt" });
  });

  it("without text throws empty, or no_text if it has pictures", async () => {
    await expect(extractDocx(docx(paragraph(" ")))).rejects.toMatchObject({ code: "empty" });
    const members = { "word/media/image1.png": "png" };
    await expect(extractDocx(docx("<w:p/>", { members }))).rejects.toMatchObject({ code: "no_text" });
    const logo = {
      ...members,
      "word/header1.xml": `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>`,
      "word/_rels/header1.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/></Relationships>`,
    };
    await expect(extractDocx(docx("<w:p/>", { members: logo }))).rejects.toMatchObject({ code: "empty" });
    await expect(extractDocx(new Uint8Array())).rejects.toMatchObject({ code: "empty" });
  });
});

describe("a hostile .docx file", () => {
  it("throws too_large for a file that inflates without end, whatever size it claims", async () => {
    const members = { "word/document.xml": Buffer.alloc(80 * 1024 * 1024, "<w:p/>") };
    await expect(extractDocx(docx("", { members }, { claimedSize: 10 }))).rejects.toMatchObject({
      code: "too_large",
    });
  });

  it("throws too_large for far too many zip members", async () => {
    const members = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`word/${index}.xml`, ""]),
    );
    await expect(extractDocx(docx(paragraph("x"), { members }))).rejects.toMatchObject({ code: "too_large" });
  });

  it("throws corrupt for XML entities instead of expanding them", async () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE w:document [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><w:document ${wordNamespaces}><w:body><w:p><w:r><w:t>&b;&c;</w:t></w:r></w:p></w:body></w:document>`;
    await expect(extractDocx(docx("", { members: { "word/document.xml": xml } }))).rejects.toMatchObject({
      code: "corrupt",
    });
  });

  it("throws too_complex for extremely deep nesting", async () => {
    const deep = "<w:sdt><w:sdtContent>".repeat(5_000);
    await expect(extractDocx(docx(deep))).rejects.toMatchObject({ code: "too_complex" });
  });

  it("makes no request to the addresses that it links to", async () => {
    let requests = 0;
    const server = createServer((_, reply) => {
      requests++;
      reply.end("<w:p/>");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.docx`;
    const kinds = [
      "attachedTemplate",
      "subDocument",
      "aFChunk",
      "image",
      "hyperlink",
      "frame",
      "footnotes",
      "header",
    ];
    const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const relationships = kinds
      .map(
        (kind) =>
          `<Relationship Id="${kind}" Type="${types}/${kind}" Target="${url}" TargetMode="External"/>`,
      )
      .join("");
    const body =
      '<w:subDoc r:id="subDocument"/><w:altChunk r:id="aFChunk"/>' +
      '<w:p><w:hyperlink r:id="hyperlink"><w:r><w:t>Link</w:t></w:r></w:hyperlink></w:p>' +
      '<w:sectPr><w:headerReference r:id="header"/></w:sectPr>';
    expect(await linesOf(body, { relationships })).toEqual(["paragraph: Link"]);
    await new Promise((closed) => server.close(closed));
    expect(requests).toBe(0);
  });
});
