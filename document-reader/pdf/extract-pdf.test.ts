import { PDFDocument as PdfLibDocument } from "pdf-lib";
import PdfKit from "pdfkit";
import { describe, expect, test } from "vitest";
import type { Block, ExtractedDocument } from "../extracted-document.ts";
import { readTables } from "../tables/read-tables.ts";
import { extractPdf } from "./extract-pdf.ts";

type Draw = (pdf: PDFKit.PDFDocument) => void;

function makePdf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  const pdf = new PdfKit({ size: "A4", margin: 72, ...options });
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    draw(pdf);
    pdf.end();
  });
}

const textOf = (document: ExtractedDocument, block: Block): string =>
  document.pages[block.page - 1]?.text.slice(block.start, block.end) ?? "";

const textsOf = (document: ExtractedDocument, kind: Block["kind"]): string[] =>
  document.blocks.filter((block) => block.kind === kind).map((block) => textOf(document, block));

const sentence =
  "Every member of staff is entitled to leave that is paid in full and taken in the same year. ";

describe("text and places", () => {
  test("joins lines to paragraphs, undoes hyphens and boxes every line", async () => {
    const bytes = await makePdf((pdf) => {
      pdf.fontSize(11).text("The com-", 72, 100, { lineBreak: false });
      pdf.text("pany pays well-", 72, 114, { lineBreak: false });
      pdf.text("known rates to everybody who works.", 72, 128, { lineBreak: false });
      pdf.text("A well-known fact.", 72, 170, { lineBreak: false });
    });
    const document = await extractPdf(bytes);
    expect(document.pages[0]?.text).toContain("The company pays well-known rates to everybody");
    const { boxes = [], text = "" } = document.pages[0] ?? {};
    expect(boxes.map(({ start, end }) => text.slice(start, end))).toEqual([
      "The com",
      "pany pays well-",
      "known rates to everybody who works.",
      "A well-known fact.",
    ]);
    expect(boxes[0]?.x).toBeCloseTo(72, 0);
    expect(boxes[0]?.y).toBeGreaterThan(95);
    expect(boxes[0]?.y).toBeLessThan(105);
    expect(boxes[0]?.height).toBeGreaterThan(8);
  });

  test("places the text of turned pages where it is seen", async () => {
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
  test.each([2, 3])("reads %i columns one after the other, below their title", async (columns) => {
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

  test("keeps a sidebar apart from the text beside it", async () => {
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

  test("keeps table rows together, with their heading row", async () => {
    const rows = [
      ["Product", "Size", "Price"],
      ["Rooibos tea", "80 bags", "R 54.99"],
      ["Ground coffee", "250 g", "R 89.00"],
      ["Rusks with buttermilk", "500 g", "R 47.50"],
    ];
    const bytes = await makePdf((pdf) => {
      pdf
        .font("Helvetica")
        .fontSize(10)
        .text(`Our prices. ${sentence.repeat(3)}`, 72, 80, { width: 450 });
      for (const [r, row] of rows.entries()) {
        pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica");
        for (const [c, cell] of row.entries())
          pdf.text(cell, 72 + c * 150, 150 + r * 18, { lineBreak: false });
      }
    });
    const document = await extractPdf(bytes);
    expect(textsOf(document, "table_row")).toEqual(rows.map((row) => row.join(" | ")));
    const headers = document.blocks.filter((block) => block.tableHeader === true);
    expect(headers.map((block) => textOf(document, block))).toEqual(["Product | Size | Price"]);
    expect(new Set(document.blocks.filter((b) => b.kind === "table_row").map((b) => b.table))).toEqual(
      new Set([0]),
    );
  });

  test("reads two tables of one page apart, though their columns leave the same gap free", async () => {
    const tables = [
      {
        title: "Tents and bags",
        at: [72, 140, 330, 430],
        rows: [
          ["Code", "Product", "Price", "Warranty"],
          ["TB-1", "Light dome tent for two persons", "R 2 499,00", "2 years"],
          ["TB-2", "Family tent for eight persons", "R 7 499,00", "2 years"],
          ["TB-3", "Warm sleeping bag with hood", "R 899,00", "1 year"],
          ["TB-4", "Cooler box with two handles", "R 1 199,00", "3 years"],
        ],
      },
      {
        title: "Delivery",
        at: [72, 330, 430],
        rows: [
          ["Where", "Cost", "Time"],
          ["Main centres, orders above R1 000", "Free", "2 to 3 working days"],
          ["Main centres, smaller orders", "R 99,00", "2 to 3 working days"],
          ["Elsewhere in the country", "R 149,00", "4 to 7 working days"],
        ],
      },
    ];
    const bytes = await makePdf((pdf) => {
      let y = 80;
      for (const { title, at, rows } of tables) {
        pdf.font("Helvetica-Bold").fontSize(14).text(title, 72, y, { lineBreak: false });
        y += 22;
        for (const [r, row] of rows.entries()) {
          pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(10);
          for (const [c, cell] of row.entries()) pdf.text(cell, at[c], y, { lineBreak: false });
          y += 18;
        }
        y += 12;
      }
    });
    const document = await extractPdf(bytes);
    const rows = tables.flatMap((table) => table.rows.map((row) => row.join(" | ")));
    expect(textsOf(document, "table_row")).toEqual(rows);
    expect(textsOf(document, "heading")).toEqual(["Tents and bags", "Delivery"]);
    const headers = document.blocks.filter((block) => block.tableHeader === true);
    expect(headers.map((block) => textOf(document, block))).toEqual([rows[0], "Where | Cost | Time"]);
  });

  test("parts headings that stand close together where the rows below have columns", async () => {
    const at = [72, 170, 232, 294];
    const rows = [
      ["Size and colour", "1 to 20 pages", "21 to 100", "Paper"],
      ["A4 black", "R 1,80", "R 1,40", "80 g"],
      ["A4 colour", "R 7,50", "R 6,20", "100 g"],
      ["A3 colour", "R 14,50", "R 12,40", "100 g"],
    ];
    const bytes = await makePdf((pdf) => {
      for (const [r, row] of rows.entries()) {
        pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(8.5);
        for (const [c, cell] of row.entries()) pdf.text(cell, at[c], 100 + r * 18, { lineBreak: false });
      }
    });
    expect(textsOf(await extractPdf(bytes), "table_row")).toEqual(rows.map((row) => row.join(" | ")));
  });

  test("keeps a wide first column of a table, and the second line of its last row", async () => {
    const rows = [
      ["Activity", "Covered", "Condition"],
      ["Hiking up to 4 000 m", "yes", "marked path"],
      ["Hiking 4 001 to 5 900 m", "with extra premium", "guide needed"],
      ["Climbing with ropes", "no", "indoor wall: yes"],
      ["Scuba diving to 18 m", "yes", "certificate or instructor"],
    ];
    const bytes = await makePdf((pdf) => {
      for (const [r, row] of rows.entries()) {
        pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(9);
        for (const [c, cell] of row.entries())
          pdf.text(cell, [72, 260, 380][c], 100 + r * 18, { lineBreak: false });
      }
      pdf.text("in a pool", 72, 183, { lineBreak: false });
      pdf.text("Whoever goes elsewhere is not covered by this policy or by any other of ours.", 72, 215);
    });
    expect(textsOf(await extractPdf(bytes), "table_row")).toEqual([
      ...rows.slice(0, -1).map((row) => row.join(" | ")),
      "Scuba diving to 18 m in a pool | yes | certificate or instructor",
    ]);
  });

  test("a table goes on over the page, with its headings before and a single row behind", async () => {
    const headings = ["Part", "Covered", "Period", "Condition"];
    const rows = [
      ["Door seals", "yes", "as the list", "not if torn"],
      ["Shelves", "no", "never", "cracks on delivery"],
      ["Motor", "in part", "as agreed", "labour excluded"],
    ];
    const draw = (pdf: PDFKit.PDFDocument, row: string[], y: number) => {
      for (const [c, cell] of row.entries()) pdf.text(cell, 72 + c * 110, y, { lineBreak: false });
    };
    const bytes = await makePdf((pdf) => {
      pdf.fontSize(9).text("Table 1: What the warranty covers on every appliance", 72, 700);
      draw(pdf.font("Helvetica-Bold"), headings, 720);
      pdf.addPage().font("Helvetica");
      for (const [r, row] of rows.slice(0, 2).entries()) draw(pdf, row, 100 + r * 18);
      draw(pdf.addPage(), rows[2] ?? [], 100);
    });
    const [table, ...others] = readTables(await extractPdf(bytes));
    expect(others).toEqual([]);
    expect(table?.columns).toEqual(headings);
    expect(table?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual(rows);
  });

  test("joins amounts that were wrapped at the space between their thousands", async () => {
    const lines = [
      ["Product", "100", "5 000"],
      ["Wedding invitation,", "R 1", "R 12"],
      ["A6 with envelope", "290,00", "640,00"],
      ["Funeral programme", "R 950,00", "R 1"],
      ["", "", "980,00"],
    ];
    const tops = [100, 120, 131, 151, 162];
    const bytes = await makePdf((pdf) => {
      for (const [r, line] of lines.entries()) {
        pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(10);
        for (const [c, cell] of line.entries()) pdf.text(cell, 72 + c * 130, tops[r], { lineBreak: false });
      }
    });
    expect(textsOf(await extractPdf(bytes), "table_row")).toEqual([
      "Product | 100 | 5 000",
      "Wedding invitation, A6 with envelope | R 1 290,00 | R 12 640,00",
      "Funeral programme | R 950,00 | R 1 980,00",
    ]);
  });

  test.each([
    [
      "left to right as it is seen",
      (codes: number[]) => codes.toReversed().map((code, i) => [code, i] as const),
    ],
    [
      "right to left as it is read",
      (codes: number[]) => codes.map((code, i) => [code, codes.length - 1 - i] as const),
    ],
  ])("reads Hebrew that the file writes from %s", async (_, order) => {
    const codes = [..."שלום עולם 24"].map((c) => c.codePointAt(0) ?? 0);
    // A number within the line runs from left to right.
    const seen = [...codes.slice(0, -2), ...codes.slice(-2).toReversed()];
    const text = (await extractPdf(hebrewPdf(order(seen)))).pages[0]?.text;
    expect(text).toBe("שלום עולם 24");
  });
});

/** A page with one line whose characters stand at the given places, with a font that only has widths. */
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

  test("marks a paragraph that goes on over the page", async () => {
    const words = Array.from({ length: 1_200 }, (_, i) => `word${i}`).join(" ");
    const document = await extractPdf(
      await makePdf((pdf) => pdf.fontSize(11).text(`${words}.`, { width: 450 })),
    );
    expect(document.blocks.filter((block) => block.page === 2)).toMatchObject([
      { kind: "paragraph", continues: true },
    ]);
  });

  test("blocks are in order and do not overlap", async () => {
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

  test("includes what is typed into form fields", async () => {
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
  test("a password is asked for, an empty one is not", async () => {
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

  test("a scan has no text, also with a typed cover", async () => {
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

  test("tells empty pages from a corrupt file, and reads what is left of a cut-off one", async () => {
    await expect(extractPdf(await makePdf(() => {}))).rejects.toMatchObject({ code: "empty" });
    await expect(extractPdf(Buffer.from("%PDF-1.7\nnothing that follows is a PDF"))).rejects.toMatchObject({
      code: "corrupt",
    });
    const whole = await makePdf((pdf) => pdf.text(sentence.repeat(10)), { compress: false });
    const text = (await extractPdf(whole.subarray(0, whole.length - 300))).pages[0]?.text ?? "";
    expect(text).toContain("Every member of staff");
  });
});
