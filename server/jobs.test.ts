import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { ProcessDocumentJob } from "../contract/jobs.ts";
import { startDatabaseProxy } from "../test/database-proxy.ts";
import { startTestDatabase, type TestDatabase } from "../test/database.ts";
import { openDatabase } from "./database/database.ts";
import { openJobs, type JobHandler, type Jobs } from "./jobs.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

const log = pino({ level: "silent" });

async function open(handler: Partial<JobHandler<"document.process">>): Promise<Jobs> {
  const jobs = await openJobs(database.url, log, { supervise: true });
  onTestFinished(() => jobs.stop(1_000));
  const run = async () => undefined;
  await jobs.work({ "document.process": { run, exhausted: run, ...handler } });
  return jobs;
}

const payload = (): ProcessDocumentJob => ({
  organizationId: randomUUID(),
  documentId: randomUUID(),
  versionId: randomUUID(),
});

it("runs a job once its transaction commits, and not when it rolls back", async () => {
  const seen: ProcessDocumentJob[] = [];
  const started = Promise.withResolvers<void>();
  const jobs = await open({
    run: async (given) => {
      seen.push(given);
      started.resolve();
    },
  });
  const [kept, dropped] = [payload(), payload()];
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, "document.process", dropped);
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  await database.db.transaction().execute((trx) => jobs.enqueue(trx, "document.process", kept));
  await started.promise;
  expect(seen).toEqual([kept]);
});

it("refuses a payload that is invalid for its queue", async () => {
  const jobs = await open({});
  const bad = { organizationId: "x" } as ProcessDocumentJob;
  await expect(
    database.db.transaction().execute((trx) => jobs.enqueue(trx, "document.process", bad)),
  ).rejects.toThrow();
});

it("runs each job of a backlog once", async () => {
  const total = 60;
  const done = Promise.withResolvers<void>();
  let count = 0;
  const jobs = await open({
    run: async () => {
      count += 1;
      if (count === total) done.resolve();
    },
  });
  await database.db.transaction().execute(async (trx) => {
    for (let index = 0; index < total; index += 1) await jobs.enqueue(trx, "document.process", payload());
  });
  await done.promise;
  expect(count).toBe(total);
});

it("retries a failed job later", async () => {
  const attempts: number[] = [];
  const succeeded = Promise.withResolvers<void>();
  const jobs = await open({
    run: async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error("not yet");
      succeeded.resolve();
    },
  });
  await database.db.transaction().execute((trx) => jobs.enqueue(trx, "document.process", payload()));
  await succeeded.promise;
  expect(attempts).toEqual([1, 2]);
});

it("a job that fails for good runs its exhausted handler", async () => {
  const handedOn = Promise.withResolvers<ProcessDocumentJob>();
  const jobs = await open({
    run: () => Promise.reject(new Error("never")),
    exhausted: async (given) => handedOn.resolve(given),
  });
  const doomed = payload();
  const owner = openDatabase(database.url, { max: 1, role: null });
  onTestFinished(() => owner.destroy());
  await owner.transaction().execute(async (trx) => {
    const id = await jobs.enqueue(trx, "document.process", doomed);
    await sql`update pgboss.job set retry_limit = 0 where id = ${id}`.execute(trx);
  });
  expect(await handedOn.promise).toEqual(doomed);
});

it("an outage of a pooler uses up one attempt, however long it lasts", async () => {
  const pooler = await startDatabaseProxy(database.url);
  const db = openDatabase(pooler.url, { max: 2 });
  onTestFinished(() => db.destroy());
  const jobs = await openJobs(database.url, log, { supervise: true, db });
  onTestFinished(() => jobs.stop(1_000));
  const attempts: number[] = [];
  const done = Promise.withResolvers<void>();
  const exhausted = async () => done.resolve();
  const run: JobHandler<"document.process">["run"] = async (_payload, { attempt }) => {
    attempts.push(attempt);
    await sql`select`.execute(db);
    done.resolve();
  };
  await jobs.work({ "document.process": { run, exhausted } });
  pooler.become("refuse");
  await database.db.transaction().execute((trx) => jobs.enqueue(trx, "document.process", payload()));
  // A job has five attempts.
  await expect.poll(() => pooler.refused()).toBeGreaterThan(5);
  pooler.become("open");
  await done.promise;
  expect(attempts).toEqual([1, 2]);
});

