import { spawn } from "node:child_process";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

const killAfterMs = 5_000;

/**
 * Runs a program in the repository's root and resolves with its exit code; 1 when a signal ended it. When this process
 * is asked to stop, it stops the program, and the promise rejects.
 */
export function runProgram(
  file: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
    let interrupted = false;
    const interrupt = (signal: NodeJS.Signals) => {
      interrupted = true;
      child.kill(signal);
      setTimeout(() => child.kill("SIGKILL"), killAfterMs).unref();
    };
    process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
    child.once("close", (code) => {
      process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
      if (interrupted) reject(new Error("Interrupted."));
      else resolve(code ?? 1);
    });
    child.once("error", (error) => process.stderr.write(`Can't run ${file}: ${error.message}\n`));
  });
}

/** Runs a script of a dependency or of this repository under the same Node. */
export const runNode = (
  script: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> => runProgram(process.execPath, [path.join(root, script), ...args], environment);
