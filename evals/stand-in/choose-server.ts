import { chunk } from "../../server/ingestion/chunk/chunk.ts";
import { readSet, setNames } from "../corpus.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import { wordSpaceOf } from "./saved-word-space.ts";

export interface ChosenServer {
  /** A description of the server for reports. */
  name: string;
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  close(): Promise<void>;
}

/**
 * The embedding server of the environment (EMBEDDINGS_BASE_URL, EMBEDDINGS_MODEL, EMBEDDINGS_API_KEY), or else the
 * stand-in, trained on the documents of all sets but on no question.
 */
export async function chooseEmbeddingServer(corpus: string): Promise<ChosenServer> {
  const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = process.env;
  if (baseUrl !== undefined && model !== undefined) {
    return { name: model, baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, model, close: async () => undefined };
  }
  const texts: string[] = [];
  for (const set of setNames) {
    for (const { content } of (await readSet(corpus, set)).documents) {
      for (const { headingPath, text } of chunk(content)) texts.push([...headingPath, text].join("\n"));
    }
  }
  const server = await startEmbeddingServer(await wordSpaceOf(texts));
  return {
    name: "the stand-in (co-occurrence in the sets' own documents), not a real model",
    baseUrl: server.url,
    apiKey: undefined,
    model: "stand-in",
    close: () => server.close(),
  };
}
