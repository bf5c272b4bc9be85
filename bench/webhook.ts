/**
 * The public webhook under load: answers a second and their times, beside a plain Fastify route that
 * takes the same JSON and replies with as much. Both serve the same client on the same machine, which
 * also runs the database; the keys are many, since each has a limit.
 *
 *   node bench/webhook.ts [--seconds 15] [--at-once 16] [--chunks 10000] [--corpus DIR]
 *
 * First with the external documents of the demo's shop, then with `--chunks` chunks of corpus text.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { demoDocuments } from "../demo/documents.ts";
import { demoQuestions } from "../demo/questions.ts";
import { corpusFolder } from "../evals/corpus.ts";
import { endlessWords, makePdf } from "./product/long-documents.ts";
import { Client, option, percentile, start, stop } from "./product/running-product.ts";
import { machineNote } from "./product/machine.ts";

const seconds = option("--seconds", 15);
const atOnce = option("--at-once", 16);
/** Each may ask 600 times a minute. */
const keyCount = 60;

interface AskedQuestion {
  url: string;
  keys: string[];
  questions: string[];
}

type Row = Record<string, string | number>;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

/** Posts one question; how long it took, in milliseconds. Throws for any status but 200. */
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

async function load(name: string, { url, keys, questions }: AskedQuestion): Promise<Row> {
  const times: number[] = [];
  let next = 0;
  let answered = 0;
  const ask = () => post(url, keys[next % keys.length] ?? "", questions[next++ % questions.length] ?? "");
  const during = async (milliseconds: number, count: boolean): Promise<number> => {
    const startedAt = performance.now();
    const asker = async (): Promise<void> => {
      while (performance.now() - startedAt < milliseconds) {
        const answer = await ask();
        if (!count) continue;
        times.push(answer.ms);
        if (answer.answered) answered += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, asker));
    return (performance.now() - startedAt) / 1000;
  };
  await during(3_000, false);
  const durations = await during(seconds * 1000, true);
  return {
    route: name,
    "answers/s": Math.round(times.length / durations),
    "median ms": Math.round(percentile(times, 0.5) * 10) / 10,
    "p99 ms": Math.round(percentile(times, 0.99) * 10) / 10,
    "answered %": Math.round((answered / times.length) * 100),
  };
}

async function fillUp(client: Client, text: string): Promise<void> {
  const words = endlessWords(text);
  const pagesEach = 50;
  const documents = Math.ceil((option("--chunks", 10_000) * 150) / 450 / pagesEach);
  for (let n = 0; n < documents; n++) {
    const pageWords = Array.from({ length: 450 * pagesEach }, () => words.next().value ?? "");
    await client.upload(`document-${n}.pdf`, await makePdf(pageWords, pagesEach), "external");
  }
}

/** A process that parses the body and replies with as much, as little as a route can do. */
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

// First of all: without a corpus it ends this process, and what was started would stay.
const qa = path.join(corpusFolder(), "qa");
const rows: Row[] = [];
const dataDir = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
// One organization asks all of it.
const product = await start(dataDir, { MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION: "0" });
const plain = await startPlainRoute();
try {
  const client = new Client(product.url);
  await client.signUp();
  const keys = await client.keys(keyCount);
  for (const { fileName, audience } of demoDocuments.filter((each) => each.audience === "external")) {
    const bytes = await readFile(new URL(`../demo/files/${fileName}`, import.meta.url));
    await client.upload(fileName, bytes, audience);
  }
  const url = `${product.url}/api/webhook/chat`;
  const ofShop = demoQuestions.filter((each) => each.audience === "external").map((each) => each.question);
  rows.push(await load("plain Fastify route", { url: plain.url, keys, questions: ofShop }));
  rows.push(await load("webhook, documents of a shop", { url, keys, questions: ofShop }));
  const lines = async (file: string): Promise<Record<string, string>[]> =>
    (await readFile(path.join(qa, file), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, string>);
  await fillUp(client, (await lines("covidqa.passages.jsonl")).map((passage) => passage["text"]).join("\n"));
  const questions = (await lines("covidqa.jsonl")).map((row) => row["question"] ?? "");
  rows.push(await load(`webhook, ${option("--chunks", 10_000)} chunks`, { url, keys, questions }));
} finally {
  console.log(machineNote());
  console.table(rows);
  plain.stop();
  await stop(product);
  await rm(dataDir, { recursive: true, force: true });
}
