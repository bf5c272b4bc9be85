import { runEach } from "./run-each.ts";

// Calibrating rewrites a source file.
await runEach("evals", process.argv.slice(2), ["calibrate"]);
