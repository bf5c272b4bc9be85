import { createParser } from "eventsource-parser";
import { z } from "zod";
import type { LlmConfig } from "../config.ts";
import { parseJson } from "../parse-json.ts";
import {
  ModelServerError,
  openAttempts,
  postJson,
  toModelServerError,
  type RequestBudget,
} from "./model-server.ts";
import { charactersPerToken } from "./token-estimates.ts";

type LanguageModelConfig = Omit<LlmConfig, "prices">;

export interface ModelMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface ModelRequest {
  messages: ModelMessage[];
  maxOutputTokens: number;
  budget: RequestBudget;
  /** Called for every piece of text. An error that it throws ends the request and is rethrown. */
  onText: (text: string) => void;
  /** Called once per request that reached the model, also if it failed later. */
  onUsage: (usage: ModelUsage) => void;
}

export type LanguageModel = ReturnType<typeof openLanguageModel>;

const maxTextLength = 8_000;
const maxReplyBytes = 1_048_576;

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

/** A client for the configured model; one per process, so that its circuit breaker sees every request. */
export function openLanguageModel(config: LanguageModelConfig) {
  const attempt = openAttempts();
  return {
    name: config.model,
    timeoutMs: config.timeoutMs,
    /** Streams the model's text. Throws ModelServerError. */
    write: (request: ModelRequest) => attempt(request.budget, () => writeOnce(config, request)),
  };
}

async function writeOnce(config: LanguageModelConfig, request: ModelRequest): Promise<void> {
  const timeouts = openStreamTimeouts(config.timeoutMs, request.budget);
  const count = { characters: 0, usage: undefined as ModelUsage | undefined, reached: false };
  try {
    const response = await post(config, request, timeouts.signal);
    count.reached = true;
    await readAnswer(response, { ...request, timeouts, count });
  } catch (error) {
    if (count.characters > 0 && error instanceof ModelServerError) error.isWorthRetrying = false;
    throw error;
  } finally {
    timeouts.close();
    if (count.reached) request.onUsage(count.usage ?? estimate(request.messages, count.characters));
  }
}

/** Timeouts of a stream: half of `timeoutMs` for the first token, counted from now, a quarter for each further one. */
function openStreamTimeouts(timeoutMs: number, { endsAt, signal }: RequestBudget) {
  const controller = new AbortController();
  const onTimeout = () => controller.abort(new DOMException("The model took too long.", "TimeoutError"));
  const end = setTimeout(onTimeout, Math.max(0, endsAt - performance.now()));
  let next = setTimeout(onTimeout, timeoutMs / 2);
  return {
    /** Aborted after a timeout, with a TimeoutError as its reason, or when the caller aborts. */
    signal: AbortSignal.any([controller.signal, ...(signal === undefined ? [] : [signal])]),
    /** Call for each token; restarts the timeout for the next one. */
    onToken(): void {
      clearTimeout(next);
      next = setTimeout(onTimeout, timeoutMs / 4);
    },
    close(): void {
      clearTimeout(end);
      clearTimeout(next);
      // Ends the request.
      controller.abort();
    },
  };
}

async function post(config: LanguageModelConfig, request: ModelRequest, signal: AbortSignal) {
  const response = await postJson(config, {
    path: "/chat/completions",
    accept: "text/event-stream",
    body: {
      model: config.model,
      messages: request.messages,
      max_tokens: request.maxOutputTokens,
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
    },
    signal,
    faultOfRefusal: (_, text) => (saysTooLong.test(text) ? "context_too_long" : "rejected"),
  });
  if (response.body === null) throw new ModelServerError("garbage");
  return response;
}

const saysTooLong = /context.{0,20}length|maximum context|too many tokens|too long|exceed.{0,20}context/iu;

/** The data of a response's server-sent events, in order. Throws `too_much` for an endless response. */
async function* readEvents(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(data) });
  const feed = (text: string): string[] => {
    events = [];
    parser.feed(text);
    return events;
  };
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maxReplyBytes) throw new ModelServerError("too_much");
    yield* feed(decoder.decode(piece, { stream: true }));
  }
  // Some servers omit the empty line after the last event.
  yield* feed("\n\n");
}

interface StreamState extends ModelRequest {
  timeouts: ReturnType<typeof openStreamTimeouts>;
  count: { characters: number; usage: ModelUsage | undefined };
}

async function readAnswer(response: Response, { onText, timeouts, count }: StreamState): Promise<void> {
  let isFinished = false;
  const isCut = () =>
    timeouts.signal.aborted ? toModelServerError(null, timeouts.signal) : new ModelServerError("cut");
  try {
    for await (const data of readEvents(response)) {
      if (data === "[DONE]") return;
      const { data: chunk } = Chunk.safeParse(parseJson(data));
      if (chunk === undefined) throw new ModelServerError("garbage");
      const [choice] = chunk.choices;
      if (choice !== undefined) timeouts.onToken();
      const text = choice?.delta?.content ?? "";
      count.characters += text.length;
      if (count.characters > maxTextLength) throw new ModelServerError("too_much");
      if (chunk.usage)
        count.usage = { inputTokens: chunk.usage.prompt_tokens, outputTokens: chunk.usage.completion_tokens };
      if (text !== "") onText(text);
      if (choice?.finish_reason) isFinished = true;
    }
  } catch (error) {
    // undici's errors of a broken connection are TypeErrors, those of an abort DOMExceptions.
    if (error instanceof TypeError || error instanceof DOMException) {
      if (isFinished) return;
      throw isCut();
    }
    throw error;
  }
  if (!isFinished) throw isCut();
}

/** For servers that do not report usage, and for requests that were aborted. */
function estimate(messages: ModelMessage[], charactersOut: number): ModelUsage {
  const charactersIn = messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    inputTokens: Math.ceil(charactersIn / charactersPerToken),
    outputTokens: Math.ceil(charactersOut / charactersPerToken),
  };
}
