import { setTimeout as delay } from "node:timers/promises";

/** What servers of language models, embeddings and rerankers have in common: JSON over HTTP, a key, and faults. */
export interface ModelServer {
  baseUrl: string;
  /** Unset: the server needs none. */
  apiKey: string | undefined;
}

export type ModelServerFault =
  /** Connecting, the first byte, the next byte or the whole took too long. */
  | "timeout"
  | "unreachable"
  | "rate_limited"
  | "unavailable"
  /** It refuses the request as such: a wrong key, a model that does not exist. */
  | "rejected"
  /** It refuses what it was given: a text is too long for it, there are too many, or a field is unknown to it. */
  | "input"
  /** The same of a prompt. */
  | "context_too_long"
  /** Its reply is not what was asked for. */
  | "garbage"
  /** The reply breaks off. */
  | "cut"
  | "too_much"
  /** It failed so often lately that it is not asked. */
  | "circuit_open"
  | "aborted";

const retried: ReadonlySet<ModelServerFault> = new Set(["unreachable", "rate_limited", "unavailable", "cut"]);
const notOfServer: ReadonlySet<ModelServerFault> = new Set(["input", "context_too_long", "aborted"]);

/** Why a model server gave no usable reply. */
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

interface PostOptions {
  path: string;
  body: object;
  signal: AbortSignal;
  accept?: string;
  /** Which fault a status from 400 to 499 is, other than 429; by the beginning of the reply's body. */
  faultOfRefusal: (status: number, text: string) => ModelServerFault;
}

/** The reply to a JSON request. Throws ModelServerError where it is not OK. */
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

/** The JSON of the reply to a JSON request. Throws ModelServerError, also where it is longer than `maxBytes`. */
export async function askForJson(
  server: ModelServer,
  { maxBytes, ...options }: PostOptions & { maxBytes: number },
): Promise<unknown> {
  const response = await postJson(server, options);
  const { text, isWhole } = await readBytes(response, maxBytes).catch((error: unknown) => {
    throw toModelServerError(error, options.signal);
  });
  if (!isWhole) throw new ModelServerError("garbage");
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelServerError("garbage");
  }
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

/** Translates what fetch throws, also in the middle of a body. */
export function toModelServerError(error: unknown, signal: AbortSignal): ModelServerError {
  if (signal.aborted) {
    const { reason } = signal as { reason: unknown };
    return new ModelServerError(
      reason instanceof DOMException && reason.name === "TimeoutError" ? "timeout" : "aborted",
    );
  }
  return error instanceof ModelServerError ? error : new ModelServerError("unreachable");
}

/** The time and retries of one piece of work, over all of its requests. */
export interface RequestBudget {
  /** When it is over, by `performance.now()`. */
  endsAt: number;
  /** Requests that may still be made again. */
  retries: number;
  signal?: AbortSignal | undefined;
}

/** Makes a request, and retries it where that may help. Throws ModelServerError, and what `once` throws. */
export type Attempt = <Reply>(budget: RequestBudget, once: () => Promise<Reply>) => Promise<Reply>;

/** One per server and kind of request, so that its circuit breaker knows all of them. */
export function openAttempts(): Attempt {
  const breaker = openCircuitBreaker();
  return async (budget, once) => {
    for (;;) {
      if (!breaker.allowRequest()) throw new ModelServerError("circuit_open");
      try {
        const reply = await once();
        breaker.succeeded();
        return reply;
      } catch (error) {
        if (error instanceof ModelServerError && !notOfServer.has(error.fault)) breaker.failed();
        // It is there, and said what it has against the request; or the caller stopped reading.
        else if (!(error instanceof ModelServerError) || error.fault !== "aborted") breaker.succeeded();
        if (!(error instanceof ModelServerError)) throw error;
        await waitForRetry(error, budget);
      }
    }
  };
}

/** Returns when the request may be made again, with a third of the time left for it; else throws the error. */
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

/** Stops requests to a server that keeps failing, so that its callers do not wait for it in vain. */
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
