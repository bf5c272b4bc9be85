import { pino } from "pino";
import { openJobs } from "../server/jobs.ts";

// A worker process that takes a job and never finishes it, for a test that kills it meanwhile.
const jobs = await openJobs(process.argv[2] ?? "", pino({ level: "silent" }), { supervise: false });
const run = async (): Promise<void> => {
  process.stdout.write("taken\n");
  await new Promise(() => undefined);
};
await jobs.work({ "document.process": { run, exhausted: run } });
