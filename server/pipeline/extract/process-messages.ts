import type { DocumentErrorCode } from "../../../contract/errors.ts";
import type { Block, ExtractedDocument, ExtractedPage } from "./extracted-document.ts";

/** What a process is started with, in its argument. */
export interface ProcessLimits {
  memoryLimitMb: number;
  /** CPU time of one task. */
  timeoutMs: number;
}

/** On a busy machine a task may take this many times its CPU time by the clock. */
export const clockPerCpu = 3;

export type Task =
  | { kind: "extract"; path: string }
  | { kind: "render"; path: string; page: number; widthPx: number };

/** To the process: a task, or the wish for the next part of its result. */
export type ToProcess = Task | { kind: "next" };

/**
 * From the process. A document comes in parts, each when it is asked for, so that a long one never holds
 * up the server's event loop. `rssMb` is the memory of the process, by which it is retired.
 */
export type FromProcess =
  | { kind: "ready" }
  | { kind: "part"; pages: ExtractedPage[]; blocks: Block[] }
  | ({ kind: "document"; rssMb: number } & Pick<ExtractedDocument, "fileType" | "title">)
  | { kind: "image"; png: Uint8Array; rssMb: number }
  | { kind: "error"; code: DocumentErrorCode; rssMb: number }
  | { kind: "no_page"; rssMb: number };
