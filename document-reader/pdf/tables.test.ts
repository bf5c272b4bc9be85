import { expect, test } from "vitest";
import { drawRow, makePdf, sentence, textOf, textsOf } from "../../test/pdf-fixtures.ts";
import { readTables } from "../tables/read-tables.ts";
import { extractPdf } from "./extract-pdf.ts";

test("reads the rows of a table, with its heading row", async () => {
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
      drawRow(pdf, row, 150, 150 + r * 18);
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

test("separates two tables of one page that have a column gap in common", async () => {
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
        drawRow(pdf, row, at, y);
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

test("reads rows at the edges of pages that a table without lines covers", async () => {
  const pageOf = (page: number) =>
    Array.from({ length: 40 }, (_, row) => [`FIT-${page}${row + 10}`, `Brass fitting ${row} mm`, "each"]);
  const pages = [1, 2, 3, 4].map(pageOf);
  const bytes = await makePdf((pdf) => {
    pdf.font("Helvetica").fontSize(10);
    for (const [p, rows] of pages.entries()) {
      if (p > 0) pdf.addPage();
      pdf.text("Umlilo Gas", 72, 30, { lineBreak: false });
      for (const [r, row] of rows.entries()) drawRow(pdf, row, 150, 60 + r * 18);
    }
  });
  const document = await extractPdf(bytes);
  expect(textsOf(document, "table_row")).toEqual(pages.flat().map((row) => row.join(" | ")));
  expect(textsOf(document, "header_footer")).toEqual(pages.map(() => "Umlilo Gas"));
});

test("separates tables whose only lines are the edges of shaded headings", async () => {
  const headings = ["Category", "Step", "Tariff"];
  const tables = ["Water", "Electricity", "Refuse"].map((title, at) => ({
    title,
    rows: ["Homes", "Shops", "Farms"].map((name, row) => [name, `Step ${row}`, `R ${at}${row}.50`]),
  }));
  const bytes = await makePdf((pdf) => {
    let y = 80;
    for (const { title, rows } of tables) {
      pdf.font("Helvetica-Bold").fontSize(15).text(title, 72, y, { lineBreak: false });
      y += 26;
      pdf
        .rect(68, y - 4, 450, 16)
        .fill("#dddddd")
        .fill("#000000");
      for (const [r, row] of [headings, ...rows].entries()) {
        pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(9);
        drawRow(pdf, row, 150, y);
        y += 15;
      }
      y += 10;
    }
  });
  const document = await extractPdf(bytes);
  expect(textsOf(document, "heading")).toEqual(tables.map(({ title }) => title));
  const read = readTables(document);
  expect(read.map(({ rows }) => rows.length)).toEqual([3, 3, 3]);
  expect(read.map(({ columns }) => columns)).toEqual(tables.map(() => headings));
});

test("reads the last row of a table whose every second row is shaded", async () => {
  const rows = [
    ["Product", "Pack", "Price"],
    ...["Panado", "Corenza", "Bioplus", "Zam-Buk", "Rehidrat"].map((name, at) => [
      name,
      `${at + 6}`,
      `R ${at}9.95`,
    ]),
  ];
  const bytes = await makePdf((pdf) => {
    for (const [r, row] of rows.entries()) {
      if (r % 2 === 0)
        pdf
          .rect(68, 96 + r * 16, 450, 16)
          .fill("#eeeeee")
          .fill("#000000");
      pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(9);
      drawRow(pdf, row, 150, 100 + r * 16);
    }
    pdf.text("Prices include VAT.", 72, 100 + rows.length * 16 + 8, { lineBreak: false });
  });
  const document = await extractPdf(bytes);
  expect(textsOf(document, "table_row")).toEqual(rows.map((row) => row.join(" | ")));
  expect(textsOf(document, "paragraph")).toEqual(["Prices include VAT."]);
});

test("splits headings that are close together at the columns of the rows below", async () => {
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
      drawRow(pdf, row, at, 100 + r * 18);
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
      drawRow(pdf, row, [72, 260, 380], 100 + r * 18);
    }
    pdf.text("in a pool", 72, 183, { lineBreak: false });
    pdf.text("Whoever goes elsewhere is not covered by this policy or by any other of ours.", 72, 215);
  });
  expect(textsOf(await extractPdf(bytes), "table_row")).toEqual([
    ...rows.slice(0, -1).map((row) => row.join(" | ")),
    "Scuba diving to 18 m in a pool | yes | certificate or instructor",
  ]);
});

test("joins wrapped cells whose lines are as far apart as on web pages", async () => {
  const bytes = await makePdf((pdf) => {
    const lines: [number, string[]][] = [
      [100, ["What", "Who", "How often"]],
      [120, ["Flu injection", "Everybody", "Once a year"]],
      [140, ["Health check (weight,", "18 and over", "Once a year"]],
      [152, ["Sugar) at a pharmacy"]],
      [172, ["Pap smear", "Women from 21", "Every 3 years"]],
      [192, ["Bone density scan", "Women on Canopy and", "Every 3 years"]],
      [204, ["", "Evergreen only"]],
      [224, ["Hearing test", "Babies", "Once"]],
      [236, ["at home or here"]],
    ];
    for (const [y, cells] of lines)
      drawRow(pdf.font(y === 100 ? "Helvetica-Bold" : "Helvetica").fontSize(8), cells, [72, 180, 300], y);
    pdf.text("Whoever comes later is not examined by our nurses or by any other of ours.", 72, 270);
  });
  expect(textsOf(await extractPdf(bytes), "table_row")).toEqual([
    "What | Who | How often",
    "Flu injection | Everybody | Once a year",
    "Health check (weight, Sugar) at a pharmacy | 18 and over | Once a year",
    "Pap smear | Women from 21 | Every 3 years",
    "Bone density scan | Women on Canopy and Evergreen only | Every 3 years",
    "Hearing test at home or here | Babies | Once",
  ]);
});

test("reads raised footnote marks that are hardly smaller than their line", async () => {
  const bytes = await makePdf((pdf) => {
    const mark = (text: string, x: number, y: number) =>
      pdf
        .fontSize(9)
        .text(text, x, y - 4, { lineBreak: false })
        .fontSize(10);
    pdf.font("Helvetica").fontSize(10);
    const line = "Each benefit is counted from the day of your claim, not from January.";
    pdf.text(line, 72, 100, { lineBreak: false });
    mark("5", 72 + pdf.widthOfString(line) + 1, 100);
    const rows = [
      ["Item", "Seed", "Stem"],
      ["Scans", "R 1 100", "2 a year"],
      ["Crowns", "R 900", "none"],
    ];
    for (const [r, row] of rows.entries()) drawRow(pdf, row, 110, 140 + r * 18);
    mark("6", 72 + pdf.widthOfString("Scans") + 2, 158);
    mark("7", 182 + pdf.widthOfString("R 900") + 2, 176);
    mark("5", 72, 240);
    pdf.text("A child may have new lenses after twelve months.", 80, 240, { lineBreak: false });
  });
  const document = await extractPdf(bytes);
  expect(textsOf(document, "table_row")).toEqual([
    "Item | Seed | Stem",
    "Scans⁶ | R 1 100 | 2 a year",
    "Crowns | R 900⁷ | none",
  ]);
  expect(textsOf(document, "paragraph")).toEqual([
    "Each benefit is counted from the day of your claim, not from January.⁵",
    "⁵ A child may have new lenses after twelve months.",
  ]);
});

test("joins a table over three pages: headings, rows and a single last row", async () => {
  const headings = ["Part", "Covered", "Period", "Condition"];
  const rows = [
    ["Door seals", "yes", "as the list", "not if torn"],
    ["Shelves", "no", "never", "cracks on delivery"],
    ["Motor", "in part", "as agreed", "labour excluded"],
  ];
  const bytes = await makePdf((pdf) => {
    pdf.fontSize(9).text("Table 1: What the warranty covers on every appliance", 72, 700);
    drawRow(pdf.font("Helvetica-Bold"), headings, 110, 720);
    pdf.addPage().font("Helvetica");
    for (const [r, row] of rows.slice(0, 2).entries()) drawRow(pdf, row, 110, 100 + r * 18);
    drawRow(pdf.addPage(), rows[2] ?? [], 110, 100);
  });
  const [table, ...others] = readTables(await extractPdf(bytes));
  expect(others).toEqual([]);
  expect(table?.columns).toEqual(headings);
  expect(table?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual(rows);
});

/** The rows of a table without lines, in which the third and the fifth line continue those above. */
async function rowsOfWrapped(lines: string[][]): Promise<string[]> {
  const tops = [100, 120, 131, 151, 162];
  const bytes = await makePdf((pdf) => {
    for (const [r, line] of lines.entries()) {
      pdf.font(r === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(10);
      drawRow(pdf, line, 130, tops[r] ?? 0);
    }
  });
  return textsOf(await extractPdf(bytes), "table_row");
}

test("joins amounts that are wrapped at a thousands separator", async () => {
  const lines = [
    ["Product", "100", "5 000"],
    ["Wedding invitation,", "R 1", "R 12"],
    ["A6 with envelope", "290,00", "640,00"],
    ["Funeral programme", "R 950,00", "R 1"],
    ["", "", "980,00"],
  ];
  expect(await rowsOfWrapped(lines)).toEqual([
    "Product | 100 | 5 000",
    "Wedding invitation, A6 with envelope | R 1 290,00 | R 12 640,00",
    "Funeral programme | R 950,00 | R 1 980,00",
  ]);
});

test("joins ranges that are wrapped after their dash", async () => {
  const lines = [
    ["Ward", "Morning", "Evening"],
    ["Heron", "10:00 – 11:00", "18:30 –"],
    ["(children)", "", "19:30"],
    ["Ibis", "none", "19:00 –"],
    ["", "", "20:00"],
  ];
  expect(await rowsOfWrapped(lines)).toEqual([
    "Ward | Morning | Evening",
    "Heron (children) | 10:00 – 11:00 | 18:30 – 19:30",
    "Ibis | none | 19:00 – 20:00",
  ]);
});

test("joins a table over two pages if a section heading ends the first", async () => {
  const places = [72, 200, 330, 375, 430];
  const draw = (pdf: PDFKit.PDFDocument, line: string[], top: number): void => {
    for (const [c, text] of line.entries())
      pdf.fontSize(10).text(text, places[c] ?? 0, top, { lineBreak: false });
  };
  const bytes = await makePdf((pdf) => {
    draw(pdf.font("Helvetica-Bold"), ["Code", "Article", "Pack", "Cash price", "Ready in"], 100);
    draw(pdf.font("Helvetica"), ["CO-100", "Composite, syringe, see", "4", "48", "2 days"], 120);
    draw(pdf, ["", "table 2", "", "500.00"], 131);
    draw(pdf, ["CO-110", "Flow", "2", "4 150.00", "3 days"], 151);
    draw(pdf, ["CO-130", "Bulk fill", "4", "529.00", "2 days"], 171);
    pdf.text("Anaesthesia", 72, 720, { lineBreak: false });
    pdf.addPage();
    draw(pdf, ["AN-010", "Articaine", "50", "648.00", "1 day"], 100);
    draw(pdf, ["AN-020", "Lignocaine", "50", "465.00", "1 day"], 120);
  });
  const [table, ...others] = readTables(await extractPdf(bytes));
  expect(others).toEqual([]);
  expect(table?.columns).toEqual(["Code", "Article", "Pack", "Cash price", "Ready in"]);
  expect(table?.rows.map(({ section, cells }) => [section, ...cells.map(({ text }) => text)])).toEqual([
    [null, "CO-100", "Composite, syringe, see table 2", "4", "48 500.00", "2 days"],
    [null, "CO-110", "Flow", "2", "4 150.00", "3 days"],
    [null, "CO-130", "Bulk fill", "4", "529.00", "2 days"],
    ["Anaesthesia", "AN-010", "Articaine", "50", "648.00", "1 day"],
    ["Anaesthesia", "AN-020", "Lignocaine", "50", "465.00", "1 day"],
  ]);
});

test("begins a new table at headings below a title within a table", async () => {
  const lines = [
    ["Code", "Garden", "Price"],
    ["GT-1", "Spade", "R 349,00"],
    ["GT-2", "Fork", "R 379,00"],
    ["GT-3", "Rake", "R 299,00"],
    ["Delivery"],
    ["Where", "Time", "Cost"],
    ["Main centres", "2 days", "free"],
    ["Elsewhere", "7 days", "R 149,00"],
  ];
  const bytes = await makePdf((pdf) => {
    for (const [r, line] of lines.entries()) {
      pdf.font([0, 4, 5].includes(r) ? "Helvetica-Bold" : "Helvetica").fontSize(10);
      drawRow(pdf, line, 130, 100 + r * 18);
      pdf
        .moveTo(70, 93 + r * 18)
        .lineTo(470, 93 + r * 18)
        .stroke();
    }
    pdf
      .moveTo(70, 93 + lines.length * 18)
      .lineTo(470, 93 + lines.length * 18)
      .stroke();
  });
  const tables = readTables(await extractPdf(bytes));
  expect(tables.map(({ columns, rows }) => [columns, rows.length])).toEqual([
    [["Code", "Garden", "Price"], 3],
    [["Where", "Time", "Cost"], 2],
  ]);
  expect(tables[1]?.headingPath.at(-1)).toBe("Delivery");
});

test("takes bold lines above a grid, as in a shaded area, for its headings", async () => {
  const lines = [
    ["Hail, flood and storm", "Yes", "No"],
    ["Fire and lightning", "Yes", "Yes"],
    ["Keys and locks", "Yes", "No"],
  ];
  const edges = [70, 220, 330, 470];
  const bytes = await makePdf((pdf) => {
    pdf.font("Helvetica-Bold").fontSize(9);
    for (const [c, heading] of ["Benefit", "Comprehensive", "Third party only"].entries())
      pdf.text(heading, (edges[c] ?? 0) + 8, 84 + c * 3, { lineBreak: false });
    pdf.font("Helvetica");
    for (const [r, line] of lines.entries())
      for (const [c, cell] of line.entries()) {
        const [left = 0, right = 0] = edges.slice(c);
        pdf.rect(left, 100 + r * 20, right - left, 20).stroke();
        pdf.text(cell, left + 8, 106 + r * 20, { lineBreak: false });
      }
  });
  const [table] = readTables(await extractPdf(bytes));
  expect(table?.columns).toEqual(["Benefit", "Comprehensive", "Third party only"]);
  expect(table?.rows).toHaveLength(lines.length);
});
