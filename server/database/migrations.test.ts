import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../test/database.ts";
import { waitMs } from "../../test/patience.ts";
import { startProduct, temporaryFolder } from "../../test/product-process.ts";
import { isDatabaseAway } from "../errors.ts";
import { openDatabase, type Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { runMigrations } from "./migrations.ts";

let database: TestDatabase;
let owner: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  owner = openDatabase(database.url, { max: 2, role: null });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});
beforeEach(async () => {
  await sql`delete from kysely_migration where name like '9%'`.execute(owner);
});

/** The migrations of a future version: the current ones and these files. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sizana-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(path.join(import.meta.dirname, "migrations"), folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, `${name}.sql`), text);
  return folder;
}

test("a migration that waits for a table doesn't block queries", async () => {
  // Like a backup: a long transaction that has read the table.
  const backup = new pg.Client({ connectionString: database.url });
  await backup.connect();
  await backup.query("begin; select count(*) from messages");
  const folder = await folderOf({ "9000_add": "alter table messages add column added text" });
  const waits = vi.fn<(name: string, reason: string) => void>();
  const migrated = runMigrations(owner, { folder, onWait: waits });
  await vi.waitFor(() => expect(waits.mock.calls.length).toBeGreaterThan(1), waitMs);
  // Would wait too if the migration were queued for its lock.
  await sql`select count(*) from messages`.execute(database.db);
  await backup.query("commit");
  await backup.end();
  await migrated;
  expect(waits).toHaveBeenCalledWith("9000_add", expect.stringContaining("a table that is locked"));
  await sql`select added from messages`.execute(owner);
  await sql`alter table messages drop column added`.execute(owner);
});

test("a migration that never gets its lock gives up and changes nothing", async () => {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query("begin; select count(*) from tickets");
  const folder = await folderOf({
    "9000_first": "create table first_of_two ()",
    "9001_second": "create table second_of_two (); alter table tickets add column added text",
  });
  await expect(runMigrations(owner, { folder, maxWaitMs: 0 })).rejects.toThrow(
    /^The migration 9001_second has waited 0 minutes for a table that is locked/,
  );
  await holder.end();
  const { rows } = await sql`
    select to_regclass('first_of_two')::text as first, to_regclass('second_of_two')::text as second
  `.execute(owner);
  expect(rows).toEqual([{ first: "first_of_two", second: null }]);
  await runMigrations(owner, { folder });
  await sql`drop table first_of_two, second_of_two`.execute(owner);
});

test("a migration that breaks earlier code waits until no process is running", async () => {
  const earlier = new pg.Client({ connectionString: database.url, application_name: "sizana-events" });
  await earlier.connect();
  const folder = await folderOf({ "9000_apart": "-- oldest code: 9000_apart\ncreate table apart ()" });
  await expect(runMigrations(owner, { folder, maxWaitMs: 0 })).rejects.toThrow(
    /^The migration 9000_apart has waited 0 minutes for processes of an earlier version that are still running/,
  );
  const waits = vi.fn<(name: string, reason: string) => void>();
  const migrated = runMigrations(owner, { folder, onWait: waits });
  await vi.waitFor(() => expect(waits).toHaveBeenCalled(), waitMs);
  await earlier.end();
  await migrated;
  await sql`drop table apart`.execute(owner);
});

test("two simultaneous processes run each migration once", async () => {
  const folder = await folderOf({
    "9000_first": "create table first_of_two (); select pg_sleep(0.2)",
    "9001_second": "create table second_of_two ()",
  });
  await Promise.all([migrate(database.url, { folder }), migrate(database.url, { folder })]);
  const { rows } = await sql`select name from kysely_migration where name like '9%' order by name`.execute(
    owner,
  );
  expect(rows).toEqual([{ name: "9000_first" }, { name: "9001_second" }]);
  await sql`drop table first_of_two, second_of_two`.execute(owner);
});

test("an interrupted migration changes nothing, and the next start runs it", async () => {
  const long = await folderOf({
    "9000_first": "create table first_of_two ()",
    "9001_second": "create table second_of_two (); select pg_sleep(600)",
  });
  const interrupted = migrate(database.url, { folder: long });
  const cut = vi.waitFor(async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(600)%' and pid <> pg_backend_pid() and datname = current_database()
    `.execute(owner);
    expect(rows).toHaveLength(1);
  }, waitMs);
  // A start is retried after such an error.
  expect(isDatabaseAway((await interrupted.catch((error: unknown) => error)) as Error)).toBe(true);
  await cut;
  const left = await sql`select to_regclass('second_of_two')::text as second`.execute(owner);
  expect(left.rows).toEqual([{ second: null }]);
  const short = await folderOf({
    "9000_first": "create table first_of_two ()",
    "9001_second": "create table second_of_two ()",
  });
  await migrate(database.url, { folder: short });
  await sql`drop table first_of_two, second_of_two`.execute(owner);
});

test("a later migration with a lower number is run too", async () => {
  await runMigrations(owner, { folder: await folderOf({ "9002_late": "create table late ()" }) });
  const folder = await folderOf({ "9001_early": "drop table late", "9002_late": "create table late ()" });
  await runMigrations(owner, { folder });
  await expect(sql`select from late`.execute(owner)).rejects.toThrow("does not exist");
});

/** Migrates as the next version would. */
async function migrateFurther(oldestCode: string | null): Promise<void> {
  await sql`
    insert into kysely_migration (name, timestamp, oldest_code) values ('9999_next', '', ${oldestCode})
  `.execute(owner);
}

test("the previous version starts after a migration that only adds", async () => {
  await migrateFurther(null);
  const product = startProduct({ DATABASE_URL: database.url, DATA_DIR: await temporaryFolder() });
  expect((await fetch(`${await product.ready()}/readyz`)).status).toBe(200);
  product.kill("SIGTERM");
  await product.ended;
});

test("a start with a schema that is too new or too old fails with an explanation", async () => {
  await migrateFurther("9999_next");
  const environment = { DATABASE_URL: database.url, DATA_DIR: await temporaryFolder() };
  const past = startProduct(environment);
  expect(await past.ended).toBe(1);
  expect(past.output()).toMatch(
    /^The database has been migrated past this version of Sizana: since 9999_next it needs one that knows 9999_next\..*\n$/,
  );
  await sql`delete from kysely_migration where name = '9999_next'`.execute(owner);
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = '0001_baseline' returning name
  `.execute(owner);
  expect(rows).toHaveLength(1);
  const older = startProduct({ ...environment, MIGRATE: "no" });
  expect(await older.ended).toBe(1);
  expect(older.output()).toMatch(
    /^The schema of the database is older than this version needs: 0001_baseline has not been run\. .*npm run migrate.*\n$/,
  );
});