it("a job whose worker was killed is run by another worker", async () => {
  const worker = spawn(process.execPath, [path.resolve("test/stuck-worker.ts"), database.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const jobs = await openJobs(database.url, log, { supervise: true });
  onTestFinished(() => jobs.stop(1_000));
  await database.db.transaction().execute((trx) => jobs.enqueue(trx, "document.process", payload()));
  await once(worker.stdout, "data");
  worker.kill("SIGKILL");
  const taken = Promise.withResolvers<object>();
  const run: JobHandler<"document.process">["run"] = async (_payload, { attempt, hasDied }) =>
    taken.resolve({ attempt, hasDied });
  await jobs.work({ "document.process": { run, exhausted: async () => undefined } });
  expect(await taken.promise).toEqual({ attempt: 2, hasDied: true });
});

it("a running job may finish when the worker stops", async () => {
  let finished = false;
  const started = Promise.withResolvers<void>();
  const jobs = await open({
    run: async () => {
      started.resolve();
      await delay(300);
      finished = true;
    },
  });
  await database.db.transaction().execute((trx) => jobs.enqueue(trx, "document.process", payload()));
  await started.promise;
  await jobs.stop(10_000);
  expect(finished).toBe(true);
});

it("a job that outlasts the stop timeout is aborted and returns to the queue", async () => {
  const [started, aborted, again] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<number>(),
  ];
  const first = await open({
    run: async (_payload, { signal }) => {
      signal.addEventListener("abort", () => aborted.resolve());
      started.resolve();
      await aborted.promise;
    },
  });
  await database.db.transaction().execute((trx) => first.enqueue(trx, "document.process", payload()));
  await started.promise;
  await first.stop(1_000);
  await aborted.promise;
  await open({ run: async (_payload, { attempt }) => again.resolve(attempt) });
  expect(await again.promise).toBe(2);
});

it("organizations take turns: one job doesn't wait for hundreds of another one", async () => {
  const jobs = await openJobs(database.url, log, { supervise: true });
  onTestFinished(() => jobs.stop(1_000));
  const [busy, neighbour] = [randomUUID(), randomUUID()];
  const add = (organizationId: string, count: number) =>
    database.db.transaction().execute(async (trx) => {
      for (let index = 0; index < count; index += 1)
        await jobs.enqueue(trx, "document.process", { ...payload(), organizationId });
    });
  // Also in simultaneous transactions, which don't see each other's jobs.
  await Promise.all(Array.from({ length: 5 }, () => add(busy, 20)));
  await add(neighbour, 2);
  const order: string[] = [];
  const done = Promise.withResolvers<void>();
  const run = async ({ organizationId }: ProcessDocumentJob) => {
    order.push(organizationId);
    if (order.length === 102) done.resolve();
  };
  await jobs.work({ "document.process": { run, exhausted: async () => undefined } });
  await done.promise;
  expect(order.indexOf(neighbour)).toBeLessThan(4);
  expect(order.lastIndexOf(neighbour)).toBeLessThan(8);
});

it("slow documents of one organization leave a slot for the others", async () => {
  const [busy, neighbour] = [randomUUID(), randomUUID()];
  const hang = Promise.withResolvers<void>();
  const ran = Promise.withResolvers<void>();
  const jobs = await open({
    run: async ({ organizationId }) => {
      if (organizationId === neighbour) ran.resolve();
      else await hang.promise;
    },
  });
  await database.db.transaction().execute(async (trx) => {
    for (const organizationId of [busy, busy, busy, busy, neighbour])
      await jobs.enqueue(trx, "document.process", { ...payload(), organizationId });
  });
  await ran.promise;
  hang.resolve();
});
