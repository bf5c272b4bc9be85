/**
 * Pages per second of the whole extraction (two processes: text, line boxes, reading order, tables,
 * headings) beside pdftotext and pdf.js (text only) on the same files in the same run.
 *
 *   node bench/extraction.ts [--corpus DIR] [--rounds N]
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { createExtractor, type Extractor } from "../server/ingestion/prepare/extractor.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    rounds: { type: "string", default: "1" },
  },
});
const corpus = path.resolve(values.corpus);
const manifestFile = path.join(corpus, "docs/manifest.jsonl");
if (!existsSync(manifestFile)) {
  console.error(`There is no corpus at ${corpus}. Set one with --corpus DIR.`);
  process.exit(1);
}

interface Sample {
  file: string;
  pages: number;
  ms: number;
}
type Reader = (file: string) => Promise<number>;

/** Files that every reader reads: PDFs with text and without a password. */
const files = readFileSync(manifestFile, "utf8")
  .trim()
  .split("\n")
  .map(
    (line) =>
      JSON.parse(line) as { file: string; category: string; poppler?: { pages: number; text_chars: number } },
  )
  .filter(
    ({ file, category, poppler }) =>
      file.endsWith(".pdf") && category !== "broken" && (poppler?.text_chars ?? 0) > 300,
  )
  .map(({ file }) => path.join(corpus, file));
const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;

const run = promisify(execFile);
const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");

const folder = mkdtempSync(path.join(tmpdir(), "sizana-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
let extractor = createExtractor({ folder, processes: 2 });
/** Everything that an upload's reading process does: extraction, chunks, index and summary. */
const ours: Reader = async (file) => (await extractor.prepare(file, path.basename(file))).pageCount;
const readers: Record<string, { workers: number; warm?: boolean; read: Reader }> = {
  "ours, 2 fresh processes": { workers: 2, read: ours },
  "ours, 2 warm processes": { workers: 2, warm: true, read: ours },
  "ours, 1 at a time": { workers: 1, read: ours },
  pdftotext: { workers: 1, read: pdftotext },
  "pdftotext -bbox-layout": { workers: 1, read: (file) => pdftotext(file, "-bbox-layout") },
  "pdf.js getTextContent": { workers: 1, read: readWithPdfjs },
};

const pageCounts = new Map<string, number>();
for (const file of files) pageCounts.set(file, await ours(file).catch(() => 0));
console.log(
  `${files.length} PDFs, ${[...pageCounts.values()].reduce((a, b) => a + b, 0)} pages, ${megabytes.toFixed(1)} MB`,
);

// Fresh processes, since the ones that counted pages are warm.
await extractor.close();
extractor = createExtractor({ folder, processes: 2 });
for (let round = 1; round <= Number(values.rounds); round++) {
  const rows: Record<string, Record<string, number | string>> = {};
  for (const [name, { workers, warm, read }] of Object.entries(readers)) {
    try {
      // A new process compiles PDFium and our code while it reads its first documents.
      if (warm === true) await readAll(read, workers);
      rows[name] = await measure(read, workers);
    } catch (error) {
      rows[name] = { missing: error instanceof Error ? error.message.slice(0, 60) : String(error) };
    }
  }
  console.table(rows);
}
await extractor.close();
await largest();

/** Reads all files, `workers` at a time. */
async function readAll(read: Reader, workers: number): Promise<Sample[]> {
  const queue = [...files];
  const samples: Sample[] = [];
  const drain = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const at = performance.now();
      await read(file);
      samples.push({ file, pages: pageCounts.get(file) ?? 0, ms: performance.now() - at });
    }
  };
  await Promise.all(Array.from({ length: workers }, drain));
  return samples;
}

async function measure(read: Reader, workers: number): Promise<Record<string, number>> {
  const cpuBefore = cpuMs();
  const started = performance.now();
  const samples = await readAll(read, workers);
  const seconds = (performance.now() - started) / 1000;
  const cpu = cpuMs() - cpuBefore;
  await extractor.close();
  extractor = createExtractor({ folder, processes: 2 });
  const pages = samples.reduce((sum, sample) => sum + sample.pages, 0);
  const perPage = samples.filter((s) => s.pages > 0).map(({ pages: count, ms }) => ms / count);
  return {
    "pages/s": Math.round(pages / seconds),
    "CPU ms/page": Math.round((cpu / pages) * 100) / 100,
    "ms/page median": quantile(perPage, 0.5),
    "ms/page p95": quantile(perPage, 0.95),
    "ms/file median": quantile(
      samples.map(({ ms }) => ms),
      0.5,
    ),
    "ms/file p95": quantile(
      samples.map(({ ms }) => ms),
      0.95,
    ),
  };
}

/**
 * CPU time of this process and its children, ended ones included. A busy machine distorts it less than the clock. Linux
 * only.
 */
function cpuMs(): number {
  const childrenFile = `/proc/self/task/${process.pid}/children`;
  if (!existsSync(childrenFile)) return Number.NaN;
  const children = readFileSync(childrenFile, "utf8").trim().split(" ");
  return ["self", ...children.filter(Boolean)].reduce((sum, pid) => sum + cpuOf(pid), 0);
}

function cpuOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const msPerTick = 10;
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]) * msPerTick, 0);
}

function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}

async function pdftotext(file: string, ...options: string[]): Promise<number> {
  const { stdout } = await run("pdftotext", [...options, file, "-"], { maxBuffer: 1 << 29 });
  return stdout.length;
}

async function readWithPdfjs(file: string): Promise<number> {
  const task = pdfjs.getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 });
  const document = await task.promise;
  let items = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    items += (await page.getTextContent()).items.length;
    page.cleanup();
  }
  await task.destroy();
  return items;
}

/** For the longest files: the time with the start of a process, and how long this process's event loop was blocked. */
async function largest(): Promise<void> {
  const rows: Record<string, Record<string, number>> = {};
  for (const file of files
    .toSorted((a, b) => (pageCounts.get(b) ?? 0) - (pageCounts.get(a) ?? 0))
    .slice(0, 6)) {
    const fresh: Extractor = createExtractor({ folder, processes: 2 });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const started = performance.now();
    const { pageCount: pages } = await fresh.prepare(file, path.basename(file));
    const ms = Math.round(performance.now() - started);
    delay.disable();
    rows[path.basename(file)] = {
      pages,
      "ms with process start": ms,
      "ms for 100 pages": Math.round((ms / pages) * 100),
      "event loop p99 ms": Math.round(delay.percentile(99) / 1e5) / 10,
      "event loop max ms": Math.round(delay.max / 1e5) / 10,
    };
    await fresh.close();
  }
  console.log("Cold: a fresh process for one document");
  console.table(rows);
}
