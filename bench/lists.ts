/**
 * Response times of lists over HTTP, in an organization with a hundred thousand tickets, ratings, documents and
 * answers: the first page, a page halfway, filters, searches for frequent and rare words, and the figures.
 *
 *   node bench/lists.ts [--rows N] [--requests N]
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { pino } from "pino";
import { buildApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openContext } from "../server/context.ts";
import { openDatabase, withTenant, type Transaction } from "../server/database/database.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "100000" }, requests: { type: "string", default: "200" } },
});
const rows = Number(values.rows);
const requests = Number(values.requests);
const batch = 1000;
const targetMs = 30;

const folder = await mkdtemp(path.join(tmpdir(), "sizana-bench-"));
await chmod(folder, 0o711);
const database = await startEmbeddedPostgres(folder, { durable: false });
await migrate(database.url);
const environment = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "silent" };
const config = readConfig(environment);
const context = await openContext(config, database.url, pino({ level: "silent" }));
const app = await buildApp(context);
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

try {
  const { cookie, organizationId, userId } = await signUp();
  const startedAt = performance.now();
  // In batches, since counters that are updated with each row are slow to change a hundred thousand times at once.
  for (let from = 1; from <= rows; from += batch) {
    const part = { from, to: Math.min(rows, from + batch - 1) };
    await withTenant(context.db, organizationId, async (trx) => {
      await fill(trx, organizationId, userId, part);
      await converse(trx, organizationId, part);
    });
  }
  const owner = openDatabase(database.url, { role: null, max: 1 });
  await sql`vacuum analyze`.execute(owner);
  await owner.destroy();
  console.log(`${rows} rows of each kind, made in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const table = [];
  for (const [name, url] of Object.entries(addresses(organizationId, userId))) {
    table.push({ list: name, ...(await measure(`${base}${url}`, cookie)) });
  }
  console.table(table);
  const slow = table.filter(({ p95Ms }) => p95Ms > targetMs);
  console.log(
    slow.length === 0 ? `All within ${targetMs} ms at p95.` : `Slower than ${targetMs} ms: ${slow.length}`,
  );
} finally {
  await app.close();
  await context.close(1_000);
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function signUp(): Promise<{ cookie: string; organizationId: string; userId: string }> {
  const reply = await fetch(`${base}/api/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: config.publicUrl },
    body: JSON.stringify({
      email: "owner@example.org",
      password: "a long enough password",
      organizationName: "Lists",
    }),
  });
  const user = (await reply.json()) as { id: string; organizations: { id: string }[] };
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { cookie, organizationId: user.organizations[0]?.id ?? "", userId: user.id };
}

/**
 * Every tenth ticket and document mentions delivery; only the oldest one mentions a rhinoceros; "braai" occurs in a
 * tenth of the older half only.
 */
async function fill(
  trx: Transaction,
  organizationId: string,
  userId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const content = sql`'customer ' || i || ' asks about order ' || (i * 7919) % 1000003
    || case when i % 10 = 0 then ' and its delivery to Upington' else ' and what became of it' end
    || case when i % 10 = 5 and i < ${rows}::int / 2 then ' for a braai' else '' end
    || case when i = 1 then ' of a rhinoceros' else '' end`;
  await sql`
    insert into tickets (organization_id, number, title, description, category, priority, status, audience,
      customer_email, assigned_to, created_at, updated_at, search_text)
    select ${organizationId}, i, 'Order ' || i, ${content},
      (array['technical', 'billing', 'general', 'feature_request'])[1 + i % 4],
      case when i % 1000 = 0 then 'urgent' else (array['high', 'medium', 'low'])[1 + i % 3] end,
      case when i % 500 = 0 then 'in_progress' else (array['open', 'resolved', 'closed'])[1 + i % 3] end,
      'external', 'customer' || i || '@example.org', case when i % 50 = 0 then ${userId}::uuid end,
      now() - (${rows}::int - i) * interval '1 minute', now(),
      'tkt-' || lpad(i::text, 4, '0') || ' tkt-' || i || ' order ' || i || ' customer' || i || '@example.org ' || ${content}
    from generate_series(${from}::int, ${to}::int) i`.execute(trx);
  await sql`
    insert into feedback (organization_id, occasion, rating, source, comment, created_at)
    select ${organizationId}, 'bench ' || i, case when i % 1000 = 0 then 1 else 2 + i % 4 end,
      (array['chat', 'whatsapp', 'email', 'ticket'])[1 + i % 4], 'Comment ' || i,
      now() - (${rows}::int - i) * interval '1 minute'
    from generate_series(${from}::int, ${to}::int) i`.execute(trx);
  await sql`
    with made as (
      insert into documents (organization_id, audience, name, updated_at, search_text)
      select ${organizationId}, (array['internal', 'external'])[1 + i % 2], 'Order ' || i || '.pdf',
        now() - (${rows}::int - i) * interval '1 minute', 'order ' || i || '.pdf' || chr(10) || ${content}
      from generate_series(${from}::int, ${to}::int) i
      returning id
    )
    insert into document_versions (organization_id, document_id, version, file_type, file_size, status, uploader_id, storage_key, sha256)
    select ${organizationId}, id, 1, 'pdf', 1000, 'completed', ${userId}, 'none', '\\x00' from made`.execute(
    trx,
  );
}

