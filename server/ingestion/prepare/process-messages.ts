import type { DocumentErrorCode } from "../../../contract/errors.ts";
import type { TermPostings } from "../index/prepare-index.ts";
import type { PreparedDocument } from "./prepare-document.ts";

/** What a process is started with, in its argument. */
export interface ProcessLimits {
  memoryLimitMb: number;
  /** CPU time of one document. */
  timeoutMs: number;
  /** CPU time of one page that is drawn. */
  drawingTimeoutMs: number;
}

/** The CPU time that a task may take. */
export const limitOf = (task: Task, { timeoutMs, drawingTimeoutMs }: ProcessLimits): number =>
  task.kind === "render" ? drawingTimeoutMs : timeoutMs;

/** A task may take this many times its CPU limit by the clock, since the machine may be busy. */
export const clockPerCpu = 3;

/** The signals by which the server knows why a reading process ended itself. */
export const timeLimitReached = "SIGTERM";
export const memoryLimitReached = "SIGUSR2";

export type Task =
  | { kind: "prepare"; path: string; documentName: string }
  | { kind: "render"; path: string; page: number; widthPx: number };

/** Messages to a reading process: a task, or a request for the next part of its result. */
export type ToProcess = Task | { kind: "next" };

/**
 * Messages from a reading process. A document comes in parts, each on request, so that a long one never blocks the
 * server's event loop.
 */
export type Reply =
  | { kind: "part"; part: PreparedPart }
  | { kind: "prepared"; frame: PreparedFrame }
  | { kind: "image"; png: Uint8Array }
  /** `mayBeOfProcess`: a fresh process might not meet it. */
  | { kind: "error"; code: DocumentErrorCode; mayBeOfProcess: boolean }
  | { kind: "no_page" };

/** A reply with the memory of the process; one that uses too much is replaced. */
export type FromProcess = Reply & { rssMb: number };

/** One of the long lists of a prepared document, a piece at a time. */
export type PreparedPart = { pageRows: string } | { chunkRows: string } | { postings: TermPostings };

/** A prepared document without its long lists. */
export type PreparedFrame = Omit<PreparedDocument, "pageRows" | "index"> & {
  index: Omit<PreparedDocument["index"], "chunkRows" | "postings">;
};

/** In the order they were cut, to be put together by `joinPrepared`. */
export function cutPrepared({ pageRows, index, ...rest }: PreparedDocument): {
  parts: PreparedPart[];
  frame: PreparedFrame;
} {
  const { chunkRows, postings, ...figures } = index;
  const parts: PreparedPart[] = [
    ...pageRows.map((rows) => ({ pageRows: rows })),
    ...chunkRows.map((rows) => ({ chunkRows: rows })),
    ...postings.map((each) => ({ postings: each })),
  ];
  return { parts, frame: { ...rest, index: figures } };
}

export function joinPrepared(parts: PreparedPart[], { index, ...rest }: PreparedFrame): PreparedDocument {
  const pageRows = parts.flatMap((part) => ("pageRows" in part ? [part.pageRows] : []));
  const chunkRows = parts.flatMap((part) => ("chunkRows" in part ? [part.chunkRows] : []));
  const postings = parts.flatMap((part) => ("postings" in part ? [part.postings] : []));
  return { ...rest, pageRows, index: { ...index, chunkRows, postings } };
}
