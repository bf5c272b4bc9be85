import type { Server } from "node:http";
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const lookEveryMs = 5_000;
/** So many looks in a row have to find nothing to do: 20 s. */
const quietLooks = 4;
/** A process that works less of the time has nothing to do. */
const idleUtilization = 0.05;

/** The probes of a supervisor, and the lines on which open pages wait for events. */
const noWork = /^(?:\/(?:healthz|readyz|metrics)|\/api\/organizations\/[^/]+\/events)(?:\?|$)/;

/**
 * Gives memory back to the system once a busy process has nothing to do. V8 collects what it needs to go on, and keeps the
 * rest: after some hundred questions 80 MB that no object was in. Nothing else runs meanwhile, for some 100 ms, so it waits
 * until nobody has asked `server` for anything for 20 s.
 *
 * @param server absent: a worker, which answers nobody
 */
export function giveMemoryBackWhenIdle(server?: Server, engine = openEngine()): void {
  const hasServed = server === undefined ? () => false : watchRequests(server);
  let hasWorked = false;
  let quiet = 0;
  const look = () => {
    // Both begin anew with each look.
    const [served, utilization] = [hasServed(), engine.utilization()];
    const isQuiet = !served && utilization <= idleUtilization;
    quiet = isQuiet ? quiet + 1 : 0;
    if (!isQuiet) hasWorked = true;
    if (!hasWorked || quiet < quietLooks) return;
    hasWorked = false;
    engine.collectGarbage();
  };
  setInterval(look, lookEveryMs).unref();
}

/** Tells whether a request was begun or under way since it was last asked. */
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

/** What V8 offers. */
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
    // As a last resort it also moves objects together and returns their pages.
    collectGarbage: (): void => collectGarbage({ type: "major", execution: "sync", flavor: "last-resort" }),
  };
}