/** Adds as many answers, evenly over the last ninety days and three channels, quoting 300 documents. */
async function converse(
  trx: Transaction,
  organizationId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    with quoted as (
      select array_agg(id) as ids
      from (select id from documents where organization_id = ${organizationId} order by name limit 300) some_documents
    ), asked as (
      select gen_random_uuid() as conversation_id, i, now() - i * interval '90 days' / ${rows}::int as at
      from generate_series(${from}::int, ${to}::int) i
    ), begun as (
      insert into conversations (id, organization_id, audience, channel, title, created_at)
      select conversation_id, ${organizationId}, (array['internal', 'external'])[1 + i % 2],
        (array['chat', 'webhook', 'whatsapp'])[1 + i % 3], 'Bench', at
      from asked
    )
    insert into messages (organization_id, conversation_id, role, content, metadata, created_at)
    select ${organizationId}, conversation_id, 'assistant', 'Eighteen days.', jsonb_build_object(
        'kind', case when i % 5 = 0 then 'unknown' else 'answer' end, 'engine', 'extractive',
        'latencyMs', 20 + i % 900, 'confidence', (i % 100) / 100.0,
        'sources', jsonb_build_array(jsonb_build_object('documentId', ids[1 + i % cardinality(ids)]))
      ), at
    from asked, quoted`.execute(trx);
}

function addresses(organizationId: string, userId: string): Record<string, string> {
  const of = (noun: string, query = "") => `/api/organizations/${organizationId}/${noun}${query}`;
  return {
    tickets: of("tickets"),
    "tickets, halfway": of("tickets", `?cursor=${Math.round(rows / 2)}`),
    "tickets, in progress": of("tickets", "?status=in_progress"),
    "tickets, urgent and closed": of("tickets", "?priority=urgent&status=closed"),
    "tickets, of one person": of("tickets", `?assignedTo=${userId}`),
    "tickets, of one person and technical": of("tickets", `?assignedTo=${userId}&category=technical`),
    "tickets, frequent word": of("tickets", "?search=delivery"),
    "tickets, prefix of words": of("tickets", "?search=d"),
    "tickets, word of old ones": of("tickets", "?search=braai"),
    "tickets, rarest word": of("tickets", "?search=rhinoceros"),
    "tickets, two words": of("tickets", "?search=order%20rhino"),
    "tickets, rare word among closed": of("tickets", "?search=rhinoceros&status=closed"),
    "tickets, no such word": of("tickets", "?search=giraffe"),
    "tickets, number": of("tickets", "?search=TKT-0042"),
    "tickets, figures": of("tickets/summary"),
    feedback: of("feedback"),
    "feedback, one star": of("feedback", "?rating=1"),
    "feedback, one star by email": of("feedback", "?rating=1&source=email"),
    "feedback, figures": of("feedback/summary"),
    documents: of("documents"),
    "documents, external": of("documents", "?type=external"),
    "documents, frequent word": of("documents", "?search=delivery&type=external"),
    "documents, word of old ones": of("documents", "?search=braai&type=external"),
    "documents, rarest word": of("documents", "?search=rhinoceros"),
    "documents, part of a name": of("documents", "?search=der%2099"),
    "documents, no such word": of("documents", "?search=giraffe&type=internal"),
    "dashboard, figures": of("analytics"),
    "analytics, 90 days": of("analytics/report", "?days=90"),
    "signed-in user, for comparison": "/api/auth/user",
  };
}

async function measure(url: string, cookie: string) {
  const timesMs: number[] = [];
  let found = 0;
  for (let i = -10; i < requests; i += 1) {
    const startedAt = performance.now();
    const reply = await fetch(url, { headers: { cookie } });
    const body: unknown = await reply.json();
    if (i >= 0) timesMs.push(performance.now() - startedAt);
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${JSON.stringify(body)}`);
    found = Array.isArray(body) ? body.length : 1;
  }
  timesMs.sort((a, b) => a - b);
  const at = (share: number) => Math.round((timesMs[Math.floor(timesMs.length * share)] ?? 0) * 10) / 10;
  return { rows: found, p50Ms: at(0.5), p95Ms: at(0.95) };
}
