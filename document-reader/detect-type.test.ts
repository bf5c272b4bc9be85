import { Document, Packer, Paragraph } from "docx";
import { describe, expect, it } from "vitest";
import { detectType } from "./detect-type.ts";
import { docx, docxMembers, paragraph, zip } from "../test/word-fixtures.ts";

describe("detectType", () => {
  it("detects a PDF by its header, even after other bytes", () => {
    expect(detectType(Buffer.from("%PDF-1.7\n"))).toBe("pdf");
    expect(detectType(Buffer.from(`${"x".repeat(900)}%PDF-1.4`))).toBe("pdf");
    expect(detectType(Buffer.from(`${"x".repeat(2000)}%PDF-1.4`))).toBeNull();
  });

  it("detects a Word package from any program, even without its zip directory", async () => {
    const file = new Document({ sections: [{ children: [new Paragraph("x")] }] });
    expect(detectType(await Packer.toBuffer(file))).toBe("docx");
    expect(detectType(docx(paragraph("x")))).toBe("docx");
    expect(detectType(docx(paragraph("x"), {}, { withoutDirectory: true }))).toBe("docx");
    expect(detectType(docx(paragraph("x"), { members: { "word/embeddings/book.xlsx": "x" } }))).toBe("docx");
  });

  it("rejects a document with macros", () => {
    expect(detectType(docx(paragraph("x"), { members: { "word/vbaProject.bin": "x" } }))).toBeNull();
  });

  it("detects old Word files that have no OLE container", () => {
    const stream = Buffer.alloc(1024);
    stream.writeUInt16LE(0xa5db, 0);
    expect(detectType(stream)).toBe("doc");
  });

  it("rejects every other file type", () => {
    const contentTypes = docxMembers("")["[Content_Types].xml"] ?? "";
    const others = [
      zip({ "[Content_Types].xml": contentTypes, "xl/workbook.xml": "<x/>" }),
      zip({ "[Content_Types].xml": contentTypes, "ppt/presentation.xml": "<x/>" }),
      zip({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<x/>" }),
      Buffer.from("{\\rtf1 text}"),
      Buffer.from("<html><body>text</body></html>"),
      Buffer.from("plain text"),
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      Buffer.from("MZ\x90\x00", "latin1"),
      Buffer.from("PK\x03\x04", "latin1"),
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
    ];
    for (const file of others) expect(detectType(file)).toBeNull();
  });

  it("throws empty for a file of zero bytes", () => {
    expect(() => detectType(new Uint8Array())).toThrow(expect.objectContaining({ code: "empty" }));
  });
});
