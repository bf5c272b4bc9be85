/**
 * A process that reads documents and draws pages, one task at a time. Its environment has no secrets, its working
 * folder has only compiled code, and it does not use the network.
 */
import { readFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import {
  splitPrepared,
  limitOf,
  type FromProcess,
  type ProcessLimits,
  type Reply,
  type Task,
  type ToProcess,
} from "./process-messages.ts";
import { isPdfiumHeapExhausted, limitPdfiumHeap, loadPdfium } from "../../../document-reader/pdf/pdfium.ts";
import { readDocument } from "../../../document-reader/read-document.ts";
import type { WatchdogData } from "./watchdog.ts";

const limits = JSON.parse(process.argv[2] ?? "{}") as ProcessLimits;
const taskClock = new Float64Array(new SharedArrayBuffer(24));
const watchdogData: WatchdogData = { memoryLimitMb: limits.memoryLimitMb, taskClock };
new Worker(new URL("./watchdog.ts", import.meta.url), { workerData: watchdogData }).unref();
limitPdfiumHeap(Math.round(limits.memoryLimitMb * 0.6));

let parts: Reply[] = [];

process.on("disconnect", () => process.exit());
process.on("message", (message: ToProcess) => {
  if (message.kind === "next") sendNext();
  else void perform(message);
});

async function perform(task: Task): Promise<void> {
  const { user, system } = process.cpuUsage();
  taskClock[1] = (user + system) / 1000;
  taskClock[2] = limitOf(task, limits);
  taskClock[0] = Date.now();
  try {
    parts = await resultOf(task);
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith("no page")) send({ kind: "no_page" });
    else await fail(error);
    return;
  } finally {
    taskClock[0] = 0;
  }
  sendNext();
}

async function resultOf(task: Task): Promise<Reply[]> {
  if (task.kind === "render") return [await render(task)];
  const document = await readDocument(await readFile(task.path));
  // Loaded with the first document, because a process that only draws pages does not need it.
  const { prepareDocument } = await import("./prepare-document.ts");
  const { parts: prepared, header } = splitPrepared(prepareDocument(document, task.documentName));
  const replies = prepared.map((part): Reply => ({ kind: "part", part }));
  return [...replies, { kind: "prepared", header }];
}

async function render({ path, page, widthPx }: Extract<Task, { kind: "render" }>): Promise<Reply> {
  const { renderPdfPage } = await import("../../../document-reader/pdf/render-page.ts");
  const png = await renderPdfPage(await readFile(path), page, { widthPx });
  return { kind: "image", png };
}

function sendNext(): void {
  const part = parts.shift();
  if (part === undefined) return;
  // The compile cache is saved now, because a process that is killed cannot save it.
  send(part, parts.length === 0 ? flushCompileCache : undefined);
}

/** Reports why a document was not read. Exits after all but an ExtractionError, since the state is then unknown. */
async function fail(error: unknown): Promise<void> {
  if (error instanceof ExtractionError) {
    send({ kind: "error", code: error.code, mayBeProcessFault: false });
    return;
  }
  const limitReached = isPdfiumHeapExhausted() || error instanceof RangeError;
  const code = limitReached ? "too_complex" : "corrupt";
  await new Promise<void>((resolve) => {
    send({ kind: "error", code, mayBeProcessFault: true }, resolve);
  });
  process.exit(1);
}

function send(reply: Reply, sent?: () => void): void {
  const rssMb = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  process.send?.({ ...reply, rssMb } satisfies FromProcess, undefined, undefined, () => sent?.());
}

// Most tasks need PDFium, so load it while the first task is on its way.
await nextTurn();
await loadPdfium();
