import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../test/database.ts";
import { runCommand } from "../../test/product-account.ts";
import { hasPgBouncer, startPooler } from "../../test/pooler.ts";
import { startProduct } from "../../test/product-process.ts";
import { TestCollection } from "../../test/collection.ts";
import { openDatabase, withTenant } from "./database.ts";
import { leadsThroughPooler } from "./direct-address.ts";

let database: TestDatabase;
/** One folder for all tests, since the files and the key belong to one database. */
let dataDir: string;
beforeAll(async () => {
  database = await startTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "sizana-pooler-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test("every connection has the application's role and timeouts", async () => {
  const db = openDatabase(database.url, { max: 1 });
  const { rows } = await sql<{ role: string; statement: string; lock: string; idle: string }>`
    select current_user as role, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle
  `.execute(db);
  expect(rows[0]).toEqual({ role: "sizana_app", statement: "1min", lock: "30s", idle: "2min" });
  await db.destroy();
});

test("a connection is refused if row-level security doesn't apply to its role", async () => {
  // The owner can't act as this role.
  const db = openDatabase(database.url, { max: 1, role: "pg_monitor_of_nobody" });
  await expect(sql`select 1`.execute(db)).rejects.toThrow("pg_monitor_of_nobody");
  await db.destroy();
});

describe.skipIf(!hasPgBouncer)("behind PgBouncer in transaction mode", () => {
  test("every statement has the application's role, whichever connection serves it", async () => {
    const url = await startPooler(database.url);
    expect([await leadsThroughPooler(url), await leadsThroughPooler(database.url)]).toEqual([true, false]);
    const db = openDatabase(url, { max: 8 });
    const collection = await TestCollection.create(db);
    await collection.add("Leave.docx", "Employees receive fifteen days of annual leave.");
    const other = await TestCollection.create(db);
    const roleOf = async (): Promise<string | undefined> =>
      (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role;
    // More than the pooler's connections, and often enough that statements would be prepared.
    const roles = await Promise.all(Array.from({ length: 60 }, roleOf));
    expect(new Set(roles)).toEqual(new Set(["sizana_app"]));
    const found = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? collection : other).find("How much annual leave?"),
      ),
    );
    for (const [index, passages] of found.entries()) expect(passages).toHaveLength(index % 2 === 0 ? 1 : 0);
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow("division by zero");
    const inside = await withTenant(db, collection.organizationId, async (trx) => {
      const { rows } = await sql<{ role: string; limit: string }>`
        select current_user as role, current_setting('statement_timeout') as limit
      `.execute(trx);
      return rows[0];
    });
    expect(inside).toEqual({ role: "sizana_app", limit: "1min" });
    // The pooler's connections are left unchanged.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect((await client.query("select current_user as role")).rows[0]).not.toEqual({ role: "sizana_app" });
    await client.end();
    await db.destroy();
  });

  test("the product requires the direct address, and works with it", async () => {
    const url = await startPooler(database.url);
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir };
    const refused = startProduct(environment);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^DATABASE_URL points to a pooler .*DATABASE_DIRECT_URL/);
    const product = startProduct({ ...environment, DATABASE_DIRECT_URL: database.url });
    const address = await product.ready();
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ status: "ready" });
    await expectLiveChanges(address, "transaction@example.org");
  });

  test("a direct address that shares connections is refused, also by commands", async () => {
    const url = await startPooler(database.url);
    const environment = { DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATA_DIR: dataDir };
    const sentence = /^DATABASE_DIRECT_URL points to a pooler that shares connections.*\n$/;
    const refused = startProduct(environment);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(sentence);
    expect(await runCommand("migrate", [], environment)).toMatchObject({
      code: 1,
      output: expect.stringMatching(sentence) as string,
    });
  });
});

describe.skipIf(!hasPgBouncer)("behind PgBouncer in session mode", () => {
  test("the product works with enough connections, else reports how many it needs", async () => {
    const few = await startPooler(database.url, { mode: "session", poolSize: 7 });
    const refused = startProduct({ DATABASE_URL: few, DATABASE_DIRECT_URL: few, DATA_DIR: dataDir });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /^The pooler at DATABASE_DIRECT_URL has 7 connections left, and this process needs 16\./,
    );
    const url = await startPooler(database.url, { mode: "session", poolSize: 8 });
    const product = startProduct({
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: url,
      DATABASE_POOL: "2",
      DATA_DIR: dataDir,
    });
    await expectLiveChanges(await product.ready(), "session@example.org");
  });
});

/** Signs up, and checks that an open page receives a change, which needs LISTEN on a connection of its own. */
async function expectLiveChanges(address: string, email: string): Promise<void> {
  const reply = await fetch(`${address}/api/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ email, password: "a long enough password", organizationName: "P" }),
  });
  expect(reply.status).toBe(201);
  const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { organizations } = (await reply.json()) as { organizations: { id: string }[] };
  const organization = `${address}/api/organizations/${organizations[0]?.id}`;
  const events = await fetch(`${organization}/events`, { headers: { cookie } });
  const reader = events.body!.getReader();
  await reader.read();
  const created = await fetch(`${organization}/tickets`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address, cookie },
    body: JSON.stringify({ title: "Pooled" }),
  });
  expect(created.status).toBe(201);
  const { value } = await reader.read();
  expect(Buffer.from(value ?? []).toString()).toContain("ticket.");
  await reader.cancel();
}
