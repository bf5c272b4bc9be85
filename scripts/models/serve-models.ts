import Fastify, { type FastifyInstance } from "fastify";
import { z } from "zod";
import type { LocalModel } from "./model-list.ts";
import { modelFolder } from "./fetch-model.ts";
import { openCrossEncoder, openEmbedder } from "./runtime.ts";

const maxTexts = 64;
const maxCharacters = 8_000;
/** Requests in progress or waiting; further ones are refused at once. */
const maxWaiting = 16;
const bodyLimit = 2_097_152;

const Texts = z
  .array(z.string().transform((text) => text.slice(0, maxCharacters)))
  .min(1)
  .max(maxTexts);
const EmbeddingsRequest = z.object({
  input: z.union([z.string().transform((text) => [text.slice(0, maxCharacters)]), Texts]),
  encoding_format: z.enum(["float", "base64"]).default("float"),
});
const RerankRequest = z.object({ query: z.string().max(maxCharacters), documents: Texts });

/**
 * Serves small models with the APIs that the product uses: OpenAI's /v1/embeddings and the /rerank of Cohere and
 * others. One request at a time, in a process apart from the product, so that a model can't crash that.
 */
export async function serveModels(models: readonly LocalModel[], folder: string): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit });
  const inTurn = openTurns();
  for (const model of models) {
    if (model.kind === "embeddings") {
      const embed = await openEmbedder(model, modelFolder(folder, model));
      app.post("/v1/embeddings", async (request, reply) => {
        const parsed = EmbeddingsRequest.safeParse(request.body);
        if (!parsed.success) return reply.status(422).send({ error: "unknown input" });
        const { input, encoding_format: encoding } = parsed.data;
        const vectors = await inTurn(() => embed(input));
        if (vectors === null) return reply.status(503).send({ error: "too many requests are waiting" });
        const data = vectors.map((vector, index) => ({
          index,
          embedding:
            encoding === "float" ? vector : Buffer.from(Float32Array.from(vector).buffer).toString("base64"),
        }));
        return { model: model.name, data };
      });
    } else {
      const score = await openCrossEncoder(model, modelFolder(folder, model));
      app.post("/rerank", async (request, reply) => {
        const parsed = RerankRequest.safeParse(request.body);
        if (!parsed.success) return reply.status(422).send({ error: "unknown input" });
        const scores = await inTurn(() => score(parsed.data.query, parsed.data.documents));
        if (scores === null) return reply.status(503).send({ error: "too many requests are waiting" });
        return { results: scores.map((relevance_score, index) => ({ index, relevance_score })) };
      });
    }
  }
  return app;
}

/** Runs one task at a time; the result is null if too many are waiting. */
export function openTurns() {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (waiting >= maxWaiting) return null;
    waiting += 1;
    const turn = tail.then(work).finally(() => (waiting -= 1));
    tail = turn.catch(() => undefined);
    return turn;
  };
}
