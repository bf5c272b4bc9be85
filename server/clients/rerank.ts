import { z } from "zod";
import type { RerankConfig } from "../config.ts";
import { openCircuitBreaker } from "./circuit-breaker.ts";

export type RerankFault =
  | "timeout"
  | "unreachable"
  /** It says that it cannot, or that it may not. */
  | "refused"
  /** Its reply does not score every text once. */
  | "garbage"
  /** It failed so often lately that it is not asked. */
  | "resting";

/** Why there are no scores. */
export class RerankError extends Error {
  override name = "RerankError";
  readonly fault: RerankFault;

  constructor(fault: RerankFault) {
    super(`the reranker failed: ${fault}`);
    this.fault = fault;
  }
}

export interface Reranker {
  /** A score for each text, in their order; higher means that it answers the query better. Throws RerankError. */
  score(query: string, texts: string[]): Promise<number[]>;
}

/** All the time that a reranking may take: the question waits for it. */
const defaultTimeoutMs = 1_000;
const maxBytes = 262_144;
/** In place of a reply; no JSON. */
const notUnderstood = "not understood";

const Scores = z.union([
  z.object({ results: z.array(z.object({ index: z.int(), relevance_score: z.number() })) }),
  // TEI's own.
  z.array(z.object({ index: z.int(), score: z.number() })),
]);

/** A client for the configured reranker; one per process, so that its circuit breaker knows all questions. */
export function openReranker(
  config: RerankConfig,
  { timeoutMs = defaultTimeoutMs }: { timeoutMs?: number } = {},
): Reranker {
  const breaker = openCircuitBreaker();
  let dialect: Dialect = "documents";
  return {
    async score(query, texts) {
      if (!breaker.allowRequest()) throw new RerankError("resting");
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        let reply = await request(config, { query, texts, dialect, signal });
        if (reply === notUnderstood) {
          dialect = dialect === "texts" ? "documents" : "texts";
          reply = await request(config, { query, texts, dialect, signal });
        }
        const scores = inOrder(reply, texts.length);
        breaker.succeeded();
        return scores;
      } catch (error) {
        breaker.failed();
        throw error;
      }
    },
  };
}

/** TEI calls them texts, the others documents; some refuse a request with a field that they do not know. */
type Dialect = "documents" | "texts";

interface Question {
  query: string;
  texts: string[];
  dialect: Dialect;
  signal: AbortSignal;
}

async function request(
  { baseUrl, apiKey, model }: RerankConfig,
  { query, texts, dialect, signal }: Question,
): Promise<string> {
  const asked =
    dialect === "texts"
      ? { query, texts, truncate: true }
      : { query, documents: texts, top_n: texts.length, model };
  try {
    const response = await fetch(`${baseUrl}/rerank`, {
      method: "POST",
      redirect: "error",
      signal,
      headers: {
        "content-type": "application/json",
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(asked),
    });
    if (response.ok) return await bodyOf(response);
    await response.body?.cancel();
    if (response.status === 400 || response.status === 422) return notUnderstood;
    throw new RerankError("refused");
  } catch (error) {
    if (error instanceof RerankError) throw error;
    throw new RerankError(signal.aborted ? "timeout" : "unreachable");
  }
}

async function bodyOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new RerankError("garbage");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Half of the scores would order the half that the server liked before better passages: all or none. */
function inOrder(body: string, count: number): number[] {
  let parsed: z.infer<typeof Scores>;
  try {
    parsed = Scores.parse(JSON.parse(body));
  } catch {
    throw new RerankError("garbage");
  }
  const given = Array.isArray(parsed)
    ? parsed
    : parsed.results.map(({ index, relevance_score: score }) => ({ index, score }));
  const scores = new Map(given.map(({ index, score }) => [index, score]));
  const complete = Array.from({ length: count }, (_, index) => scores.get(index) ?? Number.NaN);
  if (given.length !== count || complete.some((score) => !Number.isFinite(score))) {
    throw new RerankError("garbage");
  }
  return complete;
}
