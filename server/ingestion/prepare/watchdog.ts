/**
 * Runs as a thread beside a reading process, whose own thread cannot look at a clock while it reads. Ends
 * the process when its task takes too long, when it grows too large, or when its server is gone.
 */
import { workerData } from "node:worker_threads";
import { clockPerCpu, type ProcessLimits } from "./process-messages.ts";

/**
 * `began` holds when the current task began: on the clock (ms; 0 while there is no task), and in CPU time
 * of the process (ms).
 */
export interface WatchdogData extends ProcessLimits {
  began: Float64Array<SharedArrayBuffer>;
}

const { memoryLimitMb, timeoutMs, began } = workerData as WatchdogData;
const server = process.ppid;

/** The signal by which the server knows that a limit was reached. */
const limitReached = "SIGTERM";

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, "SIGKILL");
  if (isTooLong() || process.memoryUsage.rss() > memoryLimitMb * 1024 * 1024)
    process.kill(process.pid, limitReached);
}, 50);

/** A busy machine is no fault of the document: what counts is its own work, within reason. */
function isTooLong(): boolean {
  const [clockMs = 0, cpuMs = 0] = began;
  if (clockMs === 0) return false;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 - cpuMs > timeoutMs || Date.now() - clockMs > timeoutMs * clockPerCpu;
}
