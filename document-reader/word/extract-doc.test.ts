import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { detectType } from "../detect-type.ts";
import type { ExtractedDocument } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { extractDoc } from "./doc/extract-doc.ts";

/** A document of our own, saved by LibreOffice Writer 7.4 as "MS Word 97". */
const handbook = await readFile(new URL("./fixtures/handbook.doc", import.meta.url));

function lines({ pages, blocks }: ExtractedDocument): string[] {
  return blocks.map(({ kind, level, page, start, end }) => {
    const text = pages[page - 1]?.text.slice(start, end) ?? "";
    return `${page} ${kind}${level ?? ""}: ${text}`;
  });
}

/** A copy of the handbook with some bytes changed. */
function changed(change: (bytes: Buffer) => void): Buffer {
  const copy = Buffer.from(handbook);
  change(copy);
  return copy;
}

const streamStart = handbook.indexOf(Buffer.from([0xec, 0xa5]));

/** A Word 2 or 6 file without a container: the file information block and one-byte text. */
function oldWord(mark: number, language: number, text: Buffer): Buffer {
  const start = 768;
  const stream = Buffer.alloc(start + text.length);
  stream.writeUInt16LE(mark, 0);
  stream.writeUInt16LE(mark === 0xa5db ? 45 : 101, 2);
  stream.writeUInt16LE(language, 6);
  stream.writeUInt32LE(start, 24);
  stream.writeUInt32LE(start + text.length, 28);
  stream.writeUInt32LE(text.length, 52);
  text.copy(stream, start);
  return stream;
}

describe("a .doc file", () => {
  it("has headings, lists, tables, notes, text boxes, tracked changes and pages", async () => {
    const document = await extractDoc(handbook);
    expect(document.title).toBe("Staff handbook");
    expect(lines(document)).toEqual([
      "1 heading1: Staff handbook",
      "1 heading1: Annual leave",
      "1 paragraph: Every member of staff gets 21 days—é, ü, Ж and € included.",
      "1 footnote: Public holidays not counted.",
      "1 heading2: Who may ask",
      "1 list_item: 1. Permanent staff",
      "1 list_item: 2. Temporary staff",
      "1 list_item: 2.1 After six months",
      "1 list_item: • Bring the form",
      "1 paragraph: Kept added",
      "1 table_row: Grade | Days | Notice",
      "1 table_row: A | 20 | 1 month",
      "1 table_row: B | 25 | 2 months",
      "1 paragraph: Paragraph with a box.",
      "1 paragraph: Text in a box",
      "1 table_row: Outer | With a table",
      "1 table_row: in | 1",
      "1 table_row: out | 2",
      "1 header_footer: Acme Ltd",
      "2 paragraph: Second page",
      "2 paragraph: Ends here.",
      "2 paragraph: See the site",
      "2 footnote: Source: the board.",
    ]);
    expect(document.blocks.filter(({ tableHeader }) => tableHeader === true)).toHaveLength(1);
    expect(document.pages[0]).toMatchObject({ width: 595.3, height: 841.9 });
  });

  it("decodes a Word 6 file without a container by the code page of its language", async () => {
    // "Отпуск 21 день" in Windows-1251.
    const text = Buffer.from("cef2eff3f1ea20323120e4e5edfc0d", "hex");
    const document = await extractDoc(oldWord(0xa5dc, 0x419, text));
    expect(lines(document)).toEqual(["1 paragraph: Отпуск 21 день"]);
  });

  it("reads a Word 2 file with its tables", async () => {
    const text = Buffer.from("Caf\xe9 prices\rCoffee\x0720\x07\x07Tea\x0715\x07\x07The end\r", "latin1");
    expect(lines(await extractDoc(oldWord(0xa5db, 0x409, text)))).toEqual([
      "1 paragraph: Café prices",
      "1 table_row: Coffee | 20",
      "1 table_row: Tea | 15",
      "1 paragraph: The end",
    ]);
  });

  it("throws password_protected if the file is encrypted", async () => {
    const locked = changed((bytes) =>
      bytes.writeUInt8(bytes.readUInt8(streamStart + 11) | 1, streamStart + 11),
    );
    await expect(extractDoc(locked)).rejects.toMatchObject({ code: "password_protected" });
    expect(detectType(handbook)).toBe("doc");
    const name = Buffer.from("WordDocument", "utf16le");
    const lockedPackage = changed((bytes) => {
      const at = bytes.indexOf(name);
      bytes.write("EncryptedPackage", at, "utf16le");
      bytes.writeUInt16LE(34, at + 64);
    });
    expect(() => detectType(lockedPackage)).toThrow(expect.objectContaining({ code: "password_protected" }));
    const spreadsheet = changed((bytes) => {
      const at = bytes.indexOf(name);
      bytes.fill(0, at, at + 64);
      bytes.write("Workbook", at, "utf16le");
      bytes.writeUInt16LE(18, at + 64);
    });
    expect(detectType(spreadsheet)).toBeNull();
  });

  it("without text throws empty", async () => {
    await expect(extractDoc(oldWord(0xa5dc, 0x409, Buffer.from("\r\r")))).rejects.toMatchObject({
      code: "empty",
    });
    await expect(extractDoc(new Uint8Array())).rejects.toMatchObject({ code: "empty" });
  });

  it("rejects a circular chain of sectors instead of looping forever", async () => {
    const circling = changed((bytes) => {
      const fat = (bytes.readUInt32LE(76) + 1) * 512;
      for (let sector = 0; sector < 128; sector++) bytes.writeUInt32LE(sector % 3, fat + sector * 4);
    });
    await expect(extractDoc(circling)).rejects.toBeInstanceOf(ExtractionError);
  });

  it("reads a damaged file, or rejects it with an error code", async () => {
    // Park and Miller's generator, so that every run has the same damage.
    let random = 1;
    const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 400; round++) {
      const damaged = changed((bytes) => {
        for (let hit = 0; hit < 12; hit++)
          bytes.writeUInt8(next(2) === 0 ? 255 : next(256), next(bytes.length));
      });
      const cut = round % 4 === 0 ? damaged.subarray(0, next(damaged.length)) : damaged;
      const result = await extractDoc(cut).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(ExtractionError);
    }
  });
});
