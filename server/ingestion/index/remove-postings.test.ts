import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { removeVersion, TestCollection } from "../../../test/collection.ts";
import { openDatabase, withTenant } from "../../database/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

/** Inserts postings and vocabulary rows of many versions with the same terms. */
async function fill(organizationId: string, versions: number, terms: number): Promise<void> {
  await database.db
    .insertInto("organizations")
    .values({ id: organizationId, name: "Filled" })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await withTenant(database.db, organizationId, async (trx) => {
    await sql`
      insert into postings (organization_id, segment, audience, term, postings)
      select ${organizationId}, 1000000 + version, 'i', 'word' || term, '\\x00'
      from generate_series(1, ${sql.lit(versions)}::integer) version, generate_series(1, ${sql.lit(terms)}::integer) term
    `.execute(trx);
    await sql`
      insert into vocabulary (organization_id, audience, term, versions)
      select ${organizationId}, 'i', 'word' || term || '-' || version, 1
      from generate_series(1, ${sql.lit(versions)}::integer) version, generate_series(1, ${sql.lit(terms)}::integer) term
    `.execute(trx);
  });
}

test("removing a version reads its own terms only, even with many organizations", async () => {
  for (let small = 0; small < 300; small++) await fill(randomUUID(), 1, 20);
  // A pool of one connection, which keeps the plans it makes.
  const db = openDatabase(database.url, { max: 1 });
  const collection = await TestCollection.create(db);
  await fill(collection.organizationId, 600, 100);
  const owner = openDatabase(database.url, { max: 1, role: null });
  await sql`analyze`.execute(owner);
  await owner.destroy();
  const text = Array.from({ length: 60 }, (_, line) => `Number${line} is the word of paragraph${line}.`);
  const { organizationId } = collection;
  const blocks: number[] = [];
  for (let round = 0; round < 8; round++) {
    const { versionId } = await collection.add(`Document ${round}.docx`, text.join("\n"));
    await withTenant(db, organizationId, async (trx) => {
      // PostgreSQL would switch to a generic plan only after several executions.
      await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
      const read = async (): Promise<number> => {
        const { rows } = await sql<{ blocks: number }>`
          select sum(pg_stat_get_xact_blocks_fetched(oid))::integer as blocks from pg_class
          where oid in ('postings'::regclass, 'postings_pkey'::regclass, 'vocabulary'::regclass, 'vocabulary_pkey'::regclass)
        `.execute(trx);
        return rows[0]?.blocks ?? 0;
      };
      const before = await read();
      await removeVersion(trx, { organizationId, versionId });
      blocks.push((await read()) - before);
    });
  }
  await db.destroy();
  // Each of about 120 terms takes a handful of pages to find, delete and count down; reading all takes 25,000.
  expect(Math.max(...blocks)).toBeLessThan(6_000);
});
