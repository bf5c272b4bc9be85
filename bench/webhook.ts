/**
 * The public webhook under load: answers per second and their times, beside a plain Fastify route with requests and
 * replies of the same size. Both serve the same client on the same machine, which also runs the database. Many API keys
 * are used, since each has a rate limit.
 *
 *   node bench/webhook.ts [--seconds 15] [--at-once 16] [--chunks 10000] [--corpus DIR] [--rounds 1] [--beside DIR]
 *
 * First with the external documents of the demo's shop, then with `--chunks` chunks of corpus text (0: without). Both
 * are asked the same questions repeatedly, as customers do, and then so many that no result is still cached. `--beside`
 * is a checkout of another version, with its packages installed: both get the same documents and, alternately, the same
 * questions, `--rounds` times. Prints medians of the rounds.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { demoDocuments } from "../demo/documents.ts";
import { demoQuestions } from "../demo/questions.ts";
import { corpusFolder } from "../evals/corpus.ts";
import { everydayFolders } from "../evals/everyday/organizations.ts";
import { endlessWords, makePdf } from "./product/long-documents.ts";
import { shuffled } from "../scripts/seeded-random.ts";
import { Client, cpuMs, option, percentile, start, stop, type Product } from "./product/running-product.ts";
import { machineNote } from "./product/machine.ts";

const seconds = option("--seconds", 15);
const atOnce = option("--at-once", 16);
const rounds = option("--rounds", 1);
const chunks = option("--chunks", 10_000);
/** Each may ask 600 times per minute; a user may not create more in an hour. */
const keyCount = 100;
/** Questions that are asked before the measurement, at most, in each pass. */
const maxWarmUp = 500;

interface Target {
  name: string;
  url: string;
  keys: string[];
  client?: Client;
  product?: Product;
  /** The index of the next question: each round continues where the previous one ended. */
  next: number;
}

type Row = Record<string, number>;
const noTime = { server: 0, database: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

/** Posts one question and returns its milliseconds. Rejects for any status but 200. */
function post(url: string, key: string, question: string): Promise<{ ms: number; answered: boolean }> {
  const body = JSON.stringify({ question, type: "external" });
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} ${text}`));
        const { answered } = JSON.parse(text) as { answered: boolean };
        resolve({ ms: performance.now() - startedAt, answered });
      });
    });
    sent.on("error", reject).end(body);
  });
}

/** Measures one round, after asking each question `warmUps` times to fill the caches even on a busy machine. */
async function load(target: Target, questions: string[], warmUps: number): Promise<Row> {
  const { url, keys, product } = target;
  const times: number[] = [];
  const first = target.next;
  let answered = 0;
  const ask = () => {
    const next = target.next++;
    return post(url, keys[next % keys.length] ?? "", questions[next % questions.length] ?? "");
  };
  const during = async (milliseconds: number, count: boolean, atLeast = 0): Promise<number> => {
    const startedAt = performance.now();
    const isRunning = (): boolean =>
      performance.now() - startedAt < milliseconds || target.next - first < atLeast;
    const asker = async (): Promise<void> => {
      while (isRunning()) {
        const answer = await ask();
        if (!count) continue;
        times.push(answer.ms);
        if (answer.answered) answered += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, asker));
    return (performance.now() - startedAt) / 1000;
  };
  await during(3_000, false, warmUps * Math.min(maxWarmUp, questions.length));
  const cpuOf = async () => (product === undefined ? noTime : cpuMs(product.child.pid ?? 0));
  const from = await cpuOf();
  const durations = await during(seconds * 1000, true);
  const to = await cpuOf();
  return {
    "answers/s": times.length / durations,
    "median ms": percentile(times, 0.5),
    "p95 ms": percentile(times, 0.95),
    "p99 ms": percentile(times, 0.99),
    "server ms": (to.server - from.server) / times.length,
    "database ms": (to.database - from.database) / times.length,
    "answered %": (answered / times.length) * 100,
  };
}

/** Measures the targets alternately. Reports medians of the rounds, and the answers per second of each round. */
async function inTurn(all: Target[], route: string, questions: string[]): Promise<void> {
  const measured = new Map<Target, Row[]>(all.map((each) => [each, []]));
  // All versions are asked the same questions.
  for (const each of all) each.next = 0;
  for (let round = 0; round < rounds; round++)
    for (const each of all) measured.get(each)?.push(await load(each, questions, round === 0 ? 2 : 0));
  for (const [{ name }, ofRounds] of measured) {
    const medians = Object.keys(ofRounds[0] ?? {}).map((figure) => {
      const median = percentile(
        ofRounds.map((row) => row[figure] ?? 0),
        0.5,
      );
      return [figure, median > 100 ? Math.round(median) : Math.round(median * 100) / 100];
    });
    const each = ofRounds.map((row) => Math.round(row["answers/s"] ?? 0)).join(" ");
    table.push({ version: name, route, ...Object.fromEntries(medians), rounds: each });
  }
}

async function uploadToAll(all: Target[], name: string, bytes: Buffer): Promise<void> {
  for (const { client } of all) await client?.upload(name, bytes, "external");
}

async function fillUp(all: Target[], text: string): Promise<void> {
  const words = endlessWords(text);
  const pagesEach = 50;
  const documents = Math.ceil((chunks * 150) / 450 / pagesEach);
  for (let n = 0; n < documents; n++) {
    const pageWords = Array.from({ length: 450 * pagesEach }, () => words.next().value ?? "");
    await uploadToAll(all, `document-${n}.pdf`, await makePdf(pageWords, pagesEach));
  }
}

async function startVersion(name: string, folder?: string): Promise<Target> {
  const dataDir = await mkdtemp(path.join(dataDirs, "data-"));
  // All questions come from one organization.
  const product = await start(dataDir, { MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION: "0" }, folder);
  running.push(product);
  const client = new Client(product.url);
  await client.signUp();
  return {
    name,
    product,
    client,
    url: `${product.url}/api/webhook/chat`,
    keys: await client.keys(keyCount),
    next: 0,
  };
}

/** A process with the minimum of a route: it parses the body and replies with as many bytes. */
async function startPlainRoute(): Promise<{ url: string; stop: () => void }> {
  const source = `
    import Fastify from "fastify";
    const app = Fastify();
    const answer = "x".repeat(600);
    app.post("/", async ({ body }) => ({ answer, confidence: 1, answered: true, sources: [], conversationId: body.type }));
    process.stdout.write(await app.listen({ port: 0, host: "127.0.0.1" }));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once("data", (address: Buffer) => resolve(address.toString()));
  });
  return { url, stop: () => child.kill() };
}

