export type EmbeddingsFault =
  /** It took too long. */
  | "timeout"
  | "unreachable"
  | "rate_limited"
  | "unavailable"
  /** It refuses the request as such: a wrong key, a model that does not exist. */
  | "rejected"
  /** It refuses these texts: one of them is too long for it, or there are too many. */
  | "input"
  /** Its reply is not one vector of finite numbers for each text, all of one length. */
  | "garbage"
  /** It failed so often lately that it is not asked. */
  | "resting"
  | "aborted";

const retried: ReadonlySet<EmbeddingsFault> = new Set(["unreachable", "rate_limited", "unavailable"]);
const notOfServer: ReadonlySet<EmbeddingsFault> = new Set(["input", "aborted", "resting"]);

/** Why there are no embeddings. */
export class EmbeddingsError extends Error {
  override name = "EmbeddingsError";
  readonly fault: EmbeddingsFault;
  readonly retryAfterMs: number;
  readonly isWorthRetrying: boolean;
  /** Counts for the circuit breaker. */
  readonly isOfServer: boolean;

  constructor(fault: EmbeddingsFault, retryAfterMs = 200) {
    super(`the embedding server failed: ${fault}`);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.isWorthRetrying = retried.has(fault);
    this.isOfServer = !notOfServer.has(fault);
  }
}
