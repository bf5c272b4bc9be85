/**
 * How much one organization's work slows another: a neighbour's upload while hundreds are queued and while files take
 * seconds to read, its page image and upload while pages take minutes to draw, its questions while hundreds arrive per
 * second. Each is compared with the same work alone, in one run of the product. `--only` runs one of: questions,
 * drawings, slow, uploads.
 *
 *   node bench/fairness.ts [--queued 300] [--slow 16] [--drawings 24] [--rate 300] [--questions 60] [--rounds 3]
 * [--only questions]
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { demoDocuments } from "../demo/documents.ts";
import { demoQuestions } from "../demo/questions.ts";
import { slowPagePdf, slowTextPdf } from "../test/slow-page.ts";
import { endlessWords, makePdf } from "./product/long-documents.ts";
import { machineNote } from "./product/machine.ts";
import { Client, option, percentile, start, stop } from "./product/running-product.ts";

type Row = Record<string, string | number>;
const agent = new Agent({ keepAlive: true });
const round = (ms: number): number => Math.round(ms * 10) / 10;
const row = (what: string, alone: number[], beside: number[], note = ""): Row => ({
  what,
  "alone ms": round(percentile(alone, 0.5)),
  "beside ms": round(percentile(beside, 0.5)),
  "beside p95": round(percentile(beside, 0.95)),
  times: round(percentile(beside, 0.5) / percentile(alone, 0.5)),
  note,
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function several(count: number, work: (n: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) times.push(await work(n));
  return times;
}

/** The neighbour's upload while those of another organization wait to be read. */
async function uploads(busy: Client, neighbour: Client): Promise<Row> {
  const words = endlessWords(demoQuestions.map((each) => each.question).join(" "));
  const tenPages = () =>
    makePdf(
      Array.from({ length: 3000 }, () => words.next().value ?? ""),
      10,
    );
  const one = await tenPages();
  await neighbour.upload("warm.pdf", one);
  const alone = await several(5, (n) => neighbour.upload(`alone-${n}.pdf`, one));
  const queued = option("--queued", 300);
  const many = await tenPages();
  const sent = Array.from({ length: 6 }, async (_, lane) => {
    for (let n = lane; n < queued; n += 6) await busy.send(`queued-${n}.pdf`, many);
  });
  await Promise.all(sent);
  const beside = await several(3, (n) => neighbour.upload(`beside-${n}.pdf`, one));
  const left = await busy.processing();
  return row(`upload beside ${queued} queued`, alone, beside, `${left} of them still waiting afterwards`);
}

/** The neighbour's upload while another organization's files each take seconds to read. */
async function slowUploads(busy: Client, neighbour: Client): Promise<Row> {
  const words = endlessWords(demoQuestions.map((each) => each.question).join(" "));
  const onePage = await makePdf(
    Array.from({ length: 300 }, () => words.next().value ?? ""),
    1,
  );
  const alone = await several(3, (n) => neighbour.upload(`quick-${n}.pdf`, onePage));
  const slow = slowTextPdf(150_000);
  const oneSlow = await busy.upload("slow-text.pdf", slow);
  const queued = option("--slow", 16);
  for (let n = 0; n < queued; n++) await busy.send(`slow-text-${n}.pdf`, slow);
  const beside = await several(3, (n) => neighbour.upload(`quick-beside-${n}.pdf`, onePage));
  const left = await busy.processing();
  const note = `${left} of them still waiting afterwards; one of them alone takes ${Math.round(oneSlow)} ms`;
  return row(`upload beside ${queued} slow files`, alone, beside, note);
}

