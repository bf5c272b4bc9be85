/**
 * Reads every document of a corpus and prints the outcomes per stratum, the slowest files, the agreement of words and
 * their order with pdftotext (if it is installed), and the share of table rows found (if the corpus has expected ones).
 *
 *   node evals/extraction.ts [--corpus DIR] [--only SUBSTRING]
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import type { ExtractedDocument } from "../document-reader/extracted-document.ts";
import type { ReadResult } from "./extraction/read-one.ts";

interface ManifestEntry {
  file: string;
  format: string;
  category: string;
  stratum: string;
  expected?: string[];
}

interface Outcome extends ReadResult {
  entry: ManifestEntry;
}

const { values } = parseArgs({
  options: { corpus: { type: "string", default: "../shared/corpus" }, only: { type: "string", default: "" } },
});
const corpus = path.resolve(values.corpus);
const manifestFile = path.join(corpus, "docs/manifest.jsonl");
if (!existsSync(manifestFile)) {
  console.error(`No corpus at ${corpus}: name one with --corpus DIR.`);
  process.exit(1);
}
const manifest = readFileSync(manifestFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as ManifestEntry)
  .filter(({ file }) => file.includes(values.only));

const queue = [...manifest];
const outcomes: Outcome[] = [];
await Promise.all([drain(), drain()]);

printOutcomes();
printSlowest();
await printAgreement();
printTables();

/** Only two of these run at once, so that documents do not slow each other down. */
async function drain(): Promise<void> {
  for (let entry = queue.shift(); entry !== undefined; entry = queue.shift())
    outcomes.push(await read(entry));
}

/** Reads in a separate process, because a document may crash it or never end. */
async function read(entry: ManifestEntry): Promise<Outcome> {
  const script = fileURLToPath(new URL("./extraction/read-one.ts", import.meta.url));
  const options = { timeout: 60_000, maxBuffer: 2 ** 29 };
  try {
    const file = path.join(corpus, entry.file);
    const { stdout } = await promisify(execFile)(process.execPath, [script, file], options);
    return { entry, ...(JSON.parse(stdout) as ReadResult) };
  } catch (error) {
    return { entry, ms: options.timeout, code: `NOT AN EXTRACTION ERROR ${String(error).slice(0, 200)}` };
  }
}

function printOutcomes(): void {
  const strata = new Map<string, Record<string, number>>();
  for (const { entry, code } of outcomes) {
    const key = entry.category === entry.stratum ? entry.stratum : `${entry.category} ${entry.stratum}`;
    const row = strata.get(key) ?? {};
    const outcome = code ?? "completed";
    row[outcome] = (row[outcome] ?? 0) + 1;
    strata.set(key, row);
  }
  console.log(`${outcomes.length} documents through two processes`);
  console.table(Object.fromEntries(strata));
  const failed = outcomes.filter(({ entry, code }) => code !== undefined && entry.category !== "broken");
  console.log("Errors outside docs/broken:");
  for (const { entry, code } of failed) console.log(`  ${code}  ${entry.stratum}  ${entry.file}`);
}

function printSlowest(): void {
  console.log("Slowest (time alone in a process)");
  console.table(
    outcomes
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 10)
      .map(({ entry, ms, document, code }) => ({
        file: path.basename(entry.file),
        ms: Math.round(ms),
        pages: document?.pages.length ?? 0,
        outcome: code ?? "completed",
      })),
  );
}

function wordsOf(text: string): string[] {
  const normalized = text.normalize("NFKC").toLowerCase();
  return normalized.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function textOf(document: ExtractedDocument): string {
  return document.pages.map((page) => page.text).join("\n");
}

async function printAgreement(): Promise<void> {
  const rows: Record<string, Record<string, number | string>> = {};
  for (const { entry, document } of outcomes) {
    if (document === undefined) continue;
    const expected = entry.expected?.find((file) => /\.(?:txt|md)$/.test(file));
    if (expected !== undefined) {
      const text = readFileSync(path.join(corpus, expected), "utf8").replace(/<!--.*?-->/gs, " ");
      rows[`${path.basename(entry.file)} (expected)`] = agreement(wordsOf(textOf(document)), wordsOf(text));
    }
  }
  console.log(
    "Words against the expected text (recall, precision; order = longest common subsequence / words in common)",
  );
  console.table(rows);
  const byStratum = new Map<string, { recall: number; precision: number; order: number }[]>();
  const lowest: { file: string; recall: number; precision: number; order: number }[] = [];
  for (const { entry, document } of outcomes) {
    if (document === undefined || entry.format !== "pdf" || entry.category === "broken") continue;
    const other = await pdftotext(path.join(corpus, entry.file));
    if (other === undefined) continue;
    const result = agreement(wordsOf(textOf(document)), wordsOf(other));
    byStratum.set(entry.stratum, [...(byStratum.get(entry.stratum) ?? []), result]);
    lowest.push({ file: path.basename(entry.file), ...result });
  }
  const mean = (numbers: number[]): number => round(numbers.reduce((a, b) => a + b, 0) / numbers.length);
  console.log("Words against pdftotext, mean by stratum");
  console.table(
    Object.fromEntries(
      [...byStratum].map(([stratum, list]) => [
        stratum,
        {
          files: list.length,
          recall: mean(list.map((r) => r.recall)),
          precision: mean(list.map((r) => r.precision)),
          order: mean(list.map((r) => r.order)),
        },
      ]),
    ),
  );
  console.log("Furthest from pdftotext");
  console.table(lowest.sort((a, b) => a.recall + a.order - b.recall - b.order).slice(0, 20));
}

async function pdftotext(file: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)("pdftotext", [file, "-"], {
      maxBuffer: 1 << 28,
      timeout: 30_000,
    });
    return stdout;
  } catch {
    return undefined;
  }
}

