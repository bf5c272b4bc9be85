import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { EmbeddingsConfig } from "../../server/config.ts";
import { waitMs } from "../patience.ts";

/** How the server answers a request. */
export type EmbeddingsFault =
  /** Correctly; delays the next fault in the queue to a later request. */
  | { kind: "none" }
  | { kind: "refuse"; httpStatus: number; retryAfter?: string }
  /** Correctly, but late. */
  | { kind: "late"; delayMs: number }
  /** Accepts the request and never replies. */
  | { kind: "hang" }
  /** Closes the connection without a reply. */
  | { kind: "drop" }
  /** Closes the connection in the middle of the reply. */
  | { kind: "cut" }
  /** Replies with this body. */
  | { kind: "say"; body: string }
  /** The last vector has one number less than the others. */
  | { kind: "uneven" }
  /** One vector less than there are texts. */
  | { kind: "one-less" };

const Request = z.object({
  model: z.string(),
  input: z.array(z.string().min(1)).min(1),
  encoding_format: z.enum(["float", "base64"]).default("float"),
});

export interface FakeEmbeddings {
  /** For EMBEDDINGS_BASE_URL. */
  url: string;
  /** The configuration of a client. */
  configFor(model: string): EmbeddingsConfig;
  /** All requests, in order. */
  requests: z.infer<typeof Request>[];
  /** Queues faults for the next requests, in order. */
  misbehave(...faults: EmbeddingsFault[]): void;
  /** Sets a fault for every request, until null. */
  always(fault: EmbeddingsFault | null): void;
  close(): Promise<void>;
}

export interface FakeOptions {
  dimensions?: number;
  /** Requests with a longer text are refused. */
  maxTextLength?: number;
  /** Refuses requests for base64. */
  numbersOnly?: boolean;
  /** Lists of words with the same vector. */
  synonyms?: string[][];
  port?: number;
}

/** OpenAI's `/embeddings` over HTTP on loopback: texts with the same words have similar vectors. */
export async function startFakeEmbeddings(options: FakeOptions = {}): Promise<FakeEmbeddings> {
  const { maxTextLength = Number.POSITIVE_INFINITY, numbersOnly = false, port: wanted = 0 } = options;
  const requests: FakeEmbeddings["requests"] = [];
  const faults: EmbeddingsFault[] = [];
  let lasting: EmbeddingsFault | null = null;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Request.parse(JSON.parse(await readBody(request)));
    requests.push(body);
    if (request.url !== "/v1/embeddings" || request.headers.authorization !== "Bearer secret") {
      return reply(response, 401, JSON.stringify({ error: { message: "unauthorized" } }));
    }
    const fault = lasting ?? faults.shift();
    if (fault === undefined) {
      const isTooLong = body.input.some((text) => text.length > maxTextLength);
      if (isTooLong || (numbersOnly && body.encoding_format === "base64")) {
        return reply(response, 400, JSON.stringify({ error: { message: "invalid input" } }));
      }
    }
    if (fault?.kind === "late") await delay(fault.delayMs);
    respond(response, fault, body, (text) => vectorOf(body.model, text, options));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(wanted, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    url,
    configFor: (model) => ({ baseUrl: url, apiKey: "secret", model, timeoutMs: waitMs }),
    requests,
    misbehave: (...added) => void faults.push(...added),
    always: (fault) => void (lasting = fault),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The sum of a pseudo-random direction for each word, different for each model. */
function vectorOf(model: string, text: string, { dimensions = 64, synonyms = [] }: FakeOptions): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = synonyms.find((words) => words.includes(word))?.[0] ?? word;
    for (let at = 0; at < dimensions; at += 32) {
      const bytes = createHash("sha256").update(`${model} ${at} ${meaning}`).digest();
      for (let k = at; k < Math.min(dimensions, at + 32); k++) vector[k]! += (bytes[k - at] ?? 0) / 127.5 - 1;
    }
  }
  return vector;
}

function respond(
  response: ServerResponse,
  fault: EmbeddingsFault | undefined,
  { input, model, encoding_format: format }: z.infer<typeof Request>,
  embed: (text: string) => number[],
): void {
  const vectors = input.map(embed);
  if (fault?.kind === "uneven") vectors.at(-1)?.pop();
  if (fault?.kind === "one-less") vectors.pop();
  const data = vectors.map((vector, index) => {
    const base64 = Buffer.from(new Float32Array(vector).buffer).toString("base64");
    return { object: "embedding", index, embedding: format === "base64" ? base64 : vector };
  });
  // Reversed, since the API doesn't guarantee an order.
  const usage = { prompt_tokens: 0, total_tokens: 0 };
  const body = JSON.stringify({ object: "list", data: data.toReversed(), model, usage });
  switch (fault?.kind) {
    case "hang":
      return;
    case "drop":
      response.destroy();
      return;
    case "cut":
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    case "refuse":
      return reply(response, fault.httpStatus, "{}", fault.retryAfter);
    case "say":
      return reply(response, 200, fault.body);
    default:
      reply(response, 200, body);
  }
}

function reply(response: ServerResponse, httpStatus: number, body: string, retryAfter?: string): void {
  const wait = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  response.writeHead(httpStatus, { "content-type": "application/json", ...wait }).end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const received: Buffer[] = [];
  for await (const each of request) received.push(each as Buffer);
  return Buffer.concat(received).toString("utf8");
}
