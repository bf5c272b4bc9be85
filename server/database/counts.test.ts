import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestCollection } from "../../test/collection.ts";
import { startTestDatabase, type TestDatabase } from "../../test/database.ts";
import { openDatabase, withTenant, type Database } from "./database.ts";

let database: TestDatabase;
/** More connections than counters have lanes, so that some share one. */
let db: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  db = openDatabase(database.url, { max: 20 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const createOrganization = async (): Promise<string> => (await TestCollection.create(db)).organizationId;

/** The counts that are not 0, summed over lanes. */
async function countsOf(organizationId: string): Promise<Record<string, number>> {
  return withTenant(db, organizationId, async (trx) => {
    const { rows } = await sql<{ name: string; count: number }>`
      select concat_ws(' ', counted, nullif(day, '-infinity'), nullif(part, ''), nullif(bucket, 0)) as name,
        sum(count)::int as count
      from counts where organization_id = ${organizationId}
      group by counted, day, part, bucket having sum(count) <> 0 order by name
    `.execute(trx);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  });
}

async function createTickets(organizationId: string, count: number): Promise<void> {
  await withTenant(db, organizationId, (trx) =>
    sql`
      insert into tickets (organization_id, number, title, priority, audience, search_text)
      select ${organizationId}, number, 'Refund', 'low', 'external', 'refund' from generate_series(1, ${count}::int) number
    `.execute(trx),
  );
}

test("relevant changes of a row are counted, and others are not", async () => {
  const organizationId = await createOrganization();
  await createTickets(organizationId, 3);
  const run = (statement: string) => withTenant(db, organizationId, (trx) => sql.raw(statement).execute(trx));
  await run(`update tickets set status = 'closed', title = 'Done' where number = 1`);
  await run(`delete from tickets where number = 2`);
  await run(`
    insert into feedback (organization_id, occasion, rating, source, created_at)
    values ('${organizationId}', 'one', 2, 'chat', '2026-03-10 23:30Z'), ('${organizationId}', 'two', 5, 'email', '2026-03-10 12:00Z')
  `);
  await run(`update feedback set rating = 4 where occasion = 'one'`);
  await run(`update feedback set comment = 'Thank you' where occasion = 'one'`);
  await run(`delete from feedback where occasion = 'two'`);
  await run(`
    insert into documents (organization_id, audience, name, created_at) values
      ('${organizationId}', 'internal', 'a', '2026-03-10 12:00Z'), ('${organizationId}', 'internal', 'b', '2026-03-10 12:00Z')
  `);
  await run(`update documents set created_at = '2026-03-11 12:00Z', name = 'c' where name = 'b'`);
  expect(await countsOf(organizationId)).toEqual({
    "tickets open": 1,
    "tickets closed": 1,
    "ratings chat 4": 1,
    "ratings_by_day 2026-03-10 4": 1,
    "documents 2026-03-10": 1,
    "documents 2026-03-11": 1,
  });
});

test("a conversation is counted from its first message until it ends", async () => {
  const organizationId = await createOrganization();
  const run = (statement: string) => withTenant(db, organizationId, (trx) => sql.raw(statement).execute(trx));
  await run(`
    insert into conversations (organization_id, audience, title, created_at)
    values ('${organizationId}', 'internal', 'Leave', '2026-03-10 12:00Z'), ('${organizationId}', 'internal', 'Pay', '2026-03-10 12:00Z')
  `);
  expect(await countsOf(organizationId)).toEqual({});
  const say = `
    insert into messages (organization_id, conversation_id, role, content)
    select organization_id, id, 'user', 'Hello' from conversations where title = 'Leave'
  `;
  await run(say);
  await run(say);
  expect(await countsOf(organizationId)).toEqual({ "conversations 2026-03-10": 1 });
  await run(`delete from conversations`);
  expect(await countsOf(organizationId)).toEqual({});
});

test("concurrent changes in opposite order wait for each other without a deadlock", async () => {
  const organizationId = await createOrganization();
  const tickets = 20;
  await createTickets(organizationId, tickets);
  const statuses = ["open", "in_progress", "resolved", "closed"];
  await Promise.all(
    Array.from({ length: tickets }, async (_, at) => {
      for (let round = 0; round < 20; round += 1) {
        const status = statuses[(at % 2 === 0 ? round : statuses.length * 5 - round) % statuses.length];
        await withTenant(db, organizationId, (trx) =>
          sql`update tickets set status = ${status} where number = ${at + 1}`.execute(trx),
        );
      }
    }),
  );
  const { rows } = await withTenant(db, organizationId, (trx) =>
    sql<{ name: string; count: number }>`
      select 'tickets ' || status as name, count(*)::int as count from tickets group by status
    `.execute(trx),
  );
  expect(await countsOf(organizationId)).toEqual(
    Object.fromEntries(rows.map(({ name, count }) => [name, count])),
  );
});

test("counts belong to one organization and are deleted with it", async () => {
  const organizationId = await createOrganization();
  await createTickets(organizationId, 2);
  const stranger = await createOrganization();
  const { rows } = await withTenant(db, stranger, (trx) => sql`select from counts`.execute(trx));
  expect(rows).toEqual([]);
  const owner = openDatabase(database.url, { max: 1, role: null });
  await owner.deleteFrom("organizations").where("id", "=", organizationId).execute();
  await sql`alter table counts no force row level security`.execute(owner);
  const left = await sql`select from counts where organization_id = ${organizationId}`.execute(owner);
  await owner.destroy();
  expect(left.rows).toEqual([]);
});

test("tables that grow with every document, question or ticket are vacuumed early", async () => {
  const { rows } = await sql<{ name: string; share: number }>`
    select relname as name, split_part(option, '=', 2)::float as share
    from pg_class, unnest(reloptions) option
    where relnamespace = 'public'::regnamespace and option like 'autovacuum_vacuum_scale_factor=%'
    order by relname
  `.execute(db);
  // By default a fifth of a table must change first: millions of rows with many organizations.
  expect(Object.fromEntries(rows.map(({ name, share }) => [name, share]))).toEqual({
    chunk_embeddings: 0.02,
    chunks: 0.02,
    collection_statistics: 0.05,
    counts: 0.05,
    document_pages: 0.02,
    document_words: 0.02,
    messages: 0.02,
    postings: 0.02,
    ticket_words: 0.02,
    vocabulary: 0.02,
  });
});
