/**
 * Runs as a thread beside a reading process, whose own thread cannot look at a clock while it reads. Ends
 * the process when its task takes too long, when it grows too large, or when its server is gone.
 */
import { workerData } from "node:worker_threads";
import { clockPerCpu, memoryLimitReached, timeLimitReached } from "./process-messages.ts";

/**
 * `began` holds when the current task began: on the clock (ms; 0 while there is no task), and in CPU time
 * of the process (ms); then the CPU time that it may take (ms).
 */
export interface WatchdogData {
  memoryLimitMb: number;
  startedAt: Float64Array<SharedArrayBuffer>;
}

const { memoryLimitMb, startedAt } = workerData as WatchdogData;
const server = process.ppid;

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, "SIGKILL");
  if (isTooLong()) process.kill(process.pid, timeLimitReached);
  if (process.memoryUsage.rss() > memoryLimitMb * 1024 * 1024) process.kill(process.pid, memoryLimitReached);
}, 50);

/** Judges by CPU time, because a busy machine is no fault of the document; the clock sets a generous second limit. */
function isTooLong(): boolean {
  const [clockMs = 0, cpuMs = 0, timeoutMs = 0] = startedAt;
  if (clockMs === 0) return false;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 - cpuMs > timeoutMs || Date.now() - clockMs > timeoutMs * clockPerCpu;
}
