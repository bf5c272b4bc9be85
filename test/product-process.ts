import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { patientSettings, waitMs } from "./patience.ts";
import { compileCache } from "./product-account.ts";

const main = path.resolve(import.meta.dirname, "../server/main.ts");
/** Enough memory to start without garbage collection, which took an eighth of the time. */
const nodeFlags = ["--min-semi-space-size=16"];

/** The product in a process of its own, which tests can kill and restart. */
export interface ProductProcess {
  pid: number;
  /** The output to stdout and stderr so far. */
  output(): string;
  /** Resolves with the address once it is ready. Rejects with its output if it ends instead. */
  ready(): Promise<string>;
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts server/main.ts on a free port. It is stopped when the test ends. */
export function startProduct(environment: Record<string, string>): ProductProcess {
  const defaults = {
    HOST: "127.0.0.1",
    PORT: "0",
    WORKER_PORT: "0",
    DRAIN_MS: "0",
    ...patientSettings,
  };
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: { PATH, ...compileCache, ...defaults, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await Promise.race([ended, delay(waitMs, undefined, { ref: false })]);
    child.kill("SIGKILL");
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    async ready() {
      const deadline = Date.now() + waitMs;
      while (!output.includes("Sizana is ready")) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`the product did not start:\n${output}`);
        await delay(20);
      }
      return /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1] ?? "";
    },
    ended,
    kill: (signal) => child.kill(signal),
  };
}

/** A folder that is deleted after the test. Other users have no access, as is common for home folders. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sizana-folder-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
