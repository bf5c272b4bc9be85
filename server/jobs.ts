import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { fromKysely, PgBoss } from "pg-boss";
import type { z } from "zod";
import {
  AskGoldenQuestionsJob,
  ContinueWhatsappJob,
  DraftTicketReplyJob,
  EmbedVersionJob,
  EraseJob,
  FetchWhatsappFileJob,
  ProcessDocumentJob,
  ReceiveWhatsappJob,
  SendMailJob,
} from "../contract/jobs.ts";
import { Id } from "../contract/common.ts";
import { once } from "./caching/once.ts";
import type { Metrics } from "./metrics.ts";
import { describeError, isDatabaseAway } from "./errors.ts";
import { replyTimeoutMs, type Database, type Transaction } from "./database/database.ts";
import { watchDueJobs } from "./due-jobs.ts";
import { createJobTurns, jobTurnsIndex } from "./job-turns.ts";

/** How the jobs of one queue are run and retried. */
interface Queue {
  payload: z.ZodType<{ organizationId: string }>;
  /** Jobs of this queue that one worker process runs at once. */
  concurrency: number;
  /** How many of those may belong to one organization, so that its backlog does not block the others. */
  perOrganization: number;
  /** A job that runs longer is aborted and tried again. */
  expireInSeconds: number;
  /** Retries, with delays that grow from the first to the longest. */
  retries: { limit: number; delaySeconds: number; maxDelaySeconds: number };
}

/** Every queue. A payload is parsed when it is put in and again when it is taken out. */
const queues = {
  "document.process": {
    payload: ProcessDocumentJob,
    concurrency: 3,
    perOrganization: 2,
    expireInSeconds: 600,
    retries: { limit: 4, delaySeconds: 2, maxDelaySeconds: 120 },
  },
  "version.embed": {
    payload: EmbedVersionJob,
    concurrency: 2,
    perOrganization: 1,
    expireInSeconds: 900,
    // An embedding server may be away for hours.
    retries: { limit: 20, delaySeconds: 2, maxDelaySeconds: 900 },
  },
  "whatsapp.receive": {
    payload: ReceiveWhatsappJob,
    // A batch of a thousand messages occupies its slot for seconds.
    concurrency: 3,
    perOrganization: 2,
    expireInSeconds: 300,
    retries: { limit: 20, delaySeconds: 1, maxDelaySeconds: 300 },
  },
  "whatsapp.continue": {
    payload: ContinueWhatsappJob,
    // Each waits for Meta most of the time.
    concurrency: 8,
    perOrganization: 6,
    expireInSeconds: 600,
    retries: { limit: 20, delaySeconds: 1, maxDelaySeconds: 300 },
  },
  "whatsapp.fetch": {
    payload: FetchWhatsappFileJob,
    // Each waits for Meta most of the time.
    concurrency: 4,
    perOrganization: 3,
    expireInSeconds: 300,
    retries: { limit: 12, delaySeconds: 1, maxDelaySeconds: 120 },
  },
  "ticket.draft": {
    payload: DraftTicketReplyJob,
    // Each may wait for a language model.
    concurrency: 4,
    perOrganization: 2,
    expireInSeconds: 300,
    // Few, since a question may be what ends the process.
    retries: { limit: 3, delaySeconds: 1, maxDelaySeconds: 60 },
  },
  "golden.ask": {
    payload: AskGoldenQuestionsJob,
    // Each may wait for a language model to write all of its answers.
    concurrency: 2,
    perOrganization: 1,
    expireInSeconds: 900,
    retries: { limit: 5, delaySeconds: 5, maxDelaySeconds: 300 },
  },
  erase: {
    payload: EraseJob,
    concurrency: 1,
    perOrganization: 1,
    expireInSeconds: 600,
    retries: { limit: 20, delaySeconds: 5, maxDelaySeconds: 900 },
  },
  "mail.send": {
    payload: SendMailJob,
    concurrency: 4,
    perOrganization: 2,
    expireInSeconds: 120,
    // A mail server may be away for hours.
    retries: { limit: 20, delaySeconds: 2, maxDelaySeconds: 900 },
  },
} satisfies Record<string, Queue>;

export type JobName = keyof typeof queues;
export type JobPayload<Name extends JobName> = z.infer<(typeof queues)[Name]["payload"]>;

export interface JobRun {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Whether the previous attempt ended because its process died, or stood still for so long that it seemed dead. */
  hasDied: boolean;
  /** Aborted when the job expires or the worker stops. */
  signal: AbortSignal;
}

