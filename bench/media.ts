/**
 * Whether a thousand files of customers arrive intact although Meta fails and the worker is killed: the web server runs
 * in this process, the worker in one of its own that is repeatedly killed (SIGKILL) while it fetches.
 *
 *   node bench/media.ts [--files 1000] [--kill-every-ms 2500]
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { minuteMs } from "../contract/limits.ts";
import { buildApp } from "../server/app.ts";
import { createOrganization } from "../server/auth/invitations.ts";
import { readConfig } from "../server/config.ts";
import { openContext } from "../server/context.ts";
import { withTenant } from "../server/database/database.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { createIntegration } from "../server/features/whatsapp/integrations.ts";
import { startFakeGraphApi } from "../test/fake-graph-api/graph-api.ts";
import type { MediaFault } from "../test/fake-graph-api/media.ts";
import { deliver, envelope, messageFrom } from "../test/fake-graph-api/webhook.ts";
import { machineNote } from "./product/machine.ts";
import { option } from "./product/running-product.ts";

const files = option("--files", 1_000);
const killEveryMs = option("--kill-every-ms", 2_500);
/** After this many kills the worker is left alone, so that the run ends. */
const maxKills = 15;
const giveUpAfterMs = 20 * minuteMs;
const [appSecret, phoneNumberId, accessToken] = ["an app secret", "106540352242922", "token"];

/** The faults of each file in turn: every way in which Meta fails, and downloads without a fault. */
const faults: MediaFault[][] = [
  [],
  [{ kind: "expired" }],
  [{ kind: "broken_address" }],
  [],
  [{ kind: "broken_download" }],
  [{ kind: "half" }],
  [],
  [{ kind: "refuse", code: 131_000, httpStatus: 500 }],
  [{ kind: "refuse", code: 130_429, httpStatus: 429 }],
  [],
  [{ kind: "half" }, { kind: "expired" }],
];

const folder = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
await chmod(folder, 0o711);
const database = await startEmbeddedPostgres(folder);
await migrate(database.url);
const graph = await startFakeGraphApi();
graph.numbers.set(phoneNumberId, accessToken);
const environment = {
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  PORT: "0",
  LOG_LEVEL: "silent",
  SECRET_KEY: "a secret key that both halves share",
  WHATSAPP_GRAPH_URL: graph.url,
};
const context = await openContext(readConfig(environment), database.url, pino({ level: "silent" }));
const app = await buildApp(context);
await app.listen({ port: 0, host: "127.0.0.1" });
const running = { worker: startWorker() };
try {
  const organizationId = await connect();
  const sent = await sendAll(organizationId);
  const startedAt = performance.now();
  const kills = await fetchUnderKills(organizationId);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(machineNote());
  console.table([{ files, kills, seconds, ...(await judge(organizationId, sent)) }]);
} finally {
  running.worker.kill("SIGKILL");
  await app.close();
  await context.close(1_000);
  await graph.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function connect(): Promise<string> {
  const { id } = await context.db.transaction().execute(async (trx) => {
    const email = `${randomUUID()}@example.org`;
    const user = await trx.insertInto("users").values({ email }).returning("id").executeTakeFirstOrThrow();
    return createOrganization(trx, { name: "Bench", userId: user.id });
  });
  const form = { businessName: "Bench", phoneNumberId, accessToken, webhookVerifyToken: "verify", appSecret };
  await withTenant(context.db, id, (trx) => createIntegration(trx, context, id, form));
  return id;
}

/** Sends ten files per customer, and every tenth delivery twice. Returns the hashes of the files. */
async function sendAll(organizationId: string): Promise<string[]> {
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/whatsapp/webhook/${organizationId}`;
  const hashes: string[] = [];
  for (let at = 0; at < files; at += 10) {
    const customer = { waId: String(27_860_000_000 + at) };
    const messages = Array.from({ length: Math.min(10, files - at) }, (_, index) => {
      const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(20_000)]);
      hashes.push(hashOf(bytes));
      const id = graph.media.add(bytes, "image/jpeg", { faults: faults[(at + index) % faults.length] ?? [] });
      return messageFrom(customer, { type: "image", image: { id, mime_type: "image/jpeg", sha256: "x" } });
    });
    const payload = envelope(phoneNumberId, { messages, customers: [customer] });
    const repeated = envelope(phoneNumberId, { messages: messages.toReversed(), customers: [customer] });
    for (const each of at % 100 === 0 ? [payload, repeated] : [payload]) {
      const { status } = await deliver(url, each, { appSecret });
      if (status !== 200) throw new Error(`a delivery was answered ${status}`);
    }
  }
  return hashes;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function startWorker(): ChildProcess {
  const main = path.join(import.meta.dirname, "../server/main.ts");
  return spawn(process.execPath, [main], {
    env: { ...process.env, ...environment, ROLE: "worker", WORKER_PORT: "0" },
    stdio: "ignore",
  });
}

/** Kills one worker after another while it fetches, until every file is stored. Returns the number of kills. */
async function fetchUnderKills(organizationId: string): Promise<number> {
  const deadline = Date.now() + giveUpAfterMs;
  let kills = 0;
  let before = await countStored(organizationId);
  let workingSince: number | null = null;
  for (;;) {
    await delay(200);
    const { stored, waiting } = await countStored(organizationId);
    if ((waiting === 0 && stored > 0) || Date.now() > deadline) return kills;
    if (stored > before.stored) workingSince ??= Date.now();
    // Only once it has begun to fetch, so that each kill interrupts work.
    if (kills >= maxKills || workingSince === null || Date.now() - workingSince < killEveryMs) continue;
    const ended = once(running.worker, "exit");
    running.worker.kill("SIGKILL");
    await ended;
    kills += 1;
    running.worker = startWorker();
    workingSince = null;
    before = await countStored(organizationId);
  }
}

/** `stored` files, and files and deliveries that are still `waiting`. */
async function countStored(organizationId: string): Promise<{ stored: number; waiting: number }> {
  return withTenant(context.db, organizationId, async (trx) => {
    const { rows } = await sql<{ stored: number; waiting: number }>`
      select (count(*) filter (where state = 'stored'))::int as stored,
        (count(*) filter (where state = 'waiting'))::int
          + (select count(*)::int from whatsapp_events where processed_at is null and organization_id = ${organizationId})
          as waiting
      from message_files where organization_id = ${organizationId}`.execute(trx);
    return rows[0] ?? { stored: 0, waiting: 0 };
  });
}

/** Compares the files that were sent with the stored ones. */
async function judge(organizationId: string, sent: string[]): Promise<Record<string, number>> {
  const rows = await withTenant(context.db, organizationId, (trx) =>
    trx
      .selectFrom("message_files")
      .select(["state", "storage_key"])
      .where("organization_id", "=", organizationId)
      .execute(),
  );
  const stored: string[] = [];
  for (const { storage_key: key } of rows) {
    if (key !== null) stored.push(hashOf(await context.storage.read(key)));
  }
  const unique = new Set(stored);
  let inStorage = 0;
  for await (const key of context.storage.keys())
    if (key.startsWith(`${organizationId}/messages/`)) inStorage += 1;
  return {
    "lost (0)": sent.filter((hash) => !unique.has(hash)).length,
    "twice (0)": stored.length - unique.size,
    missing: rows.filter(({ state }) => state === "missing").length,
    "downloaded again": [...graph.media.downloads.values()].reduce((sum, count) => sum + count - 1, 0),
    "orphaned, for housekeeping": inStorage - stored.length,
  };
}
