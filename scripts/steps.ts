import { spawn } from "node:child_process";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

/** Runs a program in the repository's root and resolves with its exit code; 1 when a signal ended it. */
export function runProgram(file: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, pass);
    const end = (code: number) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, pass);
      resolve(code);
    };
    child.once("error", (error) => {
      process.stderr.write(`${file} cannot be run: ${error.message}\n`);
      end(1);
    });
    child.once("exit", (code) => end(code ?? 1));
  });
}

/** Runs a JavaScript program of a dependency, or a script of ours, under the same Node. */
export const runNode = (script: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> =>
  runProgram(process.execPath, [path.join(root, script), ...args], environment);
