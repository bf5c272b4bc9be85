import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

export default defineConfig({
  test: {
    include: [
      "contract",
      "document-reader",
      "server",
      "web",
      "test",
      "scripts",
      "evals",
      "bench",
      "demo",
      "e2e",
    ].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    globalSetup: ["test/global-setup.ts"],
    pool: "forks",
    // The files that share a process load the product once: starting anew with each took a third of all CPU time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Files wait for databases, processes, browsers and delays of the product: two more than there are cores.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 90_000,
    // On a busy machine what is waited for comes late, not never.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 90_000,
  },
});
