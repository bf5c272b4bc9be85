/**
 * Runs as a thread in a reading process, whose main thread cannot check a clock while it reads. Ends the
 * process if its task takes too long, if it uses too much memory, or if its server is gone.
 */
import { workerData } from "node:worker_threads";
import { wallClockPerCpu, memoryLimitReached, timeLimitReached } from "./process-messages.ts";

export interface WatchdogData {
  memoryLimitMb: number;
  /**
   * Three values in ms, written by the main thread: the wall-clock time (0 if there is no task) and the CPU time of
   * the process when the current task began, and the CPU time that the task may take.
   */
  taskClock: Float64Array<SharedArrayBuffer>;
}

const { memoryLimitMb, taskClock } = workerData as WatchdogData;
const server = process.ppid;

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, "SIGKILL");
  if (isTooLong()) process.kill(process.pid, timeLimitReached);
  if (process.memoryUsage.rss() > memoryLimitMb * 1024 * 1024) process.kill(process.pid, memoryLimitReached);
}, 50);

/** By CPU time, because a busy machine is not the document's fault; wall-clock time is a generous second limit. */
function isTooLong(): boolean {
  const [clockMs = 0, cpuMs = 0, timeoutMs = 0] = taskClock;
  if (clockMs === 0) return false;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 - cpuMs > timeoutMs || Date.now() - clockMs > timeoutMs * wallClockPerCpu;
}
