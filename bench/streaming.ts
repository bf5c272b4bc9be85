/**
 * How long a confirmed sentence takes from the moment that the language model has finished it until a
 * program has it by the stream, and until it stands on the screen of a real browser. The model is a
 * stand-in on the same machine that writes a few letters every five milliseconds.
 *
 *   node bench/streaming.ts [--answers 30]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Document, Packer, Paragraph } from "docx";
import { chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import {
  pieces,
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../test/fake-language-model/language-model.ts";
import { machineNote } from "./product/machine.ts";
import { Client, option, percentile, start, stop, type Product } from "./product/running-product.ts";

const answers = option("--answers", 30);
const everyMs = 5;
const question = "How many days of leave are allowed in each district?";
const sentences = ["Karoo", "Namaqua", "Overberg", "Winelands", "Garden Route", "West Coast"].map(
  (district, at) => `In the ${district} district ${at + 11} days of leave are allowed each year`,
);

const epochNow = (): number => performance.timeOrigin + performance.now();

/** Has the model write one answer; afterwards, when it had finished each sentence. */
function prepare(model: FakeLanguageModel): () => number[] {
  const written = ["SURE\n", ...sentences.map((sentence) => ` ${sentence} [1].`)].map(pieces);
  model.next({ kind: "write", pieces: written.flat(), everyMs });
  let last = -1;
  const ends = written.map((each) => (last += each.length)).slice(1);
  return () => ends.map((at) => performance.timeOrigin + (model.writtenAt[at] ?? Number.NaN));
}

/** When each sentence came to a program that reads the stream. */
async function readByProgram(client: Client): Promise<number[]> {
  const sessions = `/api/organizations/${client.organizationId}/chat/sessions`;
  const { id } = (await (await client.call("POST", sessions, {})).json()) as { id: string };
  const response = await fetch(`${client.url}/api/chat/sessions/${id}/messages`, {
    method: "POST",
    headers: {
      cookie: client.cookie,
      origin: client.url,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ content: question }),
  });
  const times: number[] = [];
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const now = epochNow();
    for (const _ of piece.matchAll(/event: delta/g)) times.push(now);
  }
  return times;
}

/** When each sentence stood on the screen: the frame after it came into the page. */
async function readOnScreen(page: Page): Promise<number[]> {
  await page.goto("/chat");
  const box = page.getByRole("textbox", { name: "Your question" });
  await box.fill(question);
  await box.press("Enter");
  await page.getByText("Worded by a language model").waitFor();
  const shown = await page.evaluate<Record<string, number>>("window.shownAt");
  return sentences.map((sentence) => shown[sentence] ?? Number.NaN);
}

const watch = `{
  const sentences = ${JSON.stringify(sentences)};
  window.shownAt = {};
  new MutationObserver(() => {
    const text = document.querySelector("[role=log]")?.textContent ?? "";
    for (const sentence of sentences) {
      if (window.shownAt[sentence] !== undefined || !text.includes(sentence)) continue;
      window.shownAt[sentence] = null;
      requestAnimationFrame(() => (window.shownAt[sentence] = performance.timeOrigin + performance.now()));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}`;

async function openChat(client: Client): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  const context = await browser.newContext({ baseURL: client.url });
  const cookies = client.cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: client.url };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(watch);
  return { page, close: () => browser.close() };
}

function row(name: string, waits: number[]) {
  const known = waits.filter((each) => Number.isFinite(each));
  const ms = (share: number) => Math.round(percentile(known, share) * 10) / 10;
  return { until: name, sentences: known.length, "median ms": ms(0.5), "p99 ms": ms(0.99), "most ms": ms(1) };
}

const folder = await mkdtemp(path.join(tmpdir(), "sizana-streaming-"));
const model = await startFakeLanguageModel();
let product: Product | undefined;
let chat: Awaited<ReturnType<typeof openChat>> | undefined;
try {
  product = await start(path.join(folder, "data"), {
    LLM_BASE_URL: model.url,
    LLM_API_KEY: "secret",
    LLM_MODEL: "stand-in",
  });
  const client = new Client(product.url);
  await client.signUp();
  const children = sentences.map((text) => new Paragraph(`${text}.`));
  await client.upload("Leave.docx", await Packer.toBuffer(new Document({ sections: [{ children }] })));
  chat = await openChat(client);
  const waits = { program: [] as number[], screen: [] as number[] };
  for (let n = 0; n < answers; n++) {
    let writtenAt = prepare(model);
    const read = await readByProgram(client);
    waits.program.push(...writtenAt().map((at, sentence) => (read[sentence] ?? Number.NaN) - at));
    writtenAt = prepare(model);
    const shown = await readOnScreen(chat.page);
    waits.screen.push(...writtenAt().map((at, sentence) => (shown[sentence] ?? Number.NaN) - at));
  }
  console.table([row("a program has it", waits.program), row("it is on the screen", waits.screen)]);
  console.log(machineNote());
} finally {
  await chat?.close();
  if (product !== undefined) await stop(product);
  await model.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
