import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { isDatabaseAway } from "../errors.ts";

const pollMs = 500;

/** Runs a step of the start, and retries it for at most `timeoutMs` while PostgreSQL can't be reached. */
export async function whenDatabaseAnswers<T>(
  { log, timeoutMs }: { log: Logger; timeoutMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let isReported = false; ; isReported = true) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error as Error) || Date.now() >= deadline) throw error;
      if (!isReported) log.warn("waiting for PostgreSQL");
      await delay(pollMs);
    }
  }
}
