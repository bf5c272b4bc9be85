import type { Context } from "./context.ts";
import type { JobHandlers } from "./jobs.ts";

/** Starts working: the one list of jobs. */
export async function startWorker(context: Context): Promise<void> {
  const handlers: JobHandlers = {
    "document.process": {
      run: async () => undefined,
      exhausted: async () => undefined,
    },
  };
  await context.jobs.work(handlers);
}
