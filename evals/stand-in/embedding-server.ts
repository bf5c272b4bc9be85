import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { vectorOf, type WordSpace } from "./word-space.ts";

const Request = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  encoding_format: z.enum(["float", "base64"]).default("float"),
});

export interface EmbeddingServer {
  /** For EMBEDDINGS_BASE_URL. */
  url: string;
  close(): Promise<void>;
}

/** Serves the vectors of a word space with OpenAI's embeddings API on loopback. */
export async function startEmbeddingServer(space: WordSpace): Promise<EmbeddingServer> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parsed = Request.safeParse(JSON.parse(await readBody(request)));
    if (request.url !== "/v1/embeddings" || !parsed.success) {
      response.writeHead(400, { "content-type": "application/json" }).end("{}");
      return;
    }
    const { input, model, encoding_format: format } = parsed.data;
    const data = [input].flat().map((text, index) => {
      const vector = vectorOf(space, text);
      const embedding = format === "float" ? [...vector] : Buffer.from(vector.buffer).toString("base64");
      return { object: "embedding", index, embedding };
    });
    const usage = { prompt_tokens: 0, total_tokens: 0 };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ object: "list", data, model, usage }));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const received: Buffer[] = [];
  for await (const each of request) received.push(each as Buffer);
  return Buffer.concat(received).toString("utf8");
}
