import type { Context } from "./context.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { draftJob } from "./features/tickets/drafts.ts";
import { recordMailed } from "./features/tickets/mail-reply.ts";
import { whatsappJobs } from "./features/whatsapp/jobs.ts";
import type { JobHandlers } from "./jobs.ts";
import { mailJob } from "./mail.ts";
import { embedJob } from "./ingestion/embed/embed-version.ts";
import { documentJob } from "./ingestion/upload/document-job.ts";

/** Starts working: the one list of jobs. */
export async function startWorker(context: Context): Promise<void> {
  const handlers: Partial<JobHandlers> = {
    "document.process": documentJob(context),
    "ticket.draft": draftJob(context),
    "mail.send": mailJob(context, (job, wasTaken) => recordMailed(context, job, wasTaken)),
    ...whatsappJobs(context),
  };
  const { db, events, vectors } = context;
  if (vectors !== undefined) {
    handlers["version.embed"] = embedJob({ db, events, client: vectors.client });
  }
  await context.jobs.work(handlers);
  startHousekeeping(context);
  vectors?.startSweeping();
}
