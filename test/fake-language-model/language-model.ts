import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

/** How the model answers the next request. */
export type Behaviour =
  /** Writes these pieces, one every `everyMs`; waits for those that are promises. */
  | { kind: "write"; pieces: (string | Promise<void>)[]; everyMs?: number }
  /** Refuses the request. */
  | { kind: "refuse"; httpStatus: number; body?: string; retryAfter?: string }
  /** Accepts the request and never replies. */
  | { kind: "hang" }
  /** Writes these pieces, then nothing more. */
  | { kind: "stall"; pieces: string[] }
  /** Writes these pieces, then closes the connection. */
  | { kind: "cut"; pieces: string[] }
  /** Replies with this body instead of a completion. */
  | { kind: "garbage"; body: string }
  /** Closes the connection without a reply. */
  | { kind: "drop" };

const Request = z.object({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});

/** Prices of tokens, and a longer timeout for busy machines. */
export const pricedAndPatient = {
  LLM_TIMEOUT_SECONDS: "60",
  LLM_PRICE_INPUT: "10",
  LLM_PRICE_OUTPUT: "40",
};

export interface FakeLanguageModel {
  /** For LLM_BASE_URL. */
  url: string;
  /** The product's settings for this model. */
  environment: Record<"LLM_BASE_URL" | "LLM_API_KEY" | "LLM_MODEL", string>;
  /** All requests, in order. */
  requests: z.infer<typeof Request>[];
  /** Queues behaviours for the next requests, in order; after them `otherwise` applies. */
  next(...behaviours: Behaviour[]): void;
  /** Sets the reply to a prompt when no behaviour is queued. Default: NONE. */
  otherwise(answer: (prompt: string) => string): void;
  /** When the pieces of the last answer were written, by `performance.now()`. */
  writtenAt: number[];
  close(): Promise<void>;
}

/** Splits a text into pieces of a few characters, as a model writes it. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,7}/gu) ?? [];

/** OpenAI's chat completions, streamed, over HTTP on loopback. */
export async function startFakeLanguageModel(options: { port?: number } = {}): Promise<FakeLanguageModel> {
  const requests: FakeLanguageModel["requests"] = [];
  const queue: Behaviour[] = [];
  const writtenAt: number[] = [];
  let answer: (prompt: string) => string = () => "NONE";
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Request.parse(JSON.parse(await readBody(request)));
    requests.push(body);
    if (request.url !== "/v1/chat/completions" || request.headers.authorization !== "Bearer secret") {
      return refuse(response, 401, JSON.stringify({ error: { message: "Incorrect API key provided" } }));
    }
    const prompt = body.messages.map(({ content }) => content).join("\n");
    writtenAt.length = 0;
    await behave(response, queue.shift() ?? { kind: "write", pieces: pieces(answer(prompt)) }, {
      characters: prompt.length,
      writtenAt,
    });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    url,
    environment: { LLM_BASE_URL: url, LLM_API_KEY: "secret", LLM_MODEL: "fake" },
    requests,
    next: (...behaviours) => void queue.push(...behaviours),
    otherwise: (given) => void (answer = given),
    writtenAt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function behave(
  response: ServerResponse,
  behaviour: Behaviour,
  { characters, writtenAt }: { characters: number; writtenAt: number[] },
): Promise<void> {
  switch (behaviour.kind) {
    case "hang":
      return;
    case "drop":
      response.destroy();
      return;
    case "refuse":
      if (behaviour.retryAfter !== undefined) response.setHeader("retry-after", behaviour.retryAfter);
      return refuse(response, behaviour.httpStatus, behaviour.body ?? "{}");
    case "garbage":
      response.writeHead(200, { "content-type": "text/event-stream" }).end(behaviour.body);
      return;
    default:
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  chunk(response, { delta: { role: "assistant", content: "" } });
  for (const piece of behaviour.pieces) {
    if (typeof piece !== "string") {
      await piece;
      continue;
    }
    if (behaviour.kind === "write" && behaviour.everyMs !== undefined) await delay(behaviour.everyMs);
    // The reader has disconnected.
    if (response.destroyed) return;
    chunk(response, { delta: { content: piece } });
    writtenAt.push(performance.now());
  }
  if (behaviour.kind === "stall") return;
  if (behaviour.kind === "cut") {
    await delay(20);
    response.destroy();
    return;
  }
  chunk(response, { delta: {}, finish_reason: "stop" });
  const usage = {
    prompt_tokens: Math.ceil(characters / 4),
    completion_tokens: behaviour.pieces.length,
  };
  response.write(
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [], usage })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}

function chunk(response: ServerResponse, choice: object): void {
  const data = {
    id: "c",
    object: "chat.completion.chunk",
    model: "fake",
    choices: [{ index: 0, finish_reason: null, ...choice }],
  };
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

function refuse(response: ServerResponse, httpStatus: number, body: string): void {
  response.writeHead(httpStatus, { "content-type": "application/json" }).end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const received: Buffer[] = [];
  for await (const each of request) received.push(each as Buffer);
  return Buffer.concat(received).toString("utf8");
}
