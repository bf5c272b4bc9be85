/**
 * The product as its users experience it, through HTTP only: the start by the script behind `npm start`, the memory of
 * its processes at rest, the time from an upload to a completed document and from a question to a saved answer at
 * 10,000 chunks. Each figure is printed with its limit, and answers with the times of /healthz, the minimum of any
 * request.
 *
 *   node bench/product.ts [--corpus DIR] [--chunks 10000] [--questions 300]
 *
 * The documents are PDFs with the text of the corpus' COVID-QA articles, repeated with changed words if necessary; the
 * questions are from the same set. Run it on an otherwise idle machine.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { corpusFolder } from "../evals/corpus.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { root } from "../scripts/steps.ts";
import { endlessWords, makePdf } from "./product/long-documents.ts";
import { Client, memoryMb, option, percentile, start, stop } from "./product/running-product.ts";
import { machineNote } from "./product/machine.ts";

interface Row {
  figure: string;
  measured: string;
  limit: string;
  met: boolean;
}

const rows: Row[] = [];
const note = (figure: string, value: number, limit: number, unit: string): void => {
  const text = (each: number): string => `${each < 10 ? each.toFixed(1) : Math.round(each)} ${unit}`;
  rows.push({ figure, measured: text(value), limit: `≤ ${text(limit)}`, met: value <= limit });
};

async function firstScreenKilobytes(): Promise<number> {
  await buildWeb();
  const html = await readFile(path.join(root, "dist/web/index.html"), "utf8");
  const scripts = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? ""));
  let bytes = 0;
  for (const script of scripts) bytes += gzipSync(await readFile(path.join(root, "dist/web", script))).length;
  return bytes / 1000;
}

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const result: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await work(index);
    result.push(performance.now() - startedAt);
  }
  return result;
}

async function measure(dataDir: string, corpus: string): Promise<void> {
  const read = async (file: string): Promise<Record<string, string>[]> =>
    (await readFile(path.join(corpus, "qa", file), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, string>);
  const text = (await read("covidqa.passages.jsonl")).map((passage) => passage["text"]).join("\n");
  const questions = (await read("covidqa.jsonl")).map((row) => row["question"] ?? "");
  const words = endlessWords(text);
  const take = (count: number): string[] => Array.from({ length: count }, () => words.next().value ?? "");

  note("first screen, JavaScript", await firstScreenKilobytes(), 150, "kB gzip");
  const first = await start(dataDir);
  rows.push({
    figure: "first start, new data",
    measured: `${Math.round(first.startMs)} ms`,
    limit: "",
    met: true,
  });
  await stop(first);
  const starts: number[] = [];
  for (let again = 0; again < 4; again++) {
    const product = await start(dataDir);
    starts.push(product.startMs);
    await stop(product);
  }
  note("second start to ready, median of 4", percentile(starts, 0.5), 2_000, "ms");

  const product = await start(dataDir);
  try {
    const client = new Client(product.url);
    await client.signUp();
    await delay(5_000);
    note("memory at rest, all processes (PSS)", await memoryMb(product.child.pid ?? 0), 300, "MB");
    const hundredPages = await makePdf(take(45_000), 100);
    note(
      "100 pages, upload to completed, first",
      await client.upload("first.pdf", hundredPages),
      3_000,
      "ms",
    );
    const again = await makePdf(take(45_000), 100);
    note("100 pages, upload to completed, again", await client.upload("again.pdf", again), 3_000, "ms");
    await fill(client, take);
    await ask(client, questions);
    await delay(40_000);
    note("memory at rest after all that (PSS)", await memoryMb(product.child.pid ?? 0), 300, "MB");
  } finally {
    await stop(product);
  }
}

/** Uploads until there are about as many chunks as asked for; a chunk has about 150 words. */
async function fill(client: Client, take: (count: number) => string[]): Promise<void> {
  const pages = Math.ceil((option("--chunks", 10_000) * 150) / 450) - 200;
  const startedAt = performance.now();
  const perDocument = 50;
  const left = Array.from({ length: Math.max(0, Math.ceil(pages / perDocument)) }, (_, index) => index);
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await client.upload(`document-${next}.pdf`, await makePdf(take(450 * perDocument), perDocument));
    }
  };
  await Promise.all([worker(), worker()]);
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = `${Math.round(pages / seconds)} pages/s`;
  rows.push({ figure: `${pages} pages more, uploaded two at a time`, measured: rate, limit: "", met: true });
}

async function ask(client: Client, questions: string[]): Promise<void> {
  const count = option("--questions", 300);
  const create = { type: "internal", title: "internal Chat" };
  const question = async (index: number): Promise<void> => {
    const session = await client.call(
      "POST",
      `/api/organizations/${client.organizationId}/chat/sessions`,
      create,
    );
    const { id } = (await session.json()) as { id: string };
    const content = questions[index % questions.length] ?? "";
    const startedAt = performance.now();
    await (await client.call("POST", `/api/chat/sessions/${id}/messages`, { role: "user", content })).json();
    answers.push(performance.now() - startedAt);
  };
  const answers: number[] = [];
  await times(30, question);
  answers.length = 0;
  await times(count, (index) => question(index + 30));
  const floor = await times(count, () => client.call("GET", "/healthz").then((reply) => reply.text()));
  note("question to saved answer over HTTP, median", percentile(answers, 0.5), 50, "ms");
  note("question to saved answer over HTTP, p95", percentile(answers, 0.95), 50, "ms");
  const ratio = `${percentile(floor, 0.5).toFixed(1)} ms median, ${percentile(floor, 0.95).toFixed(1)} ms p95`;
  rows.push({ figure: "beside it, GET /healthz", measured: ratio, limit: "", met: true });
}

const corpusGiven = corpusFolder();
const dataDir = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
try {
  await measure(dataDir, corpusGiven);
  console.log(machineNote());
  console.table(rows);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
