import { ModelServerError } from "../../clients/model-server.ts";
import type { Embeddings } from "../../clients/embeddings.ts";

/** Texts are not shortened below this: every model accepts so many characters. */
const minCutCharacters = 200;

/** A vector for each text. Of a text that is too long for the server, only the beginning is embedded. */
export async function embedTexts(client: Pick<Embeddings, "embed">, texts: string[], signal: AbortSignal) {
  try {
    return await client.embed(texts, signal);
  } catch (error) {
    if (!isOfTexts(error)) throw error;
  }
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await embedBeginning(client, text, signal));
  return vectors;
}

async function embedBeginning(client: Pick<Embeddings, "embed">, text: string, signal: AbortSignal) {
  for (let beginning = text; ;) {
    try {
      const [vector] = await client.embed([beginning], signal);
      if (vector !== undefined) return vector;
      throw new ModelServerError("garbage");
    } catch (error) {
      if (!isOfTexts(error) || beginning.length <= minCutCharacters) throw error;
      beginning = beginning.slice(0, beginning.length / 2).toWellFormed();
    }
  }
}

const isOfTexts = (error: unknown): boolean => error instanceof ModelServerError && error.fault === "input";
