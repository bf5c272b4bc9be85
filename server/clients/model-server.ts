import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { RerankConfig } from "../config.ts";
import { parseJson } from "../parse-json.ts";

/** A server of a language model, embeddings or a reranker: JSON over HTTP with an API key. */
type ModelServer = Pick<RerankConfig, "baseUrl" | "apiKey">;

export type ModelServerFault =
  /** Connecting, the first or next byte, or the whole reply took too long. */
  | "timeout"
  | "unreachable"
  | "rate_limited"
  | "unavailable"
  /** Such requests are refused in general: a wrong key, an unknown model. */
  | "rejected"
  /** This input is refused: a text is too long, there are too many, or the server doesn't know a field. */
  | "input"
  | "context_too_long"
  /** The reply is not in the expected format. */
  | "garbage"
  /** The reply breaks off. */
  | "cut"
  | "too_much"
  /** It failed so often recently that no request was sent. */
  | "circuit_open"
  | "aborted";

const retried: ReadonlySet<ModelServerFault> = new Set(["unreachable", "rate_limited", "unavailable", "cut"]);
const faultsOfCaller: ReadonlySet<ModelServerFault> = new Set(["input", "context_too_long", "aborted"]);

export class ModelServerError extends Error {
  override name = "ModelServerError";
  readonly fault: ModelServerFault;
  readonly retryAfterMs: number;
  isWorthRetrying: boolean;

  constructor(fault: ModelServerFault, retryAfterMs = 200) {
    super(`the model server failed: ${fault}`);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.isWorthRetrying = retried.has(fault);
  }
}

/** Whether the server refused this input, but works. */
export const isInputFault = (error: unknown): error is ModelServerError =>
  error instanceof ModelServerError && error.fault === "input";

interface PostOptions {
  path: string;
  body: object;
  signal: AbortSignal;
  accept?: string;
  /** The fault for a status from 400 to 499 other than 429; `text` is the beginning of the reply's body. */
  faultOfRefusal: (status: number, text: string) => ModelServerFault;
}

/** The reply to a JSON request. Throws ModelServerError if its status is not 2xx. */
export async function postJson(
  { baseUrl, apiKey }: ModelServer,
  { path, body, signal, accept = "application/json", faultOfRefusal }: PostOptions,
): Promise<Response> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    redirect: "error",
    signal,
    headers: {
      "content-type": "application/json",
      accept,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw toModelServerError(error, signal);
  });
  if (response.ok) return response;
  const { text } = await readBytes(response, maxRefusalBytes).catch(() => ({ text: "" }));
  if (signal.aborted) throw toModelServerError(null, signal);
  const retryAfter = parseRetryAfter(response.headers.get("retry-after")) ?? undeclaredRetryMs;
  if (response.status === 429) throw new ModelServerError("rate_limited", retryAfter);
  if (response.status >= 500) throw new ModelServerError("unavailable", retryAfter);
  throw new ModelServerError(faultOfRefusal(response.status, text));
}

const maxRefusalBytes = 16_384;
const undeclaredRetryMs = 500;

/** The JSON of the reply to a JSON request. Throws ModelServerError, also for one longer than `maxBytes`. */
export async function askForJson<Reply>(
  server: ModelServer,
  { schema, maxBytes, ...options }: PostOptions & { schema: z.ZodType<Reply>; maxBytes: number },
): Promise<Reply> {
  const response = await postJson(server, options);
  const { text, isWhole } = await readBytes(response, maxBytes).catch((error: unknown) => {
    throw toModelServerError(error, options.signal);
  });
  const reply = schema.safeParse(isWhole ? parseJson(text) : null);
  if (!reply.success) throw new ModelServerError("garbage");
  return reply.data;
}

async function readBytes({ body }: Response, maxBytes: number): Promise<{ text: string; isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) break;
    pieces.push(piece);
  }
  return { text: Buffer.concat(pieces).toString("utf8"), isWhole: size <= maxBytes };
}

/** The delay in a Retry-After header, in seconds or as a date; null if it has none. */
export function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Translates errors of fetch, also those while a body is read. */
export function toModelServerError(error: unknown, signal: AbortSignal): ModelServerError {
  if (signal.aborted) {
    const { reason } = signal as { reason: unknown };
    return new ModelServerError(
      reason instanceof DOMException && reason.name === "TimeoutError" ? "timeout" : "aborted",
    );
  }
  return error instanceof ModelServerError ? error : new ModelServerError("unreachable");
}

/** The time and retries that all requests of one task share. */
export interface RequestBudget {
  /** The deadline, by `performance.now()`. */
  endsAt: number;
  /** Retries that are left. */
  retries: number;
  signal?: AbortSignal | undefined;
}

/** One per server and kind of request, so that its circuit breaker sees all of them. */
export function openAttempts() {
  const breaker = openCircuitBreaker();
  /** Makes a request, and retries it if that may help. Throws ModelServerError, and any error that `once` throws. */
  return async <Reply>(budget: RequestBudget, once: () => Promise<Reply>): Promise<Reply> => {
    for (;;) {
      if (!breaker.allowRequest()) throw new ModelServerError("circuit_open");
      try {
        const reply = await once();
        breaker.succeeded();
        return reply;
      } catch (error) {
        if (error instanceof ModelServerError && !faultsOfCaller.has(error.fault)) breaker.failed();
        // The server works: it refused this input, or the caller stopped reading its reply.
        else if (!(error instanceof ModelServerError) || error.fault !== "aborted") breaker.succeeded();
        if (!(error instanceof ModelServerError)) throw error;
        await waitForRetry(error, budget);
      }
    }
  };
}

/** Resolves when the request may be retried, which must leave a third of the remaining time; else throws the error. */
async function waitForRetry(failure: ModelServerError, budget: RequestBudget): Promise<void> {
  const left = budget.endsAt - performance.now();
  if (!failure.isWorthRetrying || budget.retries <= 0 || failure.retryAfterMs > (left * 2) / 3) throw failure;
  budget.retries -= 1;
  try {
    await delay(failure.retryAfterMs, undefined, { signal: budget.signal });
  } catch {
    throw new ModelServerError("aborted");
  }
}

const failuresUntilOpen = 5;
const openMs = 30_000;

/** Stops requests to a server that keeps failing, so that callers don't wait for it in vain. */
function openCircuitBreaker() {
  let failures = 0;
  let openUntil = 0;
  return {
    /** False while the circuit is open. Then half-open: one request at a time is let through as a trial. */
    allowRequest() {
      if (failures < failuresUntilOpen) return true;
      if (performance.now() < openUntil) return false;
      // The trial request: all others are refused until its outcome is known.
      openUntil = performance.now() + openMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= failuresUntilOpen) openUntil = performance.now() + openMs;
    },
  };
}
