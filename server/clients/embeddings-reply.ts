import { z } from "zod";
import { EmbeddingsError } from "./embeddings-error.ts";

/** 32 vectors of 3,072 numbers in full length take 2 MB. */
const maxBytes = 16_777_216;
const maxDimensions = 8_192;

// The numbers are looked at where they are copied, once.
const Reply = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.union([z.string(), z.array(z.any())]) })),
});

/** A vector of length 1 for each of `count` texts, in their order, whichever order the reply has. */
export async function readVectors(response: Response, count: number): Promise<Float32Array[]> {
  const body = await bodyOf(response);
  let data: z.infer<typeof Reply>["data"];
  try {
    ({ data } = Reply.parse(JSON.parse(body)));
  } catch {
    throw new EmbeddingsError("garbage");
  }
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const { index, embedding } of data) vectors[index] = normalised(decode(embedding));
  const complete = vectors.filter((vector) => vector !== undefined);
  const isWhole = data.length === count && vectors.length === count && complete.length === count;
  const dimensions = complete[0]?.length ?? 0;
  if (!isWhole || dimensions === 0 || dimensions > maxDimensions) throw new EmbeddingsError("garbage");
  if (complete.some(({ length }) => length !== dimensions)) throw new EmbeddingsError("garbage");
  return complete;
}

async function bodyOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new EmbeddingsError("garbage");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Base64 holds 32-bit floats, the lowest byte first. */
function decode(embedding: string | unknown[]): Float32Array {
  if (typeof embedding !== "string") {
    return Float32Array.from(embedding, (value) => (typeof value === "number" ? value : Number.NaN));
  }
  const bytes = Buffer.from(embedding, "base64");
  if (bytes.length % 4 !== 0) throw new EmbeddingsError("garbage");
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}

/** So that the product of two is the cosine between them. Without a direction it stays nothing. */
function normalised(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (!Number.isFinite(square)) throw new EmbeddingsError("garbage");
  const length = Math.sqrt(square) || 1;
  return vector.map((value) => value / length);
}
