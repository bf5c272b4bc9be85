import { Document, Packer, Paragraph, Table, TableCell, TableRow } from "docx";
import PdfKit from "pdfkit";
import { describe, expect, test } from "vitest";
import { readDocument } from "../read-document.ts";
import type { DocumentTable } from "./document-table.ts";
import { readTables } from "./read-tables.ts";

/** Renders a table as lines of text: "–" for an empty cell, ">" for a column covered by a merged cell. */
function shown({ columns, rows }: DocumentTable): string[] {
  return [
    columns.join(" | "),
    ...rows.map(({ section, cells }) => {
      const texts = columns.map((_, at) => {
        const cell = cells.find(({ column, columns: width }) => column <= at && at < column + width);
        return cell === undefined ? "–" : cell.column === at ? cell.text : ">";
      });
      return `${section === null ? "" : `[${section}] `}${texts.join(" | ")}`;
    }),
  ];
}

/** A PDF with cells drawn on a grid of 90 × 20 points, each with a border unless `lines` is false. */
async function drawPdf(
  draw: (cell: (row: number, column: number, width: number, text: string, height?: number) => void) => void,
  { lines = true }: { lines?: boolean } = {},
): Promise<Uint8Array> {
  const pdf = new PdfKit({ size: "A4", margin: 40 });
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array>((resolve) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
  });
  pdf.fontSize(9).text("What we pay for each of the three options of the scheme in this year", 40, 60);
  draw((row, column, width, text, height = 1) => {
    const [x, y] = [40 + column * 90, 100 + row * 20];
    if (lines) pdf.rect(x, y, width * 90, height * 20).stroke();
    const bold = row === 0;
    pdf.font(bold ? "Helvetica-Bold" : "Helvetica");
    const room = width * 90 - pdf.widthOfString(text);
    pdf.text(text, x + (width > 1 ? room / 2 : 4), y + 6, { lineBreak: false });
  });
  pdf.end();
  return done;
}

describe("tables of a PDF", () => {
  test("keep empty cells in their columns and recognize merged ones by their borders", async () => {
    const bytes = await drawPdf((cell) => {
      for (const [at, name] of ["Benefit", "Seed", "Stem", "Branch", "Canopy"].entries())
        cell(0, at, 1, name);
      cell(1, 0, 1, "Antenatal classes");
      cell(1, 1, 1, "");
      for (const [at, price] of ["R 750", "R 900", "R 1 420"].entries()) cell(1, at + 2, 1, price);
      cell(2, 0, 1, "Scans");
      cell(2, 1, 4, "Two");
      cell(3, 0, 1, "Check-up");
      cell(3, 1, 1, "1");
      cell(3, 2, 2, "2");
      cell(3, 4, 1, "No limit");
    });
    const [table] = readTables(await readDocument(bytes));
    expect(shown(table as DocumentTable)).toEqual([
      "Benefit | Seed | Stem | Branch | Canopy",
      "Antenatal classes | – | R 750 | R 900 | R 1 420",
      "Scans | Two | > | > | >",
      "Check-up | 1 | 2 | > | No limit",
    ]);
  });

  test("repeat a label in every row that its cell spans", async () => {
    const bytes = await drawPdf((cell) => {
      for (const [at, name] of ["Option", "Income", "Price"].entries()) cell(0, at, 1, name);
      cell(1, 0, 1, "Seed", 2);
      cell(1, 1, 1, "R 0 to R 9 500");
      cell(1, 2, 1, "R 1 184");
      cell(2, 1, 1, "R 9 501 and more");
      cell(2, 2, 1, "R 1 472");
    });
    const [table] = readTables(await readDocument(bytes));
    expect(shown(table as DocumentTable)).toEqual([
      "Option | Income | Price",
      "Seed | R 0 to R 9 500 | R 1 184",
      "Seed | R 9 501 and more | R 1 472",
    ]);
  });

  test("keep empty cells in their columns without borders, too", async () => {
    const bytes = await drawPdf(
      (cell) => {
        for (const [at, name] of ["Item", "Weekday", "Saturday", "Sunday"].entries()) cell(0, at, 1, name);
        for (const [at, text] of ["Shop", "08:00", "09:00", "closed"].entries()) cell(1, at, 1, text);
        cell(2, 0, 1, "Desk");
        cell(2, 2, 1, "10:00");
        for (const [at, text] of ["Gate", "06:00", "07:00", "07:30"].entries()) cell(3, at, 1, text);
      },
      { lines: false },
    );
    const [table] = readTables(await readDocument(bytes));
    expect(shown(table as DocumentTable)[2]).toBe("Desk | – | 10:00 | –");
  });
});

/** A cell of a Word table: its text, with the number of columns and rows it spans if more than one. */
type Cell = string | { text: string; columns?: number; rows?: number };

async function wordTable(rows: Cell[][], after: string[] = []): Promise<Uint8Array> {
  const table = new Table({
    rows: rows.map(
      (row, at) =>
        new TableRow({
          tableHeader: at === 0,
          children: row.map((cell) => {
            const { text, columns = 1, rows: height = 1 } = typeof cell === "string" ? { text: cell } : cell;
            return new TableCell({ children: [new Paragraph(text)], columnSpan: columns, rowSpan: height });
          }),
        }),
    ),
  });
  const children = [new Paragraph("Table 1. Prices"), table, ...after.map((text) => new Paragraph(text))];
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

describe("tables of a Word document", () => {
  test("reads multi-level column names, sections, merged and empty cells", async () => {
    const bytes = await wordTable([
      [
        { text: "Item", rows: 2 },
        { text: "Price", columns: 2 },
        { text: "Note", rows: 2 },
      ],
      ["Buy", "Rent"],
      [{ text: "Routers", columns: 4 }],
      ["Sparrow", "R 749,00", "R 39,00", ""],
      ["Eagle", { text: "on request", columns: 2 }, "new"],
      ["Mesh", "", "R 55,00", ""],
    ]);
    const [table] = readTables(await readDocument(bytes));
    expect(table?.caption).toBe("Table 1. Prices");
    expect(shown(table as DocumentTable)).toEqual([
      "Item | Price, Buy | Price, Rent | Note",
      "[Routers] Sparrow | R 749,00 | R 39,00 | –",
      "[Routers] Eagle | on request | > | new",
      "[Routers] Mesh | – | R 55,00 | –",
    ]);
  });

  test("adds notes to the rows that refer to them, and drops their marks", async () => {
    const bytes = await wordTable(
      [
        ["Item", "Price"],
        ["Boots*", "R 640,00"],
        ["Coat", "R 165,00 1"],
        ["Size 12 m²", "R 90,00"],
        ["Gloves a)", "R 45,00"],
      ],
      ["* Retort crews: every nine months.", "1 With VAT.", "a) Not for the laundry."],
    );
    const [table] = readTables(await readDocument(bytes));
    expect(table?.rows.map(({ cells, notes }) => [...cells.map(({ text }) => text), ...notes])).toEqual([
      ["Boots", "R 640,00", "Retort crews: every nine months."],
      ["Coat", "R 165,00", "With VAT."],
      ["Size 12 m²", "R 90,00"],
      ["Gloves", "R 45,00", "Not for the laundry."],
    ]);
  });

  test("stores the position of every cell on its page", async () => {
    const document = await readDocument(
      await wordTable([
        ["Item", "Price"],
        ["Boots", "R 640,00"],
      ]),
    );
    for (const { cells } of readTables(document).flatMap(({ rows }) => rows))
      for (const { page, start, end, text } of cells)
        expect(document.pages[page - 1]?.text.slice(start, end)).toBe(text);
  });
});
