/**
 * Runs as a thread beside a reading process, whose own thread cannot look at a clock while it reads. Ends
 * the process when its task takes too long, when it grows too large, or when its server is gone.
 */
import { workerData } from "node:worker_threads";
import type { ProcessLimits } from "./process-messages.ts";

/** `startedAt[0]` is the time (ms) at which the current task began, 0 while there is none. */
export interface WatchdogData extends ProcessLimits {
  startedAt: Float64Array<SharedArrayBuffer>;
}

const { memoryLimitMb, timeoutMs, startedAt } = workerData as WatchdogData;
const server = process.ppid;

/** The signal by which the server knows that a limit was reached. */
const limitReached = "SIGTERM";

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, "SIGKILL");
  const began = startedAt[0] ?? 0;
  const tooLong = began > 0 && Date.now() - began > timeoutMs;
  if (tooLong || process.memoryUsage.rss() > memoryLimitMb * 1024 * 1024) process.kill(process.pid, limitReached);
}, 50);
