import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddingsConfig } from "../config.ts";
import { openCircuitBreaker, type CircuitBreaker } from "./circuit-breaker.ts";
import { EmbeddingsError } from "./embeddings-error.ts";
import { readVectors } from "./embeddings-reply.ts";

/** What one request may spend, its retries included. */
export interface EmbeddingsBudget {
  timeoutMs: number;
  retries: number;
}

export interface Embeddings {
  model: string;
  /** A vector of length 1 for each text, in their order. Throws EmbeddingsError. */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** The same for a question, which is answered without rather than late. */
  embedQuestion(question: string): Promise<Float32Array>;
}

/** Nobody waits for the passages; a question waits. */
const defaultBudgets = {
  texts: { timeoutMs: 60_000, retries: 3 },
  question: { timeoutMs: 800, retries: 1 },
};
const batchTexts = 32;
const batchCharacters = 32_000;

type Encoding = "base64" | "float";

/** A client for the configured server; one per process, so that its circuit breakers know all requests. */
export function openEmbeddings(
  config: EmbeddingsConfig,
  budgets: { texts: EmbeddingsBudget; question: EmbeddingsBudget } = defaultBudgets,
): Embeddings {
  // Apart, since a batch that takes too long says nothing of a question.
  const breakers = { texts: openCircuitBreaker(), question: openCircuitBreaker() };
  // A third of the bytes; some servers know numbers only.
  let encoding: Encoding = "base64";
  const once = async (input: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    try {
      return await request(config, { input, encoding, signal });
    } catch (error) {
      const isRefused = error instanceof EmbeddingsError && error.fault === "input";
      if (!isRefused || encoding === "float") throw error;
      const vectors = await request(config, { input, encoding: "float", signal });
      encoding = "float";
      return vectors;
    }
  };
  return {
    model: config.model,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const batch of inBatches(texts)) {
        vectors.push(...(await ask(once, batch, { breaker: breakers.texts, ...budgets.texts, signal })));
      }
      return vectors;
    },
    async embedQuestion(question) {
      const [vector] = await ask(once, [question], { breaker: breakers.question, ...budgets.question });
      if (vector === undefined) throw new EmbeddingsError("garbage");
      return vector;
    },
  };
}

function inBatches(texts: string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    characters += text.length;
    if (batch === undefined || batch.length >= batchTexts || characters > batchCharacters) {
      batches.push([text]);
      characters = text.length;
    } else batch.push(text);
  }
  return batches;
}

interface Asking extends EmbeddingsBudget {
  breaker: CircuitBreaker;
  signal?: AbortSignal | undefined;
}

async function ask(
  once: (input: string[], signal: AbortSignal) => Promise<Float32Array[]>,
  input: string[],
  { breaker, timeoutMs, retries, signal }: Asking,
): Promise<Float32Array[]> {
  const endsAt = performance.now() + timeoutMs;
  const over = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? over : AbortSignal.any([over, signal]);
  for (let left = retries; ; left--) {
    if (!breaker.allowRequest()) throw new EmbeddingsError("resting");
    try {
      const vectors = await once(input, either);
      breaker.succeeded();
      return vectors;
    } catch (error) {
      const failure = toError(error, { over, signal });
      if (failure.isOfServer) breaker.failed();
      // It is there, and said what it has against these texts.
      else if (failure.fault === "input") breaker.succeeded();
      const isInTime = failure.retryAfterMs < endsAt - performance.now();
      if (left <= 0 || !failure.isWorthRetrying || !isInTime) throw failure;
      await delay(failure.retryAfterMs, undefined, { signal }).catch(() => {
        throw new EmbeddingsError("aborted");
      });
    }
  }
}

function toError(
  error: unknown,
  { over, signal }: { over: AbortSignal; signal: AbortSignal | undefined },
): EmbeddingsError {
  if (signal?.aborted === true) return new EmbeddingsError("aborted");
  if (over.aborted) return new EmbeddingsError("timeout");
  // What fetch throws of a connection that failed or broke off.
  return error instanceof EmbeddingsError ? error : new EmbeddingsError("unreachable");
}

async function request(
  { baseUrl, apiKey, model }: EmbeddingsConfig,
  { input, encoding, signal }: { input: string[]; encoding: Encoding; signal: AbortSignal },
): Promise<Float32Array[]> {
  const response = await fetch(`${baseUrl}/embeddings`, {
    method: "POST",
    redirect: "error",
    signal,
    headers: {
      "content-type": "application/json",
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, input, encoding_format: encoding }),
  });
  if (!response.ok) throw await refusalOf(response);
  return readVectors(response, input.length);
}

async function refusalOf({ status, headers, body }: Response): Promise<EmbeddingsError> {
  await body?.cancel();
  const retryAfter = retryAfterMs(headers.get("retry-after"));
  if (status === 429) return new EmbeddingsError("rate_limited", retryAfter);
  if (status >= 500) return new EmbeddingsError("unavailable", retryAfter);
  return new EmbeddingsError([400, 413, 422].includes(status) ? "input" : "rejected");
}

/** In seconds or as a date; half a second where the server says nothing. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 500;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 500;
}
