import { Writable } from "node:stream";
import { pino } from "pino";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signUp } from "../test/accounts.ts";
import { uploadDocument } from "../test/documents.ts";
import { waitMs } from "../test/patience.ts";
import { startProduct, temporaryFolder } from "../test/product-process.ts";
import { startTestServer, type TestServer } from "../test/server.ts";
import { buildApp } from "./app.ts";
import { openDatabase } from "./database/database.ts";
import { openJobs } from "./jobs.ts";

let server: TestServer;
beforeAll(async () => {
  // Without a worker, so that jobs wait.
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const figures = async (): Promise<string> => (await server.app.inject("/metrics")).body;

/** A log that writes into an array. */
function logInto(lines: string[]) {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: "debug" }, stream);
}

test("metrics cover the version, connections, extraction, jobs and the outbox", async () => {
  await signUp(server);
  const text = await figures();
  for (const line of [
    /^build_info\{version="\d+\.\d+\.\d+",node="[\d.]+"\} 1$/m,
    /^database_connections\{state="used"\} \d+$/m,
    /^database_connections\{state="wanted"\} 0$/m,
    /^database_connections\{state="limit"\} 10$/m,
    /^extraction\{state="waiting"\} 0$/m,
    /^jobs_oldest_seconds\{queue="document\.process"\} 0$/m,
    /^outbox_messages\{state="waiting"\} 0$/m,
    /^outbox_oldest_seconds 0$/m,
    /^http_requests_in_flight 1$/m,
  ]) {
    expect(text).toMatch(line);
  }
});

test("metrics show waiting jobs, and for how long, even without a worker", async () => {
  const account = await signUp(server);
  await uploadDocument(account, { name: "Waits.pdf", bytes: Buffer.from("%PDF-1.7 waits") });
  await uploadDocument(account, { name: "Waits too.pdf", bytes: Buffer.from("%PDF-1.7 waits, too") });
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  await sql`update pgboss.job set start_after = now() - interval '1 hour' where name = 'document.process'`.execute(
    owner,
  );
  await owner.destroy();
  expect(await server.context.jobs.counts()).toMatchObject({
    "document.process": { waiting: 2, active: 0, exhausted: 0 },
  });
  await vi.waitFor(async () => {
    const text = await figures();
    expect(text).toContain('jobs{queue="document.process",state="waiting"} 2');
    expect(Number(/jobs_oldest_seconds\{queue="document\.process"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(
      3_500,
    );
  }, waitMs);
});

test("requests that are refused because of load are counted by cause", async () => {
  for (let i = 0; i < 121; i++) await server.app.inject({ url: "/api/feedback/nothing" });
  expect(await figures()).toMatch(
    /^http_refusals_total\{status="429",cause="too_many_requests",route="\/api\/feedback\/:token"\} 1$/m,
  );
  const away = openDatabase("postgres://nobody@127.0.0.1:1/nothing", { max: 1 });
  const app = await buildApp({ ...server.context, db: away });
  const payload = { email: "a@example.org", password: "a wrong password" };
  await app.inject({ method: "POST", url: "/api/auth/sign-in", payload });
  await app.close();
  await away.destroy();
  expect(await figures()).toMatch(
    /^http_refusals_total\{status="503",cause="database_away",route="[^"]+"\} 1$/m,
  );
});

test("metrics of the process are available without the database", async () => {
  const { status, text } = await withoutDatabase();
  expect(status).toBe(200);
  expect(text).toContain("process_resident_memory_bytes");
});

async function withoutDatabase(): Promise<{ status: number; text: string }> {
  const stopped = await startTestServer({ worker: false });
  await stopped.context.db.destroy();
  const reply = await stopped.app.inject("/metrics");
  await stopped.context.jobs.stop(0);
  await stopped.app.close();
  return { status: reply.statusCode, text: reply.body };
}

test("the log line of a webhook request has the key's id", async () => {
  const lines: string[] = [];
  const app = await buildApp({ ...server.context, log: logInto(lines) });
  const account = await signUp({ ...server, app });
  const created = await account.request("POST", `/api/organizations/${account.organizationId}/api-keys`, {
    name: "Site",
    permissions: { internal: true, external: true },
  });
  const { id, key } = created.json<{ id: string; key: string }>();
  lines.length = 0;
  await app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}`, "x-request-id": "edge-1" },
    payload: { message: "How much leave?", type: "internal" },
  });
  await app.close();
  const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find((each) => each["route"]);
  expect(line).toMatchObject({ organizationId: account.organizationId, apiKeyId: id, reqId: "edge-1" });
  expect(lines.join("")).not.toContain(key);
});

test("the log of a failed job contains no values of rows", async () => {
  const lines: string[] = [];
  const jobs = await openJobs(server.databaseUrl, logInto(lines), { supervise: false });
  const run = async (): Promise<void> => {
    await sql`insert into users (id, email) values ('00000000-0000-0000-0000-000000000001', 'thandi@example.org')`.execute(
      server.context.db,
    );
    await sql`insert into users (id, email) values ('00000000-0000-0000-0000-000000000001', 'thandi@example.org')`.execute(
      server.context.db,
    );
  };
  await jobs.work({ "ticket.draft": { run, exhausted: async () => undefined } });
  const account = await signUp(server);
  await server.context.db.transaction().execute((trx) =>
    jobs.enqueue(trx, "ticket.draft", {
      organizationId: account.organizationId,
      ticketId: "00000000-0000-4000-8000-000000000001",
      draftId: "00000000-0000-4000-8000-000000000001",
    }),
  );
  await vi.waitFor(() => expect(lines.join("")).toContain("a job failed"), waitMs);
  await jobs.stop(1_000);
  expect(lines.join("")).toContain("users_pkey");
  expect(lines.join("")).not.toMatch(/thandi@|Key \(/);
});

test("a worker serves health checks and metrics", async () => {
  const worker = startProduct({
    ROLE: "worker",
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: await temporaryFolder(),
  });
  await vi.waitFor(() => expect(worker.output()).toContain("Server listening at"), waitMs);
  const url = /Server listening at (http:\/\/[\d.:]+)/.exec(worker.output())?.[1] ?? "";
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
    status: "ready",
    jobs: "ok",
    storage: "ok",
  });
  await vi.waitFor(async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toMatch(/job_duration_seconds_count\{queue="document\.process",outcome="\w+"\} [1-9]/);
  }, waitMs);
  worker.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
});