/** The neighbour's page image and upload while another organization's pages take minutes to draw. */
async function drawings(busy: Client, neighbour: Client): Promise<Row[]> {
  const words = endlessWords(demoQuestions.map((each) => each.question).join(" "));
  const onePage = await makePdf(
    Array.from({ length: 300 }, () => words.next().value ?? ""),
    1,
  );
  const page = await neighbour.add("page.pdf", onePage);
  const slow = await Promise.all(
    [1, 2, 3, 4].map((n) => busy.add(`slow-${n}.pdf`, slowPagePdf(`Slow ${n}.`))),
  );
  const openPicture = (n: number) =>
    timed(() => neighbour.call("GET", `/api/documents/${page}/pages/1/image?width=${400 + n}`));
  await openPicture(99);
  const pageAlone = await several(5, openPicture);
  const uploadAlone = await several(3, (n) => neighbour.upload(`drawn-alone-${n}.pdf`, onePage));
  const count = option("--drawings", 24);
  const statuses = new Map<number, number>();
  const flood = Array.from({ length: count }, async (_, n) => {
    const url = `${busy.url}/api/documents/${slow[n % slow.length]}/pages/1/image?width=${1000 + n}`;
    const { status } = await fetch(url, { headers: { cookie: busy.cookie } });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  await delay(500);
  const pageBeside = await several(5, (n) => openPicture(n + 10));
  const uploadBeside = await several(3, (n) => neighbour.upload(`drawn-beside-${n}.pdf`, onePage));
  await Promise.all(flood);
  const note = [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ");
  return [
    row(`page beside ${count} slow drawings`, pageAlone, pageBeside, note),
    row(`upload beside ${count} slow drawings`, uploadAlone, uploadBeside),
  ];
}

/** Posts one question and returns the status. */
function ask(client: Client, key: string, question: string): Promise<number> {
  const body = JSON.stringify({ question, type: "external" });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request(`${client.url}/api/webhook/chat`, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject).end(body);
  });
}

/** The neighbour's questions, one at a time: alternately alone and beside hundreds per second of another one. */
async function questions(busy: Client, neighbour: Client): Promise<Row> {
  const external = demoQuestions.filter((each) => each.audience === "external").map((each) => each.question);
  const question = (n: number) => external[n % external.length] ?? "";
  const own = (await neighbour.keys(1))[0] ?? "";
  const asked = option("--questions", 60);
  const one = (n: number) => timed(() => ask(neighbour, own, question(n)));
  await several(asked, one);
  const rate = option("--rate", 300);
  // Each key may ask 600 times a minute.
  const keys = await busy.keys(Math.ceil(rate / 8));
  const statuses = new Map<number | string, number>();
  const askNext = async (n: number): Promise<void> => {
    // The server may close an idle connection at the moment it is used again.
    const status = await ask(busy, keys[n % keys.length] ?? "", question(n)).catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let pass = 0; pass < option("--rounds", 3); pass++) {
    alone.push(...(await several(asked, one)));
    const flood = startFlood(rate, askNext);
    await delay(2_000);
    beside.push(...(await several(asked, one)));
    await flood.stop();
  }
  const note = [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ");
  return row(`question beside ${rate}/s`, alone, beside, note);
}

/** A slow machine must not run out of connections. */
const maxInProgress = 2_000;

/** Starts `work` at a fixed rate per second, whether or not earlier calls have ended. */
function startFlood(rate: number, work: (n: number) => Promise<void>) {
  const inProgress = new Set<Promise<void>>();
  const stopping = new AbortController();
  const sending = (async () => {
    const startedAt = performance.now();
    for (let n = 0; !stopping.signal.aborted;) {
      for (; n < ((performance.now() - startedAt) / 1000) * rate; n++) {
        if (inProgress.size >= maxInProgress) continue;
        const begun = work(n).finally(() => inProgress.delete(begun));
        inProgress.add(begun);
      }
      await delay(5);
    }
  })();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await sending;
      await Promise.all(inProgress);
    },
  };
}

const only = process.argv[process.argv.indexOf("--only") + 1];
const isAsked = (part: string): boolean => !process.argv.includes("--only") || only === part;

const dataDir = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
const product = await start(dataDir, { MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION: "0" });
const rows: Row[] = [];
try {
  const [busy, neighbour] = [new Client(product.url), new Client(product.url)];
  await busy.signUp("busy@example.org");
  await neighbour.signUp("neighbour@example.org");
  for (const client of [busy, neighbour])
    for (const { fileName } of demoDocuments.filter((each) => each.audience === "external"))
      await client.upload(
        fileName,
        await readFile(new URL(`../demo/files/${fileName}`, import.meta.url)),
        "external",
      );
  if (isAsked("questions")) rows.push(await questions(busy, neighbour));
  if (isAsked("drawings")) rows.push(...(await drawings(busy, neighbour)));
  if (isAsked("slow")) rows.push(await slowUploads(busy, neighbour));
  if (isAsked("uploads")) rows.push(await uploads(busy, neighbour));
} finally {
  console.log(machineNote());
  console.table(rows);
  await stop(product);
  await rm(dataDir, { recursive: true, force: true });
}