// Before anything is started: without a corpus it ends this process.
const qa = path.join(corpusFolder(), "qa");
const linesOf = async (file: string): Promise<Record<string, string>[]> =>
  (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string>);
const questionOf = (row: Record<string, string>): string => row["question"] ?? "";
/** Questions of the everyday organizations and of the corpus, shuffled, so that all rounds ask similar ones. */
async function manyQuestions(): Promise<string[]> {
  const folders = everydayFolders(path.resolve(import.meta.dirname, "../evals/everyday/organizations"));
  const files = folders.map((folder) => path.join(folder, "questions.jsonl"));
  const ofCorpus = ["policyqa.jsonl", "squad2.jsonl"].map((name) => path.join(qa, name));
  return shuffled((await Promise.all([...files, ...ofCorpus].map(linesOf))).flat().map(questionOf));
}
const beside = process.argv.indexOf("--beside");
const table: Record<string, string | number>[] = [];
const running: Product[] = [];
const dataDirs = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
const plain = await startPlainRoute();
try {
  const versions = [await startVersion("new")];
  if (beside > 0) versions.push(await startVersion("beside", path.resolve(process.argv[beside + 1] ?? "")));
  for (const { fileName, audience } of demoDocuments) {
    if (audience !== "external") continue;
    const bytes = await readFile(new URL(`../demo/files/${fileName}`, import.meta.url));
    await uploadToAll(versions, fileName, bytes);
  }
  const ofShop = demoQuestions.filter((each) => each.audience === "external").map((each) => each.question);
  await inTurn([{ name: "", url: plain.url, keys: ["none"], next: 0 }], "plain Fastify route", ofShop);
  await inTurn(versions, "webhook, documents of a shop", ofShop);
  await inTurn(versions, "the same, no question twice", await manyQuestions());
  if (chunks > 0) {
    const passages = await linesOf(path.join(qa, "covidqa.passages.jsonl"));
    await fillUp(versions, passages.map((passage) => passage["text"]).join("\n"));
    const questions = (await linesOf(path.join(qa, "covidqa.jsonl"))).map(questionOf);
    await inTurn(versions, `webhook, ${chunks} chunks`, questions);
    await inTurn(versions, "the same, no question twice", await manyQuestions());
  }
} finally {
  console.log(machineNote());
  console.table(table);
  plain.stop();
  for (const product of running) await stop(product);
  await rm(dataDirs, { recursive: true, force: true });
}
