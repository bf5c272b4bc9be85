import { readFileSync } from "node:fs";
import { loadavg } from "node:os";

/** All CPU time since the machine started, and how much of it the host gave to other machines. Linux only. */
function cpuTimes(): { all: number; stolen: number } {
  try {
    const times = (/^cpu +(.+)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1] ?? "").split(" ").map(Number);
    return { all: times.slice(0, 8).reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
  } catch {
    return { all: 0, stolen: 0 };
  }
}

const atStart = cpuTimes();

/** The other load of the machine while this process ran; if it was high, the figures are unreliable. */
export function machineNote(): string {
  const now = cpuTimes();
  const share = (now.stolen - atStart.stolen) / Math.max(1, now.all - atStart.all);
  return `load of the machine in the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}; CPU taken by the host: ${(share * 100).toFixed(1)}%`;
}
