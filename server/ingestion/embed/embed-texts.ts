import { isInputFault, ModelServerError } from "../../clients/model-server.ts";
import type { Embeddings } from "../../clients/embeddings.ts";

/** Texts are not shortened below this, because every model accepts this many characters. */
const minCutCharacters = 200;

/** Returns a vector for each text. If a text is too long for the server, embeds its beginning. */
export async function embedTexts(client: Pick<Embeddings, "embed">, texts: string[], signal: AbortSignal) {
  try {
    return await client.embed(texts, signal);
  } catch (error) {
    if (!isInputFault(error)) throw error;
  }
  return Array.fromAsync(texts, (text) => embedBeginning(client, text, signal));
}

async function embedBeginning(client: Pick<Embeddings, "embed">, text: string, signal: AbortSignal) {
  for (let beginning = text; ;) {
    try {
      const [vector] = await client.embed([beginning], signal);
      if (vector !== undefined) return vector;
      throw new ModelServerError("garbage");
    } catch (error) {
      if (!isInputFault(error) || beginning.length <= minCutCharacters) throw error;
      beginning = beginning.slice(0, beginning.length / 2).toWellFormed();
    }
  }
}
