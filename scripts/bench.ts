import { runEach } from "./run-each.ts";

await runEach("bench", process.argv.slice(2));
