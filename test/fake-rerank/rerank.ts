import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** How the reranker may fail at a request. */
export type RerankFault =
  | { kind: "refuse"; httpStatus: number }
  /** Accepts the request and never replies. */
  | { kind: "hang" }
  /** Closes the connection without a reply. */
  | { kind: "drop" }
  /** Closes the connection in the middle of the reply. */
  | { kind: "cut" }
  /** Replies with this body. */
  | { kind: "say"; body: string };

const texts = z.array(z.string()).min(1);
const Request = z.object({
  query: z.string().min(1),
  model: z.string().optional(),
  documents: texts.optional(),
  texts: texts.optional(),
  top_n: z.int().positive().optional(),
});

/** The format of replies: `results` as in Jina, Cohere and vLLM, `bare` as in TEI. */
type Shape = "results" | "bare";

export interface FakeReranker {
  /** For RERANK_BASE_URL. */
  url: string;
  /** All requests, in order. */
  requests: z.infer<typeof Request>[];
  /** Queues faults for the next requests, in order. */
  misbehave(...faults: RerankFault[]): void;
  /** Sets the score of a text for a query. Default: 0 for all. */
  judge(score: (query: string, text: string) => number): void;
  close(): Promise<void>;
}

/** A cross-encoder's `/rerank` over HTTP on loopback. */
export async function startFakeReranker(options: { shape?: Shape } = {}): Promise<FakeReranker> {
  const { shape = "results" } = options;
  const requests: FakeReranker["requests"] = [];
  const faults: RerankFault[] = [];
  let score: (query: string, text: string) => number = () => 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Request.parse(JSON.parse(await readBody(request)));
    requests.push(body);
    if (request.url !== "/v1/rerank" || request.headers.authorization !== "Bearer secret") {
      return reply(response, 401, JSON.stringify({ error: "unauthorized" }));
    }
    const documents = shape === "bare" ? body.texts : body.documents;
    if (documents === undefined) return reply(response, 422, JSON.stringify({ error: "missing field" }));
    const ranked = documents
      .map((text, index) => ({ index, score: score(body.query, text) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, shape === "bare" ? documents.length : body.top_n);
    const results = ranked.map((one) => ({ index: one.index, relevance_score: one.score }));
    respond(response, faults.shift(), JSON.stringify(shape === "bare" ? ranked : { results }));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    misbehave: (...added) => void faults.push(...added),
    judge: (scoreOf) => void (score = scoreOf),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(response: ServerResponse, fault: RerankFault | undefined, body: string): void {
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
      return reply(response, fault.httpStatus, "{}");
    case "say":
      return reply(response, 200, fault.body);
    default:
      reply(response, 200, body);
  }
}

function reply(response: ServerResponse, httpStatus: number, body: string): void {
  response.writeHead(httpStatus, { "content-type": "application/json" }).end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const received: Buffer[] = [];
  for await (const each of request) received.push(each as Buffer);
  return Buffer.concat(received).toString("utf8");
}