function agreement(ours: string[], theirs: string[]): { recall: number; precision: number; order: number } {
  const counts = new Map<string, number>();
  for (const word of ours) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of theirs) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      common++;
      counts.set(word, left - 1);
    }
  }
  // A sample from the start is enough to judge the order.
  const [a, b] = [ours.slice(0, 5_000), theirs.slice(0, 5_000)];
  return {
    recall: round(common / Math.max(1, theirs.length)),
    precision: round(common / Math.max(1, ours.length)),
    order: round(longestCommonSubsequence(a, b) / Math.max(1, Math.min(a.length, b.length))),
  };
}

function longestCommonSubsequence(a: string[], b: string[]): number {
  let previous = new Uint16Array(b.length + 1);
  let current = new Uint16Array(b.length + 1);
  for (const word of a) {
    for (let j = 0; j < b.length; j++) {
      const skip = Math.max(previous[j + 1] ?? 0, current[j] ?? 0);
      current[j + 1] = b[j] === word ? (previous[j] ?? 0) + 1 : skip;
    }
    [previous, current] = [current, previous];
  }
  return previous[b.length] ?? 0;
}

/** How many expected table rows (of at least two cells) are within one extracted row, with all cells in order. */
function printTables(): void {
  const rows: Record<string, { rows: number; found: number; share: number }> = {};
  for (const { entry, document } of outcomes) {
    const expected = (entry.expected ?? []).flatMap((file) => expectedRows(path.join(corpus, file)));
    if (document === undefined || expected.length === 0) continue;
    const ours = document.blocks
      .filter((block) => block.kind === "table_row")
      .map((block) => squeeze(document.pages[block.page - 1]?.text.slice(block.start, block.end) ?? ""));
    const found = expected.filter((cells) => ours.some((row) => containsInOrder(row, cells))).length;
    rows[path.basename(entry.file)] = { rows: expected.length, found, share: round(found / expected.length) };
  }
  console.log("Expected table rows found complete");
  console.table(rows);
}

function squeeze(text: string): string {
  return text.normalize("NFKC").replace(/[\s|]+/g, "");
}

function containsInOrder(row: string, cells: string[]): boolean {
  let at = 0;
  for (const cell of cells) {
    const found = row.indexOf(cell, at);
    if (found < 0) return false;
    at = found + cell.length;
  }
  return true;
}

function expectedRows(file: string): string[][] {
  const text = readFileSync(file, "utf8");
  const rows: string[][] = [];
  if (file.endsWith(".csv")) {
    for (const line of text.split(/\r?\n/)) {
      rows.push(
        [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map((m) =>
          (m[1] ?? m[2] ?? "").replaceAll('""', '"'),
        ),
      );
    }
  } else if (file.endsWith(".xml")) {
    for (const table of text.split("<table ").slice(1)) {
      const byRow = new Map<string, string[]>();
      for (const m of table.matchAll(
        /<cell[^>]*start-row=["'](\d+)["'][^>]*>.*?<content>(.*?)<\/content>/gs,
      )) {
        byRow.set(m[1] ?? "", [...(byRow.get(m[1] ?? "") ?? []), unescapeXml(m[2] ?? "")]);
      }
      rows.push(...byRow.values());
    }
  } else if (file.endsWith(".md")) {
    for (const line of text.split("\n")) {
      if (/^\|.*\|$/.test(line) && !/^[|\s:-]+$/.test(line)) rows.push(line.slice(1, -1).split("|"));
    }
  }
  return rows
    .map((cells) => cells.map(squeeze).filter((cell) => cell !== ""))
    .filter((cells) => cells.length >= 2);
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