export interface JobHandler<Name extends JobName> {
  /** Must be safe to run twice: a crash between the work and its acknowledgement repeats it. */
  run(payload: JobPayload<Name>, job: JobRun): Promise<void>;
  /** Runs after the last attempt failed, to tell the user. It is retried as well. */
  exhausted(payload: JobPayload<Name>): Promise<void>;
}

export type JobHandlers = { [Name in JobName]: JobHandler<Name> };

export interface QueueCounts {
  waiting: number;
  active: number;
  /** Jobs that failed for good, and whose `exhausted` handler has not run yet. */
  exhausted: number;
  /** How long the oldest due job has been waiting; 0 when there is none. */
  oldestSeconds: number;
}

/** Work that outlives a request. Delivered at least once. */
export type Jobs = Awaited<ReturnType<typeof openJobs>>;

const schema = "pgboss";
const exhaustedQueue = (name: string): string => `${name}.exhausted`;

const monitorSeconds = 2;
/** How pg-boss describes the failure of such a job. */
const heartbeatTimeout = "job heartbeat timeout";

/** Creates or updates the queue's schema, its queues and the index for turns. Runs as the database's owner. */
export async function migrateJobs(url: string): Promise<string> {
  const boss = new PgBoss({ connectionString: url, schema, max: 2, schedule: false, supervise: false });
  boss.on("error", () => undefined);
  await boss.start();
  try {
    for (const [name, queue] of Object.entries(queues)) {
      const shared = {
        notify: true,
        // A dead worker stops refreshing its jobs; 10 s is the minimum of pg-boss.
        heartbeatSeconds: 10,
        deleteAfterSeconds: 86_400,
        retentionSeconds: 30 * 86_400,
        retryBackoff: true,
        retryDelay: queue.retries.delaySeconds,
        retryDelayMax: queue.retries.maxDelaySeconds,
      };
      const deadLetter = exhaustedQueue(name);
      const own = { retryLimit: queue.retries.limit, expireInSeconds: queue.expireInSeconds, deadLetter };
      const exhausted = { retryLimit: 1000, expireInSeconds: 60 };
      for (const [each, options] of Object.entries({ [deadLetter]: exhausted, [name]: own })) {
        // Does nothing if the queue exists.
        await boss.createQueue(each, { ...shared, ...options });
        await boss.updateQueue(each, { ...shared, ...options });
      }
    }
    await boss.getDb().executeSql(jobTurnsIndex(schema));
  } finally {
    await boss.stop({ graceful: false });
  }
  return schema;
}

interface JobOptions {
  supervise: boolean;
  metrics?: Pick<Metrics, "job">;
  /** The handlers' database: a pooler in front of it may be down while the queue is reachable. */
  db?: Database;
}

