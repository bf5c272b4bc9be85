import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { PreparedDocument } from "./prepare-document.ts";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import {
  wallClockPerCpu,
  joinPrepared,
  limitOf,
  memoryLimitReached,
  timeLimitReached,
  type FromProcess,
  type PreparedPart,
  type ProcessLimits,
  type Task,
  type ToProcess,
} from "./process-messages.ts";
import { ReadingQueue, type WaitingTask } from "./reading-queue.ts";

const defaults = {
  /** How many documents are read at the same time. */
  processes: 3,
  /** The memory limit of a process, by its resident set size. */
  memoryLimitMb: 1024,
  /** CPU time that one document may take. In wall-clock time, it may take three times as long. */
  timeoutMs: 30_000,
  /** CPU time that drawing one page may take. */
  drawingTimeoutMs: 4_000,
  /** A process without work ends after this time. */
  idleMs: 30_000,
  /** A process is replaced after this many tasks. */
  tasksPerProcess: 500,
};
export interface ExtractorOptions extends Partial<typeof defaults> {
  /** Working folder of the processes, for their compile cache. Created on demand; servers may share it. */
  folder: string;
}

/** Reads documents in child processes, so that a bad document cannot crash the server. */
export type Extractor = ReturnType<typeof createExtractor>;

/** The person that a page is drawn for. */
export interface Viewer {
  organizationId?: string;
  /** When aborted, the drawing is cancelled even if it has begun. */
  signal?: AbortSignal;
}

type Result = PreparedDocument | Uint8Array;

interface Job extends WaitingTask {
  /** The parts of the result received so far. */
  parts: PreparedPart[];
  attempts: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

interface Reader {
  child: ChildProcess;
  job: Job | undefined;
  /** Number of tasks begun by this process, including the current one. */
  tasks: number;
  /** Ends the process if its task takes too long, or if it has been idle for too long. */
  timer: NodeJS.Timeout | undefined;
  hasTimedOut: boolean;
  exited: Promise<unknown>;
}

const processFile = fileURLToPath(new URL("./reading-process.ts", import.meta.url));
/** PDFium never returns memory, so a process that uses more than this share of the limit is replaced. */
const retireAtShare = 0.5;

export function createExtractor(options: ExtractorOptions) {
  const pool = new ProcessPool({ ...defaults, ...options, folder: path.resolve(options.folder) });
  return {
    /** Reads a document and prepares everything that is stored for it. @throws ExtractionError */
    prepare: async (filePath: string, documentName: string) =>
      (await pool.run({ kind: "prepare", path: filePath, documentName })) as PreparedDocument,
    /**
     * Draws a page of a PDF as PNG: one at a time per organization, alternating with documents.
     * @throws ExtractionError; RangeError if there is no such page; the reason of `signal`
     */
    renderPage: async (filePath: string, page: number, widthPx: number, viewer: Viewer = {}) =>
      (await pool.run({ kind: "render", path: filePath, page, widthPx }, viewer)) as Uint8Array,
    figures: () => pool.figures(),
    /** Ends all processes; running and waiting tasks fail. */
    close: () => pool.close(),
  };
}

class ProcessPool {
  private readonly options: Required<ExtractorOptions>;
  private readonly readers = new Set<Reader>();
  private readonly queue = new ReadingQueue<Job>();
  private isClosed = false;

  constructor(options: Required<ExtractorOptions>) {
    this.options = options;
  }

