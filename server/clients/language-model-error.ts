export type LanguageModelFault =
  /** It took too long to be reached, to begin, to go on or to end. */
  | "timeout"
  | "unreachable"
  | "rate_limited"
  | "unavailable"
  /** It refuses the request as such: a wrong key, a model that does not exist. */
  | "rejected"
  | "context_too_long"
  /** It answers with something that is no completion. */
  | "garbage"
  /** The answer breaks off. */
  | "cut"
  | "too_much"
  /** It failed so often lately that it is not asked. */
  | "resting"
  | "aborted";

const retried: ReadonlySet<LanguageModelFault> = new Set([
  "unreachable",
  "rate_limited",
  "unavailable",
  "cut",
]);
const notOfModel: ReadonlySet<LanguageModelFault> = new Set(["context_too_long", "aborted"]);

/** Why there is no answer of the model. */
export class LanguageModelError extends Error {
  override name = "LanguageModelError";
  readonly fault: LanguageModelFault;
  readonly retryAfterMs: number;
  isWorthRetrying: boolean;
  /** Counts for the circuit breaker. */
  readonly isOfModel: boolean;

  constructor(fault: LanguageModelFault, retryAfterMs = 200) {
    super(`the language model failed: ${fault}`);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.isWorthRetrying = retried.has(fault);
    this.isOfModel = !notOfModel.has(fault);
  }
}