/** Opens the queue. Workers `supervise`: they find the jobs of dead workers. A lost connection is opened again. */
export async function openJobs(url: string, log: Logger, options: JobOptions) {
  const forConnections = { connectionString: url, query_timeout: replyTimeoutMs };
  const boss = new PgBoss({
    ...forConnections,
    schema,
    max: 4,
    application_name: "sizana-jobs",
    migrate: false,
    schedule: false,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: 5_000,
    supervise: options.supervise,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    monitorVacuum: false,
  });
  let reportedAt = -Infinity;
  const onError = (error: unknown): void => {
    // Without a database every worker slot reports an error at every poll.
    if (performance.now() - reportedAt < 10_000) return;
    reportedAt = performance.now();
    log.warn({ err: describeError(error) }, "the job queue met an error");
  };
  boss.on("error", onError);
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue warns"));
  await boss.start();
  const turns = createJobTurns();
  const stopping = new AbortController();
  const watch = once(() => void watchDueJobs(boss, { schema, signal: stopping.signal, onError }));
  return {
    /**
     * Adds a job to the queue as part of `trx`: it exists if and only if `trx` commits. Organizations take turns,
     * however many jobs each has. Returns the job's id.
     */
    async enqueue<Name extends JobName>(
      trx: Transaction,
      name: Name,
      payload: JobPayload<Name>,
      { startAfterSeconds }: { startAfterSeconds?: number } = {},
    ): Promise<string> {
      const data = queues[name].payload.parse(payload);
      const startAfter = startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds };
      const group = { id: data.organizationId };
      const priority = await turns.next(trx, name, data.organizationId);
      const id = await boss.send(name, data, { db: fromKysely(trx), group, priority, ...startAfter });
      if (id === null) throw new Error(`the queue ${name} refused a job`);
      return id;
    },
    /** Starts taking jobs of every queue that has a handler. */
    async work(handlers: Partial<JobHandlers>): Promise<void> {
      for (const name of Object.keys(queues) as JobName[]) {
        const handler: JobHandler<JobName> | undefined = handlers[name];
        if (handler !== undefined) await workQueue(boss, name, handler, { log, ...options });
      }
      watch();
    },
    /** The state of each queue. Rejects when the database cannot be reached. */
    counts: () => countJobs(boss),
    /** Rejects when the queue cannot be reached. */
    check: async () => void (await boss.getDb().executeSql(`select from ${schema}.version`)),
    /** Lets running jobs finish for at most `timeoutMs`; what still runs returns to its queue. */
    stop(timeoutMs: number): Promise<void> {
      stopping.abort();
      return boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/** Counts the jobs themselves, since pg-boss updates its own counts only while a worker runs. */
async function countJobs(boss: PgBoss): Promise<Record<string, QueueCounts>> {
  const { rows } = await boss.getDb().executeSql(
    `select name, count(*) filter (where state < 'active')::integer as waiting,
       count(*) filter (where state = 'active')::integer as active,
       coalesce(extract(epoch from now() - min(start_after) filter (
         where state < 'active' and start_after <= now()
       )), 0)::float8 as "oldestSeconds"
     from ${schema}.job where state <= 'active' group by name`,
  );
  const found = new Map((rows as (QueueCounts & { name: string })[]).map((row) => [row.name, row]));
  return Object.fromEntries(
    Object.keys(queues).map((name) => {
      const { waiting = 0, active = 0, oldestSeconds = 0 } = found.get(name) ?? {};
      const dead = found.get(exhaustedQueue(name));
      return [name, { waiting, active, exhausted: dead?.waiting ?? 0, oldestSeconds }];
    }),
  );
}

/** One pg-boss worker per slot, each with one job at a time, so that a slow job blocks no other. */
async function workQueue(
  boss: PgBoss,
  name: JobName,
  handler: JobHandler<JobName>,
  { log, metrics, db }: { log: Logger } & Omit<JobOptions, "supervise">,
): Promise<void> {
  // Rare, because a slot learns of jobs by notification, or from `watchDueJobs` when notifications are lost.
  const polling = {
    pollingIntervalSeconds: 30,
    notifyPollingIntervalSeconds: 30,
    includeMetadata: true,
  } as const;
  const { concurrency, perOrganization } = queues[name];
  const slots = { ...polling, localConcurrency: concurrency, localGroupConcurrency: perOrganization };
  await boss.work<object, void, typeof slots>(name, slots, async ([job]) => {
    if (job === undefined) return;
    fetchAgainAtOnce(boss, name);
    const attempt = job.retryCount + 1;
    const startedAt = performance.now();
    const ended = (outcome: "done" | "failed") =>
      metrics?.job({ queue: name, outcome }, performance.now() - startedAt);
    try {
      const { id, signal } = job;
      const { value } = (job.output ?? {}) as { value?: { message?: string } };
      const hasDied = value?.message === heartbeatTimeout;
      await handler.run(queues[name].payload.parse(job.data), { id, attempt, hasDied, signal });
      ended("done");
    } catch (error) {
      ended("failed");
      const failed = { id: job.id, name, attempt, lastAttempt: attempt > job.retryLimit };
      log.warn({ err: describeError(error), job: failed }, "a job failed");
      if (db !== undefined && isDatabaseAway(error as Error)) await outlastPooler(boss, db, job.signal);
      throw error;
    }
  });
  await boss.work<object, void>(exhaustedQueue(name), polling, async ([job]) => {
    if (job === undefined) return;
    log.error({ job: { id: job.id, name, ...idsOf(job.data) } }, "a job failed for good");
    await handler.exhausted(queues[name].payload.parse(job.data));
  });
}

/**
 * Waits while the database can't be reached although the queue can, because a pooler between is down. Without this the
 * job would use up its attempts within half a minute and fail for good.
 */
async function outlastPooler(boss: PgBoss, db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isAway = await sql`select`.execute(db).then(() => false, isDatabaseAway);
    if (!isAway) return;
    const isQueueThere = await boss
      .getDb()
      .executeSql("select")
      .then(Boolean, () => false);
    if (!isQueueThere) return;
    await delay(500, undefined, { signal }).catch(() => undefined);
  }
}

/** The ids in a job's payload, for the log; never text that someone wrote. */
const idsOf = (data: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => Id.safeParse(value).success));

/** Makes busy slots fetch the next job when they are done, in case another slot used up the notification meanwhile. */
function fetchAgainAtOnce(boss: PgBoss, name: JobName): void {
  for (const worker of boss.getWipData())
    if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
}
