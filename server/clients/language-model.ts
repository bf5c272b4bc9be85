import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { openCircuitBreaker } from "./circuit-breaker.ts";
import { LanguageModelError, type LanguageModelFault } from "./language-model-error.ts";
import { charactersPerToken } from "./token-estimates.ts";
import { openStreamTimeouts, streamLimitsFor, type StreamTimeouts } from "./stream-timeouts.ts";
import { readEvents } from "./language-model-stream.ts";

/** Any server that speaks OpenAI's chat completions. */
export interface LanguageModelConfig {
  /** Up to and with the version, such as https://api.openai.com/v1. */
  baseUrl: string;
  /** Unset: a server of one's own that asks for none. */
  apiKey: string | undefined;
  model: string;
  /** All the time that one answer may take. */
  timeoutMs: number;
}

export interface ModelMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

/** What one answer may spend, over all of its requests. */
export interface ModelBudget {
  /** When it is over, by `performance.now()`. */
  endsAt: number;
  /** Requests that may still be made again. */
  retries: number;
  signal?: AbortSignal | undefined;
}

export interface ModelRequest {
  messages: ModelMessage[];
  maxOutputTokens: number;
  budget: ModelBudget;
  /** Every piece as it comes; what it throws ends the request and is thrown. */
  onText: (text: string) => void;
  /** Called at most once per request that reached the model, also of one that failed on its way. */
  used: (usage: ModelUsage) => void;
}

export interface LanguageModel {
  name: string;
  timeoutMs: number;
  /** Has the model write. Throws LanguageModelError. */
  write(request: ModelRequest): Promise<void>;
}

const maxTextLength = 8_000;
const maxErrorBytes = 16_384;

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z
    .object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() })
    .nullish(),
});

/** A client for the configured model; one per process, so that its circuit breaker knows all questions. */
export function openLanguageModel(config: LanguageModelConfig): LanguageModel {
  const breaker = openCircuitBreaker();
  return {
    name: config.model,
    timeoutMs: config.timeoutMs,
    async write(request) {
      for (;;) {
        if (!breaker.allowRequest()) throw new LanguageModelError("resting");
        try {
          await writeOnce(config, request);
          breaker.succeeded();
          return;
        } catch (error) {
          if (!(error instanceof LanguageModelError)) {
            // The caller stopped reading; the model did not fail.
            breaker.succeeded();
            throw error;
          }
          if (error.isOfModel) breaker.failed();
          await waitForRetry(error, request.budget);
        }
      }
    },
  };
}

/** Returns when the request may be made again; else throws the error. */
async function waitForRetry(error: LanguageModelError, budget: ModelBudget): Promise<void> {
  const left = budget.endsAt - performance.now();
  if (!error.isWorthRetrying || budget.retries <= 0 || error.retryAfterMs > left / 2) throw error;
  budget.retries -= 1;
  try {
    await delay(error.retryAfterMs, undefined, { signal: budget.signal });
  } catch {
    throw new LanguageModelError("aborted");
  }
}

async function writeOnce(config: LanguageModelConfig, request: ModelRequest): Promise<void> {
  const timeouts = openStreamTimeouts(streamLimitsFor(config.timeoutMs), request.budget);
  const count = { characters: 0, usage: undefined as ModelUsage | undefined, reached: false };
  try {
    const response = await post(config, request, timeouts);
    count.reached = true;
    await readAnswer(response, { ...request, timeouts, count });
  } catch (error) {
    if (count.characters > 0 && error instanceof LanguageModelError) error.isWorthRetrying = false;
    throw error;
  } finally {
    timeouts.close();
    if (count.reached) request.used(count.usage ?? estimate(request.messages, count.characters));
  }
}

async function post(
  config: LanguageModelConfig,
  request: ModelRequest,
  timeouts: StreamTimeouts,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${config.baseUrl}/chat/completions`, {
      method: "POST",
      redirect: "error",
      signal: timeouts.signal,
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        ...(config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` }),
      },
      body: JSON.stringify({
        model: config.model,
        messages: request.messages,
        max_tokens: request.maxOutputTokens,
        temperature: 0,
        stream: true,
        stream_options: { include_usage: true },
      }),
    });
  } catch {
    throw new LanguageModelError(timeouts.fault() ?? "unreachable");
  }
  if (!response.ok) throw await refusalOf(response, timeouts);
  if (response.body === null) throw new LanguageModelError("garbage");
  return response;
}

async function refusalOf(response: Response, timeouts: StreamTimeouts): Promise<LanguageModelError> {
  const body = await beginningOf(response).catch(() => "");
  const late = timeouts.fault();
  if (late !== null) return new LanguageModelError(late);
  if (response.status === 429) {
    return new LanguageModelError("rate_limited", retryAfterMs(response.headers.get("retry-after")));
  }
  if (response.status >= 500) return new LanguageModelError("unavailable");
  if (/context.{0,20}length|maximum context|too many tokens|too long|exceed.{0,20}context/iu.test(body)) {
    return new LanguageModelError("context_too_long");
  }
  return new LanguageModelError("rejected");
}

async function beginningOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxErrorBytes) break;
  }
  return Buffer.concat(pieces).toString("utf8");
}

interface Reading extends ModelRequest {
  timeouts: StreamTimeouts;
  count: { characters: number; usage: ModelUsage | undefined };
}

async function readAnswer(response: Response, { onText, timeouts, count }: Reading): Promise<void> {
  let isFinished = false;
  const failure = (fault: LanguageModelFault) => new LanguageModelError(timeouts.fault() ?? fault);
  try {
    for await (const data of readEvents(response)) {
      if (data === "[DONE]") return;
      const chunk = parseChunk(data);
      const [choice] = chunk.choices;
      if (choice !== undefined) timeouts.onToken();
      const text = choice?.delta?.content ?? "";
      count.characters += text.length;
      if (count.characters > maxTextLength) throw new LanguageModelError("too_much");
      if (chunk.usage) {
        count.usage = {
          inputTokens: chunk.usage.prompt_tokens,
          outputTokens: chunk.usage.completion_tokens,
        };
      }
      if (text !== "") onText(text);
      if (choice?.finish_reason) isFinished = true;
    }
  } catch (error) {
    // undici's errors of a broken connection are TypeErrors, those of an abort DOMExceptions.
    if (error instanceof TypeError || error instanceof DOMException) {
      if (isFinished) return;
      throw failure("cut");
    }
    throw error;
  }
  if (!isFinished) throw failure("cut");
}

function parseChunk(data: string): z.infer<typeof Chunk> {
  try {
    return Chunk.parse(JSON.parse(data));
  } catch {
    throw new LanguageModelError("garbage");
  }
}

/** In seconds or as a date; half a second where the model says nothing. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 500;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 500;
}

/** For servers that do not report usage, and for requests that were aborted. */
function estimate(messages: ModelMessage[], charactersOut: number): ModelUsage {
  const charactersIn = messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    inputTokens: Math.ceil(charactersIn / charactersPerToken),
    outputTokens: Math.ceil(charactersOut / charactersPerToken),
  };
}
