import { z } from "zod";
import type { RerankConfig } from "../config.ts";
import { askForJson, isInputFault, ModelServerError, openAttempts } from "./model-server.ts";

export type Reranker = ReturnType<typeof openReranker>;

const maxBytes = 262_144;

const Scores = z.union([
  z.object({ results: z.array(z.object({ index: z.int(), relevance_score: z.number() })) }),
  // TEI's format.
  z.array(z.object({ index: z.int(), score: z.number() })),
]);

/** A client for the configured reranker; one per process, so that its circuit breaker sees every request. */
export function openReranker(config: RerankConfig) {
  const { timeoutMs } = config;
  const attempt = openAttempts();
  let dialect: Dialect = "documents";
  const once = async (query: string, texts: string[]): Promise<number[]> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await request(config, { query, texts, dialect, signal });
    } catch (error) {
      if (!isInputFault(error)) throw error;
      dialect = dialect === "texts" ? "documents" : "texts";
      return await request(config, { query, texts, dialect, signal }).catch(toRejection);
    }
  };
  return {
    /** A score for each text, in their order; higher is more relevant to the query. Throws ModelServerError. */
    score: (query: string, texts: string[]) =>
      attempt({ endsAt: performance.now() + timeoutMs, retries: 0 }, () => once(query, texts)),
  };
}

/** A server that accepts neither dialect rejects all requests, not just this input. */
function toRejection(error: unknown): never {
  throw isInputFault(error) ? new ModelServerError("rejected") : error;
}

/** The name of the field: `texts` for TEI, `documents` for others. Some servers refuse unknown fields. */
type Dialect = "documents" | "texts";

type Question = { query: string; texts: string[]; dialect: Dialect; signal: AbortSignal };

async function request(config: RerankConfig, { query, texts, dialect, signal }: Question): Promise<number[]> {
  const reply = await askForJson(config, {
    path: "/rerank",
    body:
      dialect === "texts"
        ? { query, texts, truncate: true }
        : { query, documents: texts, top_n: texts.length, model: config.model },
    signal,
    schema: Scores,
    maxBytes,
    faultOfRefusal: (status) => ([400, 422].includes(status) ? "input" : "rejected"),
  });
  return inOrder(reply, texts.length);
}

/** Throws unless every text has a score, since partial scores would misorder the passages. */
function inOrder(reply: z.infer<typeof Scores>, count: number): number[] {
  const given = Array.isArray(reply)
    ? reply
    : reply.results.map(({ index, relevance_score: score }) => ({ index, score }));
  const scores = new Map(given.map(({ index, score }) => [index, score]));
  const complete = Array.from({ length: count }, (_, index) => scores.get(index) ?? Number.NaN);
  if (given.length !== count || complete.some((score) => !Number.isFinite(score)))
    throw new ModelServerError("garbage");
  return complete;
}