  run(task: Task, { organizationId, signal }: Viewer = {}): Promise<Result> {
    if (this.isClosed) return Promise.reject(new Error("the extractor is closed"));
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const job: Job = { task, organizationId, parts: [], attempts: 0, resolve, reject };
      signal?.addEventListener("abort", () => this.cancel(job, signal.reason as Error), { once: true });
      this.queue.add(job);
      this.dispatch();
    });
  }

  figures(): { busy: number; idle: number; waiting: number } {
    const busy = [...this.readers].filter((reader) => reader.job !== undefined).length;
    return { busy, idle: this.readers.size - busy, waiting: this.queue.length };
  }

  private cancel(job: Job, reason: Error): void {
    const reader = [...this.readers].find((each) => each.job === job);
    if (!this.queue.remove(job) && reader === undefined) return;
    if (reader !== undefined) this.retire(reader);
    job.reject(reason);
    this.dispatch();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const closed = new Error("the extractor was closed");
    for (const job of this.queue.clear()) job.reject(closed);
    const readers = [...this.readers];
    for (const reader of readers) {
      reader.job?.reject(closed);
      reader.job = undefined;
      reader.child.ref();
      reader.child.kill("SIGKILL");
    }
    await Promise.all(readers.map((reader) => reader.exited));
  }

  private dispatch(): void {
    while (!this.isClosed) {
      const busy = [...this.readers].flatMap(({ job }) => (job === undefined ? [] : [job]));
      // One process more than documents may use, so that drawing a page never waits for a long document.
      if (busy.length > this.options.processes) return;
      const drawings = busy.filter(({ task }) => task.kind === "render");
      const job = this.queue.take({
        drawingOnly: busy.length - drawings.length >= this.options.processes,
        busyOrganizations: new Set(drawings.flatMap(({ organizationId }) => organizationId ?? [])),
      });
      if (job === undefined) return;
      this.assign(this.readerFor(job), job);
    }
  }

  /** A retry gets a fresh process, so that an earlier task cannot cause a second failure. */
  private readerFor({ attempts }: Job): Reader {
    const idle = [...this.readers].find(({ job }) => job === undefined);
    if (idle !== undefined && attempts === 0) return idle;
    if (idle !== undefined) this.retire(idle);
    return this.start();
  }

  private assign(reader: Reader, job: Job): void {
    clearTimeout(reader.timer);
    reader.job = job;
    reader.tasks++;
    job.attempts++;
    job.parts = [];
    // The process ends itself at its limits; this timer is for a process that fails to do so.
    reader.timer = setTimeout(
      () => {
        reader.hasTimedOut = true;
        reader.child.kill("SIGKILL");
      },
      limitOf(job.task, this.options) * wallClockPerCpu + 10_000,
    );
    reader.child.ref();
    reader.child.channel?.ref();
    send(reader, job.task);
  }

  private start(): Reader {
    const { folder, memoryLimitMb } = this.options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const heapMb = Math.round(memoryLimitMb * 0.6);
    const child = fork(processFile, [JSON.stringify(this.options satisfies ProcessLimits)], {
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        "--max-semi-space-size=32",
        "--disable-warning=ExperimentalWarning",
      ],
      cwd: folder,
      // The process does not inherit the server's environment. Compiled code is cached for later processes.
      env: { NODE_COMPILE_CACHE: path.join(folder, "compiled") },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const exited = Promise.allSettled([once(child, "exit")]);
    const reader: Reader = { child, job: undefined, tasks: 0, timer: undefined, hasTimedOut: false, exited };
    child.on("message", (message: FromProcess) => this.receive(reader, message));
    child.once("exit", (code, signal) => this.end(reader, code, signal));
    child.on("error", () => this.end(reader, null, null));
    this.readers.add(reader);
    return reader;
  }

  private receive(reader: Reader, message: FromProcess): void {
    const { job } = reader;
    if (job === undefined) return;
    switch (message.kind) {
      case "part":
        job.parts.push(message.part);
        // In a later turn of the event loop, so that other work comes in between.
        setImmediate(() => send(reader, { kind: "next" }));
        return;
      case "prepared":
        job.resolve(joinPrepared(job.parts, message.header));
        break;
      case "image":
        job.resolve(message.png);
        break;
      case "no_page":
        job.reject(new RangeError("the document has no such page"));
        break;
      case "error":
        if (message.mayBeProcessFault && this.retry(reader, job)) return;
        job.reject(new ExtractionError(message.code));
        break;
    }
    this.release(reader, message.rssMb);
  }

  private release(reader: Reader, rssMb: number): void {
    clearTimeout(reader.timer);
    reader.job = undefined;
    const isWornOut =
      reader.tasks >= this.options.tasksPerProcess || rssMb > this.options.memoryLimitMb * retireAtShare;
    const isSurplus = this.readers.size > this.options.processes;
    if (isWornOut || isSurplus) this.retire(reader);
    else {
      reader.timer = setTimeout(() => this.retire(reader), this.options.idleMs).unref();
      reader.child.unref();
      reader.child.channel?.unref();
    }
    this.dispatch();
  }

  private retire(reader: Reader): void {
    clearTimeout(reader.timer);
    this.readers.delete(reader);
    reader.job = undefined;
    reader.child.kill("SIGKILL");
  }

  /** Handles the exit of a process: retries its task or fails it, depending on why the process ended. */
  private end(reader: Reader, code: number | null, signal: NodeJS.Signals | null): void {
    const { job } = reader;
    this.retire(reader);
    if (job !== undefined) {
      const tooLong = reader.hasTimedOut || signal === timeLimitReached;
      const tooLarge = signal === memoryLimitReached || signal === "SIGABRT" || code === 134;
      if (tooLong || !this.retry(reader, job, signal === "SIGKILL")) {
        const isLimit = tooLong || tooLarge || signal === "SIGKILL";
        job.reject(new ExtractionError(isLimit ? "too_complex" : "corrupt"));
      }
    }
    this.dispatch();
  }

  /**
   * Retries the task, once, in another process if the failure may not be this document's fault: the process was killed
   * from outside, or an earlier document (perhaps another organization's) left it in a bad state. Returns whether it
   * retries.
   */
  private retry(reader: Reader, job: Job, wasKilled = false): boolean {
    if (job.attempts >= 2 || this.isClosed || !(wasKilled || reader.tasks > 1)) return false;
    this.retire(reader);
    this.queue.addFirst(job);
    this.dispatch();
    return true;
  }
}

function send(reader: Reader, message: ToProcess): void {
  // Ignores errors: if the channel is closed, the process exits, and that settles the task.
  reader.child.send(message, () => {});
}
