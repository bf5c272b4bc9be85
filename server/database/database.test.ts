import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startDatabaseProxy } from "../../test/database-proxy.ts";
import { startTestDatabase, type TestDatabase } from "../../test/database.ts";
import { toReply } from "../errors.ts";
import { openDatabase, withTenant, type Transaction } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

async function setting(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select current_setting('app.organization_id', true) as value
  `.execute(trx);
  return rows[0]?.value ?? "";
}

it("a transaction has its organizations, and its connection forgets them afterwards", async () => {
  const ids = [randomUUID(), randomUUID()];
  expect(await withTenant(database.db, ids, setting)).toBe(ids.join(","));
  expect(await database.db.connection().execute((connection) => setting(connection as Transaction))).toBe("");
});

it("a failed transaction is rolled back, and its connection can be used again", async () => {
  const organization = { id: randomUUID(), name: "Thandi's" };
  const failed = withTenant(database.db, organization.id, async (trx) => {
    await trx.insertInto("organizations").values(organization).execute();
    throw new Error("thrown by the work");
  });
  await expect(failed).rejects.toThrow("thrown by the work");
  const found = (trx: Transaction) =>
    trx.selectFrom("organizations").select("id").where("id", "=", organization.id).execute();
  expect(await withTenant(database.db, organization.id, found)).toEqual([]);
});

it("a transaction fails if a statement's error was swallowed", async () => {
  const swallowed = withTenant(database.db, randomUUID(), async (trx) => {
    await sql`select 1 / 0`.execute(trx).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow("rolled back");
});

it("an invalid organization id can't inject SQL", async () => {
  const hostile = "'); drop table organizations; --\\";
  expect(await withTenant(database.db, hostile, setting)).toBe(hostile);
});

it("a query waits for a connection for the configured time", async () => {
  const db = openDatabase(database.url, { max: 1, waitMs: 200 });
  onTestFinished(() => db.destroy());
  // It is used as soon as there is one.
  const id = randomUUID();
  await expect.poll(() => withTenant(db, id, setting)).toBe(id);
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction().execute(async () => {
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const error = await withTenant(db, randomUUID(), setting).catch((thrown: Error) => thrown);
  expect(toReply(error as Error)).toMatchObject({ status: 503, body: { code: "unavailable" } });
  released.resolve();
  await holding;
});

it("a connection without replies is given up and replaced", async () => {
  const network = await startDatabaseProxy(database.url);
  const db = openDatabase(network.url, { max: 1, replyTimeoutMs: 500 });
  onTestFinished(() => db.destroy());
  // On a busy machine, a reply may be that late on a working connection too.
  const first = randomUUID();
  await expect.poll(() => withTenant(db, first, setting)).toBe(first);
  network.become("silent");
  const error = await withTenant(db, randomUUID(), setting).catch((thrown: Error) => thrown);
  expect(toReply(error as Error)).toMatchObject({ status: 503, body: { code: "unavailable" } });
  network.become("open");
  const id = randomUUID();
  await expect.poll(() => withTenant(db, id, setting)).toBe(id);
});
