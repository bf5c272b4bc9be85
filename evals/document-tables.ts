/**
 * How many cells of the tables in the everyday organizations' documents are read under their own heading and beside
 * their own row's name: from Word files, from PDF files with lines around the cells, and from those without.
 *
 *   node evals/document-tables.ts [--everyday DIR] [--list 0]    the so many tables with most cells lost
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readDocument } from "../document-reader/read-document.ts";
import { readTables } from "../document-reader/tables/read-tables.ts";
import { table } from "./answers/report.ts";
import { parseMarkdown } from "./everyday/markdown.ts";
import { everydayFolders, renderDocument } from "./everyday/organizations.ts";

interface ReadTable {
  name: string;
  made: "Word" | "PDF with lines" | "PDF without";
  headings: string[];
  cells: number;
  found: number;
}

const { values: options } = parseArgs({
  options: {
    everyday: { type: "string", default: "evals/everyday/organizations" },
    list: { type: "string", default: "0" },
  },
});

/** Letters, figures and "%": what is left of a cell whatever its file made of marks and signs. */
const flat = (text: string): string =>
  text
    .replace(/\[\^\w+\]|\s\d\)$/gu, "")
    .replace("≤", "max.")
    .replace("≥", "min.")
    .replace(/[^\p{L}\p{N}%]+/gu, "")
    .toLowerCase();

const keyOf = (heading: string | undefined, row: string | undefined, cell: string): string =>
  [heading ?? "", row ?? "", cell].map(flat).join("|");

async function measure(file: string): Promise<ReadTable[]> {
  const name = path.basename(file, ".md");
  const source = parseMarkdown(readFileSync(file, "utf8"));
  const { bytes, isPlain } = await renderDocument(name, source);
  const read = new Set(
    readTables(await readDocument(bytes)).flatMap(({ columns, rows }) =>
      rows.flatMap(({ cells }) =>
        cells.map(({ column, text }) => keyOf(columns[column], cells[0]?.text, text)),
      ),
    ),
  );
  return source.parts.flatMap((part) => {
    if (part.kind !== "table") return [];
    const [headings = [], ...rows] = part.rows;
    const wanted = rows
      .filter((row) => row.filter((cell) => cell !== "").length > 1)
      .flatMap((row) => row.map((cell, at) => keyOf(headings[at], row[0], cell)))
      .filter((key) => !key.endsWith("|"));
    const made = name.endsWith(".docx") ? "Word" : isPlain ? "PDF without" : "PDF with lines";
    return [
      { name, made, headings, cells: wanted.length, found: wanted.filter((key) => read.has(key)).length },
    ];
  });
}

const tables: ReadTable[] = [];
for (const folder of everydayFolders(options.everyday))
  for (const name of readdirSync(path.join(folder, "documents")))
    tables.push(...(await measure(path.join(folder, "documents", name))));
const sum = (of: ReadTable[], key: "cells" | "found") => of.reduce((total, each) => total + each[key], 0);
console.log(
  table(
    ["file", "tables", "of them whole", "cells", "found"],
    [...Map.groupBy(tables, ({ made }) => made)].map(([made, of]) => [
      made,
      String(of.length),
      String(of.filter(({ cells, found }) => found === cells).length),
      String(sum(of, "cells")),
      `${((100 * sum(of, "found")) / sum(of, "cells")).toFixed(1)}%`,
    ]),
  ),
);
for (const { name, made, headings, cells, found } of tables
  .toSorted((a, b) => b.cells - b.found - (a.cells - a.found))
  .slice(0, Number(options.list)))
  console.log(`${name} (${made}): ${found} of ${cells}, ${headings.join(" | ")}`);
