import type { Server } from "node:http";
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const checkEveryMs = 5_000;
/** Consecutive checks that must find the process idle: 20 s. */
const quietChecks = 4;
/** Below this event loop utilization the process counts as idle. */
const idleUtilization = 0.05;

/** Health probes, scrapes of metrics, and the event streams of open pages. */
const noWork = /^(?:\/(?:healthz|readyz|metrics)|\/api\/organizations\/[^/]+\/events)(?:\?|$)/;

/**
 * Gives memory back to the system once a busy process becomes idle. V8 collects only what it needs to go on: after some
 * hundred questions it held 80 MB of free memory. The collection blocks the process for about 100 ms, so it waits until
 * `server` has had no request for 20 s.
 *
 * @param server absent in a worker, which has no requests
 */
export function giveMemoryBackWhenIdle(server?: Server, engine = openEngine()): void {
  const hasServed = server === undefined ? () => false : watchRequests(server);
  let hasWorked = false;
  let quiet = 0;
  const check = () => {
    // Calling either one starts its next measurement.
    const [served, utilization] = [hasServed(), engine.utilization()];
    const isQuiet = !served && utilization <= idleUtilization;
    quiet = isQuiet ? quiet + 1 : 0;
    if (!isQuiet) hasWorked = true;
    if (!hasWorked || quiet < quietChecks) return;
    hasWorked = false;
    engine.collectGarbage();
  };
  setInterval(check, checkEveryMs).unref();
}

/** The returned function tells whether a request began or was in progress since the last call. */
function watchRequests(server: Server): () => boolean {
  let underWay = 0;
  let begun = 0;
  server.on("request", ({ url = "" }, response) => {
    if (noWork.test(url)) return;
    begun += 1;
    underWay += 1;
    response.once("close", () => (underWay -= 1));
  });
  return () => {
    const served = begun > 0 || underWay > 0;
    begun = 0;
    return served;
  };
}

type CollectGarbage = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** Measures the event loop and runs V8's garbage collector. */
function openEngine() {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as CollectGarbage;
  let before = performance.eventLoopUtilization();
  return {
    /** The part of the time since the last call that the event loop was busy, from 0 to 1. */
    utilization(): number {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    // The last-resort flavor also compacts the heap and returns free pages to the system.
    collectGarbage: (): void => collectGarbage({ type: "major", execution: "sync", flavor: "last-resort" }),
  };
}
