import { runEach } from "./run-each.ts";

// `calibrate` rewrites a source file, so it runs only when it is named.
await runEach("evals", process.argv.slice(2), ["calibrate"]);
