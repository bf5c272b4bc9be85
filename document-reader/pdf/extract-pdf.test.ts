import { PDFDocument as PdfLibDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { makePdf, sentence, textOf, textsOf, type Draw } from "../../test/pdf-fixtures.ts";
import { extractPdf } from "./extract-pdf.ts";

describe("text and positions", () => {
  test("joins lines to paragraphs, rejoins hyphenated words and has a box per line", async () => {
    const bytes = await makePdf((pdf) => {
      pdf.fontSize(11).text("The com-", 72, 100, { lineBreak: false });
      pdf.text("pany pays well-", 72, 114, { lineBreak: false });
      pdf.text("known rates to everybody who works.", 72, 128, { lineBreak: false });
      pdf.text("A well-known fact.", 72, 170, { lineBreak: false });
      pdf.text("The price of month-", 72, 210, { lineBreak: false });
      pdf.text("to-month packages rises to a limit of", 72, 224, { lineBreak: false });
      pdf.text("5. Others keep theirs.", 72, 238, { lineBreak: false });
    });
    const document = await extractPdf(bytes);
    expect(document.pages[0]?.text).toContain("The company pays well-known rates to everybody");
    const { boxes = [], text = "" } = document.pages[0] ?? {};
    expect(boxes.map(({ start, end }) => text.slice(start, end))).toEqual([
      "The com",
      "pany pays well-",
      "known rates to everybody who works.",
      "A well-known fact.",
      "The price of month-",
      "to-month packages rises to a limit of",
      "5. Others keep theirs.",
    ]);
    expect(textsOf(document, "paragraph").at(-1)).toBe(
      "The price of month-to-month packages rises to a limit of 5. Others keep theirs.",
    );
    expect(boxes[0]?.x).toBeCloseTo(72, 0);
    expect(boxes[0]?.y).toBeGreaterThan(95);
    expect(boxes[0]?.y).toBeLessThan(105);
    expect(boxes[0]?.height).toBeGreaterThan(8);
  });

  test("reads words whose letters are drawn one by one beside a narrow column", async () => {
    const prices = Array.from({ length: 12 }, (_, row) => `R ${row + 10}0`);
    const bytes = await makePdf(
      (pdf) => {
        pdf.fontSize(24);
        let x = 50;
        for (const letter of "Pathology prices") {
          pdf.text(letter, x, 60, { lineBreak: false });
          x += pdf.widthOfString(letter);
        }
        pdf.fontSize(12);
        for (const [row, price] of prices.entries())
          pdf.text(price, 700, 86 + row * 12, { lineBreak: false });
      },
      { layout: "landscape" },
    );
    const [page] = (await extractPdf(bytes)).pages;
    expect(page?.text.replaceAll("\n", " ")).toBe(["Pathology prices", ...prices].join(" "));
  });

  test("has the displayed position of text on rotated pages", async () => {
    const made = await PdfLibDocument.load(
      await makePdf((pdf) => pdf.fontSize(12).text("Upper left of the sheet", 50, 60, { lineBreak: false })),
    );
    made.getPage(0).setRotation({ type: "degrees", angle: 90 } as never);
    const document = await extractPdf(await made.save());
    const [page] = document.pages;
    expect(page?.text).toBe("Upper left of the sheet");
    expect(page?.width).toBeCloseTo(841.9, 0);
    // Turned clockwise, the text runs downwards along the right edge.
    expect(page?.boxes[0]?.x).toBeGreaterThan(700);
    expect(page?.boxes[0]?.y).toBeCloseTo(50, 0);
    expect((page?.boxes[0]?.height ?? 0) > (page?.boxes[0]?.width ?? 0)).toBe(true);
  });
});

describe("reading order", () => {
  test("reads columns one after the other if the second one begins higher", async () => {
    const columns = [
      [
        "Opening times",
        "From December the clinic opens at",
        "seven on weekdays and at eight on",
        "Saturdays, except on holidays.",
      ],
      [
        "Medicine",
        "Collect medicine at the fourth window",
        "until eleven, and bring your identity",
        "card and your green clinic card.",
      ],
    ];
    const bytes = await makePdf((pdf) => {
      pdf.fontSize(20).text("Newsletter", 50, 60);
      for (const [at, [title = "", ...lines]] of columns.entries()) {
        const [x, y] = [50 + at * 260, 120 - at * 12];
        pdf.font("Helvetica-Bold").fontSize(11).text(title, x, y, { lineBreak: false });
        pdf.font("Helvetica").fontSize(10);
        for (const [l, line] of lines.entries()) pdf.text(line, x, y + 22 + l * 11, { lineBreak: false });
      }
    });
    const text = (await extractPdf(bytes)).pages[0]?.text.replaceAll("\n", " ");
    expect(text).toBe(["Newsletter", ...columns.flat()].join(" "));
  });

  test.each([2, 3])("reads %i columns one after the other, after their title", async (columns) => {
    const bytes = await makePdf((pdf) => {
      pdf.fontSize(20).text("Annual report of the whole company", 50, 60, { width: 500 });
      for (let column = 0; column < columns; column++) {
        const width = 495 / columns - 20;
        const words = Array.from({ length: 60 }, (_, i) => `c${column}w${i}`).join(" ");
        pdf
          .fontSize(9)
          .text(`${words} end of column ${column}.`, 50 + column * (width + 20), 120 + column * 3, { width });
      }
    });
    const words = (await extractPdf(bytes)).pages[0]?.text.match(/c\dw\d+/g) ?? [];
    const expected = Array.from({ length: columns }, (_, c) =>
      Array.from({ length: 60 }, (__, i) => `c${c}w${i}`),
    );
    expect(words).toEqual(expected.flat());
  });

  test("separates a sidebar from the text beside it", async () => {
    const bytes = await makePdf((pdf) => {
      pdf.fontSize(11).text(sentence.repeat(12), 72, 100, { width: 300 });
      pdf
        .fontSize(8)
        .text("Call us on 021 555 0199 or write to the desk on the second floor at any time.", 420, 104, {
          width: 110,
        });
    });
    const text = (await extractPdf(bytes)).pages[0]?.text ?? "";
    expect(text).toContain("Call us on 021 555 0199 or write to the desk on the second floor at any time.");
    expect(text).toContain(sentence.repeat(3).trim());
  });

  test.each([
    [
      "left to right in visual order",
      (codes: number[]) => codes.toReversed().map((code, i) => [code, i] as const),
    ],
    [
      "right to left in reading order",
      (codes: number[]) => codes.map((code, i) => [code, codes.length - 1 - i] as const),
    ],
  ])("reads Hebrew that the file stores from %s", async (_, order) => {
    const codes = [..."שלום עולם 24"].map((c) => c.codePointAt(0) ?? 0);
    // A number within the line runs from left to right.
    const seen = [...codes.slice(0, -2), ...codes.slice(-2).toReversed()];
    const text = (await extractPdf(hebrewPdf(order(seen)))).pages[0]?.text;
    expect(text).toBe("שלום עולם 24");
  });
});

/** A page with one line of characters at the given places, in a font without glyphs. */
function hebrewPdf(placed: (readonly [code: number, place: number])[]): Buffer {
  const glyphs = new Map(placed.map(([code], i) => [code, 0x41 + i]));
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
  const map = [...glyphs].map(([code, glyph]) => `<${hex(glyph, 2)}> <${hex(code, 4)}>`).join("\n");
  const cmap = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${glyphs.size} beginbfchar ${map} endbfchar endcmap`;
  const shown = placed.map(
    ([code, at]) => `1 0 0 1 ${100 + at * 6} 700 Tm <${hex(glyphs.get(code) ?? 0, 2)}> Tj`,
  );
  const content = `BT /F 10 Tf ${shown.join(" ")} ET`;
  const widths = Array.from({ length: 64 }, () => 600).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 65 /LastChar 128 /Widths [${widths}] /ToUnicode 6 0 R >>`,
    `<< /Length ${cmap.length} >>\nstream\n${cmap}\nendstream`,
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj`).join("\n");
  return Buffer.from(`%PDF-1.4\n${body}\ntrailer\n<< /Root 1 0 R >>\n`);
}

describe("structure", () => {
  test("finds headings with their levels, list items and running lines", async () => {
    const bytes = await makePdf((pdf) => {
      for (let page = 1; page <= 4; page++) {
        if (page > 1) pdf.addPage();
        pdf.font("Helvetica").fontSize(8).text("Acme Staff Handbook", 72, 30, { lineBreak: false });
        pdf.text(`Page ${page} of 4`, 280, 790, { lineBreak: false, height: 10 });
        pdf.font("Helvetica-Bold").fontSize(18).text(`Chapter ${page}`, 72, 80);
        pdf.fontSize(13).text("Who may take leave", 72, 120);
        pdf.font("Helvetica").fontSize(10).text(sentence.repeat(4), 72, 150, { width: 450 });
        pdf.text("• Annual leave of twenty days", 80, 260, { lineBreak: false });
        pdf.text("• Sick leave of ten days", 80, 275, { lineBreak: false });
      }
    });
    const document = await extractPdf(bytes);
    const headings = document.blocks.filter((block) => block.kind === "heading" && block.page === 2);
    expect(headings.map((block) => [textOf(document, block), block.level])).toEqual([
      ["Chapter 2", 1],
      ["Who may take leave", 2],
    ]);
    expect(textsOf(document, "list_item").slice(0, 2)).toEqual([
      "• Annual leave of twenty days",
      "• Sick leave of ten days",
    ]);
    expect(textsOf(document, "header_footer")).toEqual(
      [1, 2, 3, 4].flatMap((n) => ["Acme Staff Handbook", `Page ${n} of 4`]),
    );
    expect(document.title).toBe("Chapter 1");
  });

  test("reads bullets that are drawn as shapes", async () => {
    const document = await extractPdf(
      await makePdf((pdf) => {
        pdf.fontSize(11).text("Bring the following:", 72, 100, { lineBreak: false });
        for (const [at, item] of ["a copy of your ID;", "your tax number."].entries()) {
          pdf.circle(82, 116 + at * 15, 1.6).fill("black");
          pdf.text(item, 92, 112 + at * 15, { lineBreak: false });
        }
        pdf.rect(80, 140, 4, 4).fill("black").text("a pen", 92, 138, { lineBreak: false });
        pdf.text("Drinks", 72, 190, { lineBreak: false }).circle(115, 195, 1.6).fill("black");
        pdf.text("Starters", 122, 190, { lineBreak: false });
      }),
    );
    expect(textsOf(document, "list_item")).toEqual(["• a copy of your ID;", "• your tax number.", "• a pen"]);
    expect(document.pages[0]?.text.match(/•/gu)).toHaveLength(3);
  });

  test("marks a paragraph that continues on the next page", async () => {
    const words = Array.from({ length: 1_200 }, (_, i) => `word${i}`).join(" ");
    const document = await extractPdf(
      await makePdf((pdf) => pdf.fontSize(11).text(`${words}.`, { width: 450 })),
    );
    expect(document.blocks.filter((block) => block.page === 2)).toMatchObject([
      { kind: "paragraph", continues: true },
    ]);
  });

  test("reads footnotes behind the paragraph or list that has their mark", async () => {
    const bytes = await makePdf((pdf) => {
      const line = (text: string, y: number) => pdf.text(text, 72, y, { lineBreak: false });
      pdf.font("Helvetica-Bold").fontSize(14);
      line("Peak season", 90);
      line("Sick leave", 190);
      pdf.font("Helvetica").fontSize(10);
      line("Nobody is away for more than five days in a row.1 Ask the manager early.", 112);
      line("A certificate is needed:", 212);
      line("• for more than two shifts;2", 232);
      line("• next to a public holiday.", 246);
      line("Phone before the shift begins, and again on the day before you come back.", 272);
      pdf.fontSize(8);
      line("1. Your own wedding is exempt from this limit.", 700);
      line("2. A clinic may write it for up to two shifts.", 712);
    });
    const document = await extractPdf(bytes);
    expect(document.blocks.map((block) => `${block.kind}: ${textOf(document, block)}`)).toEqual([
      "heading: Peak season",
      "paragraph: Nobody is away for more than five days in a row.1 Ask the manager early.",
      "footnote: 1. Your own wedding is exempt from this limit.",
      "heading: Sick leave",
      "paragraph: A certificate is needed:",
      "list_item: • for more than two shifts;2",
      "list_item: • next to a public holiday.",
      "footnote: 2. A clinic may write it for up to two shifts.",
      "paragraph: Phone before the shift begins, and again on the day before you come back.",
    ]);
  });

  test("has blocks in order and without overlap", async () => {
    const bytes = await makePdf((pdf) =>
      pdf.fontSize(11).text(`${sentence.repeat(5)}\n\n${sentence.repeat(60)}`),
    );
    const { blocks, pages } = await extractPdf(bytes);
    for (const page of pages) {
      let last = 0;
      for (const block of blocks.filter((b) => b.page === page.page)) {
        expect(block.start).toBeGreaterThanOrEqual(last);
        expect(block.end).toBeGreaterThan(block.start);
        last = block.end;
      }
      expect(last).toBe(page.text.length);
    }
  });

  test("includes the text of form fields", async () => {
    const pdf = await PdfLibDocument.create();
    const page = pdf.addPage([400, 300]);
    page.drawText("Name of the claimant", { x: 40, y: 250, size: 12 });
    const field = pdf.getForm().createTextField("claimant");
    field.setText("Nomvula Dlamini");
    field.addToPage(page, { x: 180, y: 240, width: 160, height: 24 });
    expect((await extractPdf(await pdf.save())).pages[0]?.text).toContain("Nomvula Dlamini");
  });
});

describe("files that cannot be read", () => {
  test("throws password_protected unless the user password is empty", async () => {
    const draw: Draw = (pdf) => pdf.text("The premium is due on the first day of the month.");
    const locked = makePdf(draw, { userPassword: "secret", pdfVersion: "1.7" });
    await expect(extractPdf(await locked)).rejects.toMatchObject({ code: "password_protected" });
    const owned = await makePdf(draw, {
      ownerPassword: "owner",
      permissions: { copying: false },
      pdfVersion: "1.7",
    });
    expect((await extractPdf(owned)).pages[0]?.text).toContain("The premium is due");
  });

  test("throws no_text for a scan, even with a typed cover", async () => {
    const onePixel = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const scan = await makePdf((pdf) => pdf.image(onePixel, 0, 0, { width: 595, height: 842 }));
    await expect(extractPdf(scan)).rejects.toMatchObject({ code: "no_text" });
    const covered = await makePdf((pdf) => {
      pdf.text("Credit control by-law");
      for (let i = 0; i < 9; i++) pdf.addPage().image(onePixel, 0, 0, { width: 595, height: 842 });
    });
    await expect(extractPdf(covered)).rejects.toMatchObject({ code: "no_text" });
  });

  test("distinguishes empty from corrupt and truncated files", async () => {
    await expect(extractPdf(await makePdf(() => {}))).rejects.toMatchObject({ code: "empty" });
    await expect(extractPdf(Buffer.from("%PDF-1.7\nnothing that follows is a PDF"))).rejects.toMatchObject({
      code: "corrupt",
    });
    const whole = await makePdf((pdf) => pdf.text(sentence.repeat(10)), { compress: false });
    const truncated = whole.subarray(0, whole.length - 300);
    await expect(extractPdf(truncated)).rejects.toMatchObject({ code: "corrupt" });
    // A file made for the web starts with what its first page needs, so a half of it can be opened.
    const half = Buffer.from(
      Buffer.from(whole)
        .toString("latin1")
        .replace("\n", `\n%/Linearized 1 /L ${2 * whole.length} `),
      "latin1",
    );
    await expect(extractPdf(half)).rejects.toMatchObject({ code: "corrupt" });
  });
});
