import Fastify, { LogController } from "fastify";
import type { Context } from "./context.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { draftJob } from "./features/tickets/drafts.ts";
import { recordMailed } from "./features/tickets/mail-reply.ts";
import { whatsappJobs } from "./features/whatsapp/jobs.ts";
import { replyWithError } from "./errors.ts";
import { healthRoutes } from "./features/health/routes.ts";
import type { App } from "./http.ts";
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

/** Where a worker says how it is, unless WORKER_PORT names another place. */
const defaultPort = 3001;

/**
 * /healthz, /readyz and /metrics of a worker. On the default port it does without where another worker of this
 * machine is there already; on one that was asked for it does not start.
 */
export async function listenForHealth(context: Context): Promise<App> {
  const { config, log } = context;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  }) as unknown as App;
  app.setErrorHandler(replyWithError);
  healthRoutes(app, context);
  try {
    await app.listen({ port: config.workerPort ?? defaultPort, host: config.host });
  } catch (error) {
    if (config.workerPort !== undefined || (error as NodeJS.ErrnoException).code !== "EADDRINUSE")
      throw error;
    log.warn(
      `port ${defaultPort} is in use, so this worker has no /readyz and /metrics; choose another port with WORKER_PORT`,
    );
  }
  return app;
}
