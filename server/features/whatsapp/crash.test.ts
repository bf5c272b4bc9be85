import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestDatabase } from "../../../test/database.ts";
import { administer } from "../../../test/database-server.ts";
import { startDatabaseProxy } from "../../../test/database-proxy.ts";
import { envelope, messageFrom, statusOf, text } from "../../../test/fake-graph-api/webhook.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { startTalk } from "../../../test/whatsapp-talk.ts";
import { insertIfNew } from "../../database/rows.ts";

/** The web role runs here; workers are separate processes, so that they can be killed. */
let server: WhatsappServer;
let business: Business;
let dataDir: string;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "sizana-worker-"));
  server = await startWhatsappServer({ worker: false, environment: { SECRET_KEY: secretKey } });
  business = await startBusiness(server);
});
afterAll(async () => {
  await killWorkers();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const secretKey = "a secret key that both roles share";

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [path.join(import.meta.dirname, "../../main.ts")], {
    env: {
      ...process.env,
      ROLE: "worker",
      PORT: "0",
      LOG_LEVEL: "silent",
      SECRET_KEY: secretKey,
      DATA_DIR: dataDir,
      DATABASE_URL: server.databaseUrl,
      WHATSAPP_GRAPH_URL: server.graph.url,
    },
    stdio: "ignore",
  });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

const killWorkers = () => Promise.all(workers.map(kill));

const outbox = () =>
  business.rows((trx) => trx.selectFrom("outbox").selectAll().orderBy("position").execute());

test("the first worker answers a message that was stored before any worker ran", async () => {
  const customer = newCustomer();
  await business.says(customer, "hello");
  const worker = startWorker();
  await server.graph.waitFor(customer.waId, 1);
  await eventually(async () => (await outbox())[0]?.state === "sent");
  await kill(worker);
});

test("never resends a message whose sender was killed before recording the result", async () => {
  const customer = newCustomer();
  server.graph.misbehave({ kind: "deliver_and_hang" }, customer.waId);
  const worker = startWorker();
  await business.says(customer, "hello");
  const [delivered] = await server.graph.waitFor(customer.waId, 1);
  await kill(worker);
  startWorker();
  // The queue gives the dead worker's job to the next worker after some seconds.
  const lost = await eventually(async () => (await outbox()).find(({ state }) => state === "unconfirmed"));
  await business.says(customer, "how are you?");
  await server.graph.waitFor(customer.waId, 2);
  const status = statusOf(delivered?.wamid ?? "", "read", { callback: lost.id });
  await business.deliver(envelope(business.integration.phoneNumberId, { statuses: [status] }));
  await eventually(async () => (await outbox()).every(({ state }) => state === "sent"));
  expect(server.graph.delivered.filter(({ to }) => to === customer.waId)).toHaveLength(2);
});

test("gives a message up after two retries, and tells its customer", async () => {
  const customer = newCustomer();
  await administer(
    server.databaseUrl,
    `create function refuse() returns trigger language plpgsql as $$ begin
       raise exception 'could not read block 0' using errcode = 'XX001'; end $$;
     create trigger refuse before update of answered_at on whatsapp_messages for each row
       when (old.request ->> 'text' = 'How much is a tent?' and old.retries < 3) execute function refuse()`,
  );
  await killWorkers();
  await business.says(customer, "How much is a tent?");
  startWorker();
  const delivered = () => server.graph.delivered.some(({ to }) => to === customer.waId);
  const hurry = `update pgboss.job set start_after = now() where name = 'whatsapp.continue' and state = 'retry'`;
  await eventually(async () => delivered() || administer(server.databaseUrl, hurry).then(() => false));
  const [message] = await server.graph.waitFor(customer.waId, 1);
  expect(message?.text).toContain("Sorry, I couldn't answer that just now.");
});

test("skips an update that has ended its process, which stays a dead letter", async () => {
  const [doomed, other] = [newCustomer(), newCustomer()];
  const messages = [doomed, other].map((customer) => messageFrom(customer, text("hello")));
  await killWorkers();
  await business.deliver(envelope(business.integration.phoneNumberId, { messages }));
  await administer(
    server.databaseUrl,
    `update pgboss.job set started_on = now(), retry_count = 8,
       output = '{"value": {"message": "job heartbeat timeout"}}'
     where name = 'whatsapp.receive' and state < 'active'`,
  );
  const { organizationId } = business.account;
  const letter = {
    organization_id: organizationId,
    ordinal: 0,
    reason: "the process died",
    part: Buffer.of(),
  };
  const events = () => business.rows((trx) => trx.selectFrom("whatsapp_events").selectAll().execute());
  const waiting = (await events()).find(({ processed_at: at }) => at === null);
  await business.rows((trx) =>
    insertIfNew(trx, "whatsapp_dead_letters", { ...letter, event_id: waiting?.id ?? "" }),
  );
  startWorker();
  await server.graph.waitFor(other.waId, 1);
  await eventually(async () => (await events()).every(({ processed_at: at }) => at !== null));
  expect(server.graph.delivered.filter(({ to }) => to === doomed.waId)).toEqual([]);
  const letters = await business.rows((trx) => trx.selectFrom("whatsapp_dead_letters").selectAll().execute());
  expect(letters).toMatchObject([{ ordinal: 0, reason: "the process died" }]);
});

/** A talk whose database connections can be cut. */
async function startTalkBehindProxy() {
  const database = await startTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const behind = await startWhatsappServer({ database: { ...database, url: proxy.url } });
  onTestFinished(() => behind.close());
  return { proxy, graph: behind.graph, ...(await startTalk(behind)) };
}

test("sends a message once even if the commit that marked it was not confirmed", async () => {
  const { proxy, says, inState, reached } = await startTalkBehindProxy();
  proxy.loseCommitAfter('"sending_job"');
  await says("hello");
  expect(await inState("sent", "unconfirmed")).toMatchObject({ state: "sent", attempts: 1 });
  expect(reached()).toHaveLength(1);
});

test("records Meta's reply once the database is back", async () => {
  const { proxy, graph, says, inState, reached } = await startTalkBehindProxy();
  graph.onDelivered(() => proxy.become("refuse"));
  await says("hello");
  await expect.poll(() => proxy.refused()).toBeGreaterThan(0);
  proxy.become("open");
  expect(await inState("sent", "unconfirmed")).toMatchObject({ state: "sent", attempts: 1 });
  expect(reached()).toHaveLength(1);
});
