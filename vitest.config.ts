import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BrowsersAmongOthers } from "./test/browsers-among-others.ts";
import { testMs, waitMs } from "./test/patience.ts";
import { testProjects } from "./test/test-projects.ts";

export default defineConfig({
  test: {
    projects: testProjects(process.env["EVERY_DATABASE_SERVER"] === "yes"),
    pool: "forks",
    // The files that share a process load the product once: starting anew with each took a third of all CPU time.
    isolate: false,
    sequence: { sequencer: BrowsersAmongOthers },
    // Files wait for databases, processes, browsers and delays of the product: two more than there are cores. With four
    // more, the cores were busier, but did an eighth less.
    maxWorkers: availableParallelism() + 2,
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitMs } },
  },
});
