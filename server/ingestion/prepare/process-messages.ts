import type { DocumentErrorCode } from "../../../contract/errors.ts";
import type { TermPostings } from "../index/prepare-index.ts";
import type { PreparedDocument } from "./prepare-document.ts";

/** The limits of a reading process, which it gets as its command-line argument. */
export interface ProcessLimits {
  memoryLimitMb: number;
  /** CPU time for one document. */
  timeoutMs: number;
  /** CPU time for drawing one page. */
  drawingTimeoutMs: number;
}

/** The CPU time that a task may take. */
export const limitOf = (task: Task, { timeoutMs, drawingTimeoutMs }: ProcessLimits): number =>
  task.kind === "render" ? drawingTimeoutMs : timeoutMs;

/** A task may take this many times its CPU limit in wall-clock time, since the machine may be busy. */
export const wallClockPerCpu = 3;

/** The signals that a reading process ends itself with, which tell the server why. */
export const timeLimitReached = "SIGTERM";
export const memoryLimitReached = "SIGUSR2";

export type Task =
  | { kind: "prepare"; path: string; documentName: string }
  | { kind: "render"; path: string; page: number; widthPx: number };

/** Messages to a reading process: a task, or a request for the next part of its result. */
export type ToProcess = Task | { kind: "next" };

/** Messages from a reading process: a document in parts, each on request, so that none blocks the event loop long. */
export type Reply =
  | { kind: "part"; part: PreparedPart }
  | { kind: "prepared"; header: PreparedHeader }
  | { kind: "image"; png: Uint8Array }
  /** `mayBeProcessFault`: the error might not occur in a fresh process. */
  | { kind: "error"; code: DocumentErrorCode; mayBeProcessFault: boolean }
  | { kind: "no_page" };

/** A reply with the memory usage of the process; one that uses too much is replaced. */
export type FromProcess = Reply & { rssMb: number };

/** An item of one of the long lists of a prepared document. */
export type PreparedPart = { pageRows: string } | { chunkRows: string } | { postings: TermPostings };

/** A prepared document without its long lists. */
export type PreparedHeader = Omit<PreparedDocument, "pageRows" | "index"> & {
  index: Omit<PreparedDocument["index"], "chunkRows" | "postings">;
};

/** Splits a document into parts, which `joinPrepared` joins again in the same order. */
export function splitPrepared({ pageRows, index, ...rest }: PreparedDocument) {
  const { chunkRows, postings, ...figures } = index;
  const parts: PreparedPart[] = [
    ...pageRows.map((rows) => ({ pageRows: rows })),
    ...chunkRows.map((rows) => ({ chunkRows: rows })),
    ...postings.map((each) => ({ postings: each })),
  ];
  const header: PreparedHeader = { ...rest, index: figures };
  return { parts, header };
}

export function joinPrepared(parts: PreparedPart[], { index, ...rest }: PreparedHeader): PreparedDocument {
  const pageRows = parts.flatMap((part) => ("pageRows" in part ? [part.pageRows] : []));
  const chunkRows = parts.flatMap((part) => ("chunkRows" in part ? [part.chunkRows] : []));
  const postings = parts.flatMap((part) => ("postings" in part ? [part.postings] : []));
  return { ...rest, pageRows, index: { ...index, chunkRows, postings } };
}
