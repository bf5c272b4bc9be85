import { z } from "zod";
import { inTextParts } from "../in-parts.ts";
import type { EmbeddingsConfig } from "../config.ts";
import { askForJson, isInputFault, ModelServerError, openAttempts } from "./model-server.ts";

export type Embeddings = ReturnType<typeof openEmbeddings>;

/** The limits of one call with its retries. Passages are embedded in the background; for a question someone waits. */
const defaultBudgets = ({ timeoutMs }: EmbeddingsConfig) => ({
  texts: { timeoutMs: 60_000, retries: 3 },
  question: { timeoutMs, retries: 1 },
});
const batchLimits = { maxTexts: 32, maxCharacters: 32_000 };
/** Ample: 32 vectors of 3,072 numbers, written as decimals, take 2 MB. */
const maxBytes = 16_777_216;
const maxDimensions = 8_192;

type Encoding = "base64" | "float";

/** A client for the configured server; one per process, so that its circuit breakers know all requests. */
export function openEmbeddings(config: EmbeddingsConfig, budgets = defaultBudgets(config)) {
  // Separate circuit breakers, since a slow batch says nothing about questions.
  const attempts = { texts: openAttempts(), question: openAttempts() };
  // Base64 takes a third of the bytes of numbers, but some servers support numbers only.
  let encoding: Encoding = "base64";
  const once = async (input: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    try {
      return await request(config, { input, encoding, signal });
    } catch (error) {
      if (!isInputFault(error) || encoding === "float") throw error;
      const vectors = await request(config, { input, encoding: "float", signal });
      encoding = "float";
      return vectors;
    }
  };
  const embed = async (kind: keyof typeof attempts, input: string[], stop?: AbortSignal) => {
    const { timeoutMs, retries } = budgets[kind];
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop === undefined ? [] : [stop])]);
    const budget = { endsAt: performance.now() + timeoutMs, retries, signal: stop };
    return attempts[kind](budget, () => once(input, signal));
  };
  return {
    model: config.model,
    /** A vector of length 1 for each text, in their order. Throws ModelServerError. */
    async embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
      const vectors: Float32Array[] = [];
      for (const batch of inTextParts(texts, batchLimits))
        vectors.push(...(await embed("texts", batch, signal)));
      return vectors;
    },
    /** The vector of a question, within the configured timeout; after that it is answered without embeddings. */
    async embedQuestion(question: string): Promise<Float32Array> {
      const [vector] = await embed("question", [question]);
      if (vector === undefined) throw new ModelServerError("garbage");
      return vector;
    },
  };
}

// The numbers are validated while they are copied.
const Reply = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.union([z.string(), z.array(z.any())]) })),
});

async function request(
  config: EmbeddingsConfig,
  { input, encoding, signal }: { input: string[]; encoding: Encoding; signal: AbortSignal },
): Promise<Float32Array[]> {
  const reply = await askForJson(config, {
    path: "/embeddings",
    body: { model: config.model, input, encoding_format: encoding },
    signal,
    schema: Reply,
    maxBytes,
    faultOfRefusal: (status) => ([400, 413, 422].includes(status) ? "input" : "rejected"),
  });
  return toVectors(reply, input.length);
}

/** A vector of length 1 for each of `count` texts, in their order; the reply may have another order. */
function toVectors({ data }: z.infer<typeof Reply>, count: number): Float32Array[] {
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const { index, embedding } of data) vectors[index] = normalized(decode(embedding));
  const complete = vectors.filter((vector) => vector !== undefined);
  const isWhole = data.length === count && vectors.length === count && complete.length === count;
  const dimensions = complete[0]?.length ?? 0;
  if (!isWhole || dimensions === 0 || dimensions > maxDimensions) throw new ModelServerError("garbage");
  if (complete.some(({ length }) => length !== dimensions)) throw new ModelServerError("garbage");
  return complete;
}

/** Base64 holds 32-bit floats, the lowest byte first. */
function decode(embedding: string | unknown[]): Float32Array {
  if (typeof embedding !== "string")
    return Float32Array.from(embedding, (value) => (typeof value === "number" ? value : Number.NaN));
  const bytes = Buffer.from(embedding, "base64");
  if (bytes.length % 4 !== 0) throw new ModelServerError("garbage");
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}

/** Normalized to length 1, so that the dot product of two is their cosine. A zero vector stays zero. */
function normalized(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (!Number.isFinite(square)) throw new ModelServerError("garbage");
  const length = Math.sqrt(square) || 1;
  return vector.map((value) => value / length);
}
