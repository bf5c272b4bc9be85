/**
 * How long tests wait: for ever, as far as a machine that works on ten other things is concerned. These limits only end
 * what hangs; no test asserts on elapsed time, and none has a limit of its own.
 */

/** For one event: a document that is read, a message that arrives, an element of a page, a product that starts. */
export const waitMs = 120_000;

/** For one test, or what comes before and after the tests of a file. */
export const testMs = 600_000;

/**
 * How long to wait before looking again for what is waited for since `begunAt`: the longer it takes, the more seldom, as
 * each look takes processor time from what is waited for.
 */
export const nextLookMs = (begunAt: number): number => Math.min(25 + (Date.now() - begunAt) / 8, 250);

/** What an operator would set on such a machine: requests are not refused, nor answered without what comes late. */
export const patientSettings = {
  MAX_EVENT_LOOP_DELAY_MS: "0",
  DATABASE_POOL_WAIT_SECONDS: "120",
  LLM_TIMEOUT_SECONDS: "120",
  EMBEDDINGS_TIMEOUT_SECONDS: "30",
  RERANK_TIMEOUT_SECONDS: "30",
};
