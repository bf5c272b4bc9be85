/**
 * Times of an organization's work beside a thousand others, and alone: a question, an upload, a replacement and a
 * deletion, at 10,000 and 100,000 chunks, on connections that live long enough for PostgreSQL to cache its plans. The
 * organizations are created by SQL; each is measured alternately in its own database and in one with all of them.
 *
 *   node bench/organizations.ts [--organizations 1000] [--share 1] [--rounds 25] [--database-url URL]
 *
 * `--share 0.1` makes every organization a tenth as large. With the defaults it takes about a quarter of an hour and 10
 * GB.
 */
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { sql } from "kysely";
import { buildApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openContext, type OpenContext } from "../server/context.ts";
import { openDatabase, withTenant } from "../server/database/database.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { prepareDocument } from "../server/ingestion/prepare/prepare-document.ts";
import { addDocument, addVersion, makeOrganizations } from "./organizations/make-organizations.ts";
import { inventDocument } from "./organizations/invented-document.ts";
import { machineNote } from "./product/machine.ts";
import { Client, option, percentile } from "./product/running-product.ts";

const organizations = option("--organizations", 1_000);
const share = option("--share", 1);
const rounds = option("--rounds", 25);
const sizes = [10_000, 100_000].map((chunks) => Math.round(chunks * share));
const operations = ["question", "upload", "replace", "delete"] as const;

/** One organization in one database, and the times of its work. */
interface TestedOrganization {
  context: OpenContext;
  client: Client;
  chunks: number;
  where: "alone" | "beside";
  timesMs: Record<(typeof operations)[number], number[]>;
}

/** Most are small and some are large, as the customers of a provider are. */
const chunksOf = (index: number): number =>
  Math.round((index % 100 === 0 ? 10_000 : index % 7 === 0 ? 3_700 : 900) * share);

const invented = Array.from({ length: 12 }, (_, index) => inventDocument(index + 1));
const prepared = invented.map(({ document }, index) =>
  prepareDocument(document, `Template ${index + 1}.pdf`),
);
const questions = invented.flatMap((each) => each.questions);

const folder = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
await chmod(folder, 0o711);
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];

async function serverUrl(): Promise<string> {
  const at = process.argv.indexOf("--database-url");
  if (at > 0) return process.argv[at + 1] ?? "";
  const embedded = await startEmbeddedPostgres(folder, { durable: false });
  closers.push(() => embedded.stop());
  return embedded.url;
}

/** A migrated database with the product on it. */
async function openProduct(server: string, name: string) {
  const database = `bench_${name}_${process.pid}`;
  const administrator = openDatabase(server, { role: null, max: 1 });
  await sql.raw(`create database ${database}`).execute(administrator);
  closers.push(async () => {
    await sql.raw(`drop database ${database} with (force)`).execute(administrator);
    await administrator.destroy();
  });
  const url = new URL(server);
  url.pathname = `/${database}`;
  await migrate(url.href);
  const environment = { DATABASE_URL: url.href, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "silent" };
  const config = readConfig(environment);
  const context = await openContext(config, url.href, pino({ level: "silent" }));
  const app = await buildApp(context);
  await app.listen({ port: 0, host: "127.0.0.1" });
  closers.push(async () => {
    await app.close();
    await context.close(1_000);
  });
  return {
    context,
    url: url.href,
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  };
}

async function openOrganizations(server: string): Promise<TestedOrganization[]> {
  const tested: TestedOrganization[] = [];
  const add = async (name: string, chosen: number[], others: number): Promise<void> => {
    const { context, url, address } = await openProduct(server, name);
    const wanted = Array.from({ length: others }, (_, index) => ({
      id: randomUUID() as string,
      chunks: chunksOf(index),
    }));
    for (const chunks of chosen) {
      const client = new Client(address);
      await client.signUp(`owner-of-${chunks}@example.org`);
      wanted.push({ id: client.organizationId, chunks });
      const where = others > 0 ? "beside" : "alone";
      const timesMs = { question: [], upload: [], replace: [], delete: [] };
      tested.push({ context, client, chunks, where, timesMs });
    }
    const startedAt = performance.now();
    await makeOrganizations(context, url, { documents: prepared, wanted });
    const total = wanted.reduce((sum, { chunks }) => sum + chunks, 0);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${wanted.length} organizations of ${total} chunks, made in ${seconds} s`);
  };
  for (const chunks of sizes) await add(`alone_${chunks}`, [chunks], 0);
  await add("beside", sizes, organizations);
  return tested;
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  times.push(performance.now() - startedAt);
}

async function measure({ context, client, timesMs }: TestedOrganization, round: number): Promise<void> {
  const { organizationId } = client;
  const name = `Measured ${round}.pdf`;
  const pick = (offset: number) => prepared[(round + offset) % prepared.length]!;
  const session = await client.call("POST", `/api/organizations/${organizationId}/chat/sessions`, {
    type: "internal",
    title: "internal Chat",
  });
  const { id } = (await session.json()) as { id: string };
  const content = questions[(round * 31) % questions.length] ?? "";
  await timed(timesMs.question, async () =>
    (await client.call("POST", `/api/chat/sessions/${id}/messages`, { role: "user", content })).json(),
  );
  const documentId = await addDocument(context.db, organizationId, name);
  const document = { organizationId, documentId, name };
  await timed(timesMs.upload, () => addVersion(context, document, 1, pick(0)));
  await timed(timesMs.replace, () => addVersion(context, document, 2, pick(1)));
  await timed(timesMs.delete, () =>
    withTenant(context.db, organizationId, (trx) =>
      trx
        .deleteFrom("documents")
        .where("organization_id", "=", organizationId)
        .where("id", "=", documentId)
        .execute(),
    ),
  );
}

try {
  const tested = await openOrganizations(await serverUrl());
  for (let round = 0; round < rounds; round++)
    for (const organization of tested) await measure(organization, round);
  console.log(machineNote());
  const table = sizes.flatMap((chunks) =>
    operations.map((operation) => {
      const median = (where: TestedOrganization["where"]): number => {
        const times = tested.find((each) => each.chunks === chunks && each.where === where)?.timesMs[
          operation
        ];
        // Without the first rounds, in which PostgreSQL has not cached its plans yet.
        return percentile((times ?? []).slice(Math.min(8, rounds >> 1)), 0.5);
      };
      const alone = median("alone");
      const beside = median("beside");
      const round = (value: number) => Math.round(value * 10) / 10;
      return {
        chunks,
        operation,
        "alone, ms": round(alone),
        "beside, ms": round(beside),
        ratio: round(beside / alone),
        "≤ 2×": beside <= 2 * alone,
      };
    }),
  );
  console.table(table);
} finally {
  for (const close of closers.reverse()) await close();
}
