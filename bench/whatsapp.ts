/**
 * WhatsApp: the webhook's response times under load, and a batch of 1,000 messages of which one is invalid, with a fake
 * Graph API on the same machine.
 *
 *   node bench/whatsapp.ts [--deliveries N] [--at-once N]
 */
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { buildApp } from "../server/app.ts";
import { createOrganization } from "../server/auth/invitations.ts";
import { readConfig } from "../server/config.ts";
import { openContext } from "../server/context.ts";
import { withTenant } from "../server/database/database.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { createIntegration } from "../server/features/whatsapp/integrations.ts";
import { startWorker } from "../server/worker.ts";
import { startFakeGraphApi } from "../test/fake-graph-api/graph-api.ts";
import { deliver, envelope, messageFrom, text } from "../test/fake-graph-api/webhook.ts";

const { values } = parseArgs({
  options: { deliveries: { type: "string", default: "1000" }, "at-once": { type: "string", default: "20" } },
});
const appSecret = "an app secret";
const phoneNumberId = "106540352242922";

const folder = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
await chmod(folder, 0o711);
const database = await startEmbeddedPostgres(folder);
await migrate(database.url);
const graph = await startFakeGraphApi();
graph.numbers.set(phoneNumberId, "token");
const environment = {
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  PORT: "0",
  LOG_LEVEL: "silent",
  WHATSAPP_GRAPH_URL: graph.url,
};
const config = readConfig(environment);
const context = await openContext(config, database.url, pino({ level: "silent" }));
const app = await buildApp(context);
await app.listen({ port: 0, host: "127.0.0.1" });
await startWorker(context);
try {
  const organizationId = await connect();
  const { port } = app.server.address() as AddressInfo;
  const webhookUrl = `http://127.0.0.1:${port}/api/whatsapp/webhook/${organizationId}`;
  console.table([await measureWebhook(webhookUrl)]);
  console.table([await measureBatch(webhookUrl, organizationId)]);
} finally {
  await app.close();
  await context.close(1_000);
  await graph.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function connect(): Promise<string> {
  const { id: organizationId } = await context.db.transaction().execute(async (trx) => {
    const email = `${randomUUID()}@example.org`;
    const user = await trx.insertInto("users").values({ email }).returning("id").executeTakeFirstOrThrow();
    return createOrganization(trx, { name: "Bench", userId: user.id });
  });
  const form = {
    businessName: "Bench",
    phoneNumberId,
    accessToken: "token",
    webhookVerifyToken: "verify",
    appSecret,
  };
  await withTenant(context.db, organizationId, (trx) =>
    createIntegration(trx, context, organizationId, form),
  );
  return organizationId;
}

/** One message per delivery, each from another customer; the same process also answers them. */
async function measureWebhook(webhookUrl: string): Promise<Record<string, number>> {
  const total = Number(values.deliveries);
  const samples: number[] = [];
  let next = 0;
  let refused = 0;
  const startedAt = performance.now();
  const sender = async (): Promise<void> => {
    while (next < total) {
      const customer = { waId: String(27_840_000_000 + next++) };
      const payload = envelope(phoneNumberId, {
        messages: [messageFrom(customer, text("hello"))],
        customers: [customer],
      });
      const { status, ms } = await deliver(webhookUrl, payload, { appSecret });
      samples.push(ms);
      if (status !== 200) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, sender));
  const deliveredSeconds = (performance.now() - startedAt) / 1000;
  await until(() => graph.delivered.length >= total);
  return {
    deliveries: total,
    "at once": Number(values["at-once"]),
    refused,
    "per second": Math.round(total / deliveredSeconds),
    "p50 ms (<= 250)": quantile(samples, 0.5),
    "p99 ms (<= 1000)": quantile(samples, 0.99),
    "all answered after s": Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

/** 1,000 messages in one delivery, the 501st without a usable id. */
async function measureBatch(webhookUrl: string, organizationId: string): Promise<Record<string, number>> {
  const messages = Array.from({ length: 1000 }, (_, index) =>
    messageFrom({ waId: String(27_850_000_000 + index) }, text("hello")),
  );
  messages[500] = { ...messages[500], id: null };
  const before = graph.delivered.length;
  const startedAt = performance.now();
  const { status, ms } = await deliver(webhookUrl, envelope(phoneNumberId, { messages }), { appSecret });
  const deadLetters = () =>
    withTenant(context.db, organizationId, (trx) =>
      trx.selectFrom("whatsapp_dead_letters").select("ordinal").execute(),
    );
  const ingested = () =>
    withTenant(context.db, organizationId, (trx) =>
      trx.selectFrom("whatsapp_events").select("id").where("processed_at", "is", null).execute(),
    );
  await until(async () => (await ingested()).length === 0);
  const ingestSeconds = (performance.now() - startedAt) / 1000;
  await until(() => graph.delivered.length >= before + 999);
  return {
    status,
    "webhook ms": Math.round(ms),
    "ingested after s": Math.round(ingestSeconds * 10) / 10,
    "answered (999)": graph.delivered.length - before,
    "dead letters (1)": (await deadLetters()).length,
    "all answered after s": Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await delay(50);
}

function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}
