import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../test/database.ts";
import { startProduct, temporaryFolder } from "../../test/product-process.ts";
import { TestCollection } from "../../test/collection.ts";
import { freePort } from "./free-port.ts";
import { leadsThroughPooler, openDatabase, withTenant } from "./database.ts";

vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

test("every connection works under the bound role, with limits", async () => {
  const db = openDatabase(database.url, { max: 1 });
  const { rows } = await sql<{ role: string; statement: string; lock: string; idle: string }>`
    select current_user as role, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle
  `.execute(db);
  expect(rows[0]).toEqual({ role: "sizana_app", statement: "1min", lock: "30s", idle: "2min" });
  await db.destroy();
});

test("a connection under a role that row-level security does not bind is refused", async () => {
  // The owner is nobody's bound role: what is asked for and what it is differ.
  const db = openDatabase(database.url, { max: 1, role: "pg_monitor_of_nobody" });
  await expect(sql`select 1`.execute(db)).rejects.toThrow("pg_monitor_of_nobody");
  await db.destroy();
});

const pgbouncer = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((file) => existsSync(file));

/** PgBouncer in transaction mode before the test's database, if there is one on this machine. */
async function startPooler(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  const target = new URL(database.url);
  const port = await freePort();
  const host = target.searchParams.get("host") ?? target.hostname;
  const [name, user] = [target.pathname.slice(1), decodeURIComponent(target.username)];
  const password = target.password === "" ? "" : ` password=${decodeURIComponent(target.password)}`;
  const lines = [
    "[databases]",
    `pooled = host=${host} port=${target.port || 5432} dbname=${name} user=${user}${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 3",
    `logfile = ${path.join(folder, "log")}`,
  ];
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(file, lines.join("\n"));
  // It refuses to run as root, and only the owner of the database may enter the folder of its socket.
  const { uid, gid } = host.startsWith("/") ? await stat(host) : { uid: 65_534, gid: 65_534 };
  const runAs = process.getuid?.() === 0 ? { uid, gid } : {};
  const child: ChildProcess = spawn(pgbouncer ?? "", [file], { stdio: "ignore", ...runAs });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = `postgres://anybody@127.0.0.1:${port}/pooled`;
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  }, 20_000);
  return url;
}

describe.skipIf(pgbouncer === undefined)("behind PgBouncer in transaction mode", () => {
  test("every statement is bound to the role, whichever connection serves it", async () => {
    const url = await startPooler();
    expect([await leadsThroughPooler(url), await leadsThroughPooler(database.url)]).toEqual([true, false]);
    const db = openDatabase(url, { max: 8 });
    const collection = await TestCollection.create(db);
    await collection.add("Leave.docx", "Employees receive fifteen days of annual leave.");
    const other = await TestCollection.create(db);
    const roleOf = async (): Promise<string | undefined> =>
      (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role;
    // More at once than the pooler has connections, and often enough that plans would be kept.
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
    // What the pooler keeps goes back to it as it was.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect((await client.query("select current_user as role")).rows[0]).not.toEqual({ role: "sizana_app" });
    await client.end();
    await db.destroy();
  });

  test("the product asks for the direct address, and works with it", async () => {
    const url = await startPooler();
    const environment = { DATABASE_URL: url, DATA_DIR: await temporaryFolder() };
    const refused = startProduct(environment);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^DATABASE_URL points to a pooler .*DATABASE_DIRECT_URL/);
    const product = startProduct({ ...environment, DATABASE_DIRECT_URL: database.url });
    const address = await product.ready();
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ status: "ready" });
    const reply = await fetch(`${address}/api/auth/sign-up`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address },
      body: JSON.stringify({
        email: "p@example.org",
        password: "a long enough password",
        organizationName: "P",
      }),
    });
    expect(reply.status).toBe(201);
    const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { organizations } = (await reply.json()) as { organizations: { id: string }[] };
    // An event of one page comes to the next: LISTEN goes past the pooler.
    const events = await fetch(`${address}/api/organizations/${organizations[0]?.id}/events`, {
      headers: { cookie },
    });
    const reader = events.body!.getReader();
    await reader.read();
    const created = await fetch(`${address}/api/organizations/${organizations[0]?.id}/tickets`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address, cookie },
      body: JSON.stringify({ title: "Pooled" }),
    });
    expect(created.status).toBe(201);
    const { value } = await reader.read();
    expect(Buffer.from(value ?? []).toString()).toContain("ticket.");
    await reader.cancel();
    await delay(0);
  });
});
