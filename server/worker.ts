import type { Context } from "./context.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { draftJob } from "./features/tickets/drafts.ts";
import { whatsappJobs } from "./features/whatsapp/jobs.ts";
import type { JobHandlers } from "./jobs.ts";
import { mailJob } from "./mail.ts";
import { documentJob } from "./pipeline/upload/document-job.ts";

/** Starts working: the one list of jobs. */
export async function startWorker(context: Context): Promise<void> {
  const handlers: Partial<JobHandlers> = {
    "document.process": documentJob(context),
    "ticket.draft": draftJob(context),
    "mail.send": mailJob(context),
    ...whatsappJobs(context),
  };
  await context.jobs.work(handlers);
  startHousekeeping(context);
}
