import Fastify, { LogController } from "fastify";
import type { Context } from "./context.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { askAfterModelChange } from "./features/golden-questions/golden-questions.ts";
import { askGoldenJob } from "./features/golden-questions/ask-golden-job.ts";
import { openVersionChecker } from "./features/golden-questions/check-golden.ts";
import { draftJob } from "./features/tickets/drafts.ts";
import { recordMailed } from "./features/tickets/mail-customer.ts";
import { whatsappJobs } from "./features/whatsapp/jobs.ts";
import { eraseJob } from "./conversations/erase.ts";
import { describeError, replyWithError } from "./errors.ts";
import { healthRoutes } from "./features/health/routes.ts";
import type { App } from "./http.ts";
import type { JobHandlers } from "./jobs.ts";
import { mailJob } from "./mail.ts";
import { isOutgoingHeld, whenReleased } from "./outgoing-hold.ts";
import { embedJob } from "./ingestion/embed/embed-version.ts";
import { documentJob } from "./ingestion/versions/process-document.ts";

/** Starts the worker. This is the one list of all jobs. */
export async function startWorker(context: Context): Promise<void> {
  const { "whatsapp.continue": continueWhatsapp, ...receiveWhatsapp } = whatsappJobs(context);
  const handlers: Partial<JobHandlers> = {
    "document.process": documentJob({ ...context, versionChecker: openVersionChecker(context) }),
    "golden.ask": askGoldenJob(context),
    "ticket.draft": draftJob(context),
    erase: eraseJob(context),
    ...receiveWhatsapp,
  };
  const outgoing: Partial<JobHandlers> = {
    "mail.send": mailJob(context, (job, wasAccepted) => recordMailed(context, job, wasAccepted)),
    "whatsapp.continue": continueWhatsapp,
  };
  const { db, events, vectors } = context;
  if (vectors !== undefined) handlers["version.embed"] = embedJob({ db, events, client: vectors.client });
  await context.jobs.work(handlers);
  await workOutgoing(context, outgoing);
  startHousekeeping(context);
  askAfterModelChange(context).catch((error: unknown) =>
    context.log.warn({ err: describeError(error) }, "golden questions were not asked again"),
  );
  vectors?.startSweeping(context.closed);
}

/** Sends emails and WhatsApp messages; after a restore, only once the hold has been released. */
async function workOutgoing(context: Context, handlers: Partial<JobHandlers>): Promise<void> {
  const { db, jobs, log } = context;
  if (!(await isOutgoingHeld(db))) return jobs.work(handlers);
  log.warn("email and WhatsApp messages are held since the restore; npm run release lets them go");
  const start = async () => {
    if (!(await whenReleased(context))) return;
    await jobs.work(handlers);
    log.info("email and WhatsApp messages were released");
  };
  start().catch((error: unknown) => log.error({ err: describeError(error) }, "could not start sending"));
}

/** The port of a worker's health checks, unless WORKER_PORT is set. */
const defaultPort = 3001;

/**
 * Serves a worker's /healthz, /readyz and /metrics. If the default port is in use, the worker runs without them; if
 * WORKER_PORT is in use, it does not start.
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
