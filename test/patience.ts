/**
 * How long tests wait: much longer than even a very busy machine needs. These limits only end tests that hang; no test
 * asserts on elapsed time, and none has a limit of its own.
 */

/** For one event: a document to be read, a message to arrive, an element to appear, a product to start. */
export const waitMs = 120_000;

/** For one test, or for a file's setup or teardown. */
export const testMs = 600_000;

/**
 * How long to wait before polling again for something that is awaited since `begunAt`. Polls become rarer the longer it
 * takes, because each takes CPU time from the awaited work.
 */
export const nextPollMs = (begunAt: number): number => Math.min(25 + (Date.now() - begunAt) / 8, 250);

/** Settings for such a machine: requests are not refused, and late models are waited for. */
export const patientSettings = {
  MAX_EVENT_LOOP_DELAY_MS: "0",
  DATABASE_POOL_WAIT_SECONDS: "120",
  LLM_TIMEOUT_SECONDS: "120",
  EMBEDDINGS_TIMEOUT_SECONDS: "30",
  RERANK_TIMEOUT_SECONDS: "30",
};
