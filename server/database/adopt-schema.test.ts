import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { administer, databaseUrl } from "../../test/database-server.ts";
import { startPgvectorServer } from "../../test/pgvector-server.ts";
import { startProduct, temporaryFolder } from "../../test/product-process.ts";
import { baseline } from "./adopt-schema.ts";
import { openDatabase, withTenant, type Database } from "./database.ts";
import { describeSchema } from "./describe-schema.ts";
import { migrate } from "./migrate.ts";

const organizationId = "0192aaaa-0000-7000-8000-000000000001";

const serverUrl = inject("serverUrl");
const earlier = `test_${randomUUID().replaceAll("-", "")}`;

async function forgetBaseline(owner: Database): Promise<void> {
  await sql`delete from kysely_migration`.execute(owner);
  await sql`
    insert into kysely_migration (name, timestamp, oldest_code)
    values ('0001_identity_documents_conversations', '', null), ('0121_counts', '', '0121_counts')
  `.execute(owner);
}

/** As the last version before 0.1.0 left it: the same schema by migrations with other names, and some rows. */
beforeAll(async () => {
  await administer(serverUrl, `create database ${earlier}`);
  const url = databaseUrl(inject("templateUrl"), earlier);
  await migrate(url, { only: [baseline] });
  const owner = openDatabase(url, { max: 1, role: null });
  await forgetBaseline(owner);
  await withTenant(owner, organizationId, async (trx) => {
    await sql`insert into organizations (id, name) values (${organizationId}, 'Acme Retail')`.execute(trx);
    await sql`
      insert into tickets (organization_id, number, title, priority, audience, search_text)
      values (${organizationId}, 1, 'Refund', 'low', 'external', 'tkt-0001 refund')
    `.execute(trx);
  });
  await owner.destroy();
});
afterAll(() => administer(serverUrl, `drop database if exists ${earlier} with (force)`));

async function earlierDatabase(): Promise<{ url: string; owner: Database }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name} template ${earlier}`);
  const url = databaseUrl(inject("templateUrl"), name);
  const owner = openDatabase(url, { max: 1, role: null });
  onTestFinished(async () => {
    await owner.destroy();
    await administer(serverUrl, `drop database if exists ${name} with (force)`);
  });
  return { url, owner };
}

const executedOn = async (owner: Database): Promise<string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(owner)).rows.map(
    ({ name }) => name,
  );

test("a database of the last version before 0.1.0 is adopted with its rows", async () => {
  const { url, owner } = await earlierDatabase();
  const before = await describeSchema(owner);
  await migrate(url, { only: [baseline] });
  expect(await executedOn(owner)).toEqual([baseline]);
  expect(await describeSchema(owner)).toEqual(before);
  const product = startProduct({ DATABASE_URL: url, DATA_DIR: await temporaryFolder() });
  expect((await fetch(`${await product.ready()}/readyz`)).status).toBe(200);
  product.kill("SIGTERM");
  await product.ended;
  const tickets = await withTenant(owner, organizationId, (trx) =>
    sql<{ title: string; words: number; open: number }>`
      select title, (select count(*)::int from ticket_words) as words,
        (select sum(count)::int from counts where counted = 'tickets' and part = 'open') as open
      from tickets
    `.execute(trx),
  );
  expect(tickets.rows).toEqual([{ title: "Refund", words: 3, open: 1 }]);
});

test("two processes that start simultaneously adopt it once", async () => {
  const { url, owner } = await earlierDatabase();
  await Promise.all([migrate(url, { only: [baseline] }), migrate(url, { only: [baseline] })]);
  expect(await executedOn(owner)).toEqual([baseline]);
});

test("a database with vectors in the type of pgvector is adopted too", async () => {
  const server = await startPgvectorServer();
  onTestFinished(() => server.drop());
  server.offer("0.8.7", "owners");
  await migrate(server.url, { only: [baseline] });
  const owner = openDatabase(server.url, { max: 1, role: null });
  const { rows } = await sql`
    select format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = 'chunk_embeddings'::regclass and attname = 'vector'
  `.execute(owner);
  expect(rows).toEqual([{ type: "halfvec" }]);
  await forgetBaseline(owner);
  await migrate(server.url, { only: [baseline] });
  expect(await executedOn(owner)).toEqual([baseline]);
  await owner.destroy();
});

test.each([
  ["drop index tickets_status", /it lacks "index CREATE INDEX tickets_status ON tickets/],
  ["alter table users add column nickname text", /it has "column users\.nickname text"/],
  ["drop policy tenant on tickets", /it lacks "policy tenant on tickets/],
  ["alter table tickets no force row level security", /it lacks "table tickets, row-level security, forced"/],
  [
    "create or replace function keep_an_owner() returns trigger language plpgsql as 'begin return new; end'",
    /it lacks "function keep_an_owner\(\) returns trigger/,
  ],
])("a database with a different schema is refused and left unchanged: %s", async (change, difference) => {
  const { url, owner } = await earlierDatabase();
  await sql.raw(change).execute(owner);
  const refused = migrate(url);
  await expect(refused).rejects.toThrow(difference);
  await expect(refused).rejects.toThrow(
    /Nothing was changed\. Start commit [0-9a-f]{7,}, the last one before 0\.1\.0/,
  );
  expect(await executedOn(owner)).toEqual(["0001_identity_documents_conversations", "0121_counts"]);
  const { rows } = await sql`select to_regnamespace('sizana_baseline') as left`.execute(owner);
  expect(rows).toEqual([{ left: null }]);
});

test("the baseline is still the one that 0.1.0 was released with", async () => {
  const folder = path.join(import.meta.dirname, "migrations", baseline);
  const hash = createHash("sha256");
  for (const file of (await readdir(folder)).toSorted()) hash.update(await readFile(path.join(folder, file)));
  expect(hash.digest("hex")).toBe("e745958d1bf02400ca0ceda078680498d1eddde7a02ec170c50fd5b96873d0fe");
});
