import { sql } from "kysely";
import { dayMs } from "../../../contract/limits.ts";
import type { Transaction } from "../../database/database.ts";

const windowMs = 30 * dayMs;
/** Averages are taken over this many of the newest answers. */
const maxAnswersAveraged = 1000;

interface Window {
  from: Date;
  to: Date;
}

/** The figures of the dashboard. A trend compares the last 30 days with the 30 before, in percent; null if those are 0. */
export async function readAnalytics(trx: Transaction, { organizationId }: { organizationId: string }) {
  const now = new Date();
  const current = { from: new Date(now.getTime() - windowMs), to: now };
  const before = { from: new Date(now.getTime() - 2 * windowMs), to: current.from };
  const { documents, conversations } = await countByDay(trx, organizationId, current, before);
  const users = await countActiveUsers(trx, organizationId, current, before);
  const latency = {
    current: await averageLatencyMs(trx, organizationId, current),
    before: await averageLatencyMs(trx, organizationId, before),
  };
  return {
    stats: {
      totalDocuments: documents.total,
      chatSessions: conversations.total,
      activeUsers: users.current,
      averageResponseTime: latency.current === null ? null : seconds(latency.current),
    },
    documents: await countUnready(trx, organizationId),
    trends: {
      totalDocuments: change(documents),
      chatSessions: change(conversations),
      activeUsers: change(users),
      averageResponseTime: change(latency),
    },
  };
}

/** Counts documents and conversations with messages, by days in UTC. Today is the last of the thirty days. */
async function countByDay(trx: Transaction, organizationId: string, current: Window, before: Window) {
  const { rows } = await sql<Record<"total" | "current" | "before", number> & { counted: string }>`
    select counted, sum(count)::int as total,
      coalesce(sum(count) filter (where day > ${dayOf(current.from)}::date), 0)::int as current,
      coalesce(sum(count) filter (where day > ${dayOf(before.from)}::date and day <= ${dayOf(before.to)}::date), 0)::int
        as before
    from counts
    where organization_id = ${organizationId} and counted in ('documents', 'conversations') group by counted
  `.execute(trx);
  const countOf = (counted: string) =>
    rows.find((row) => row.counted === counted) ?? { total: 0, current: 0, before: 0 };
  return { documents: countOf("documents"), conversations: countOf("conversations") };
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

async function countUnready(trx: Transaction, organizationId: string) {
  const { rows } = await sql<{ processing: number; failed: number }>`
    select (count(*) filter (where v.status = 'processing'))::int as processing,
      (count(*) filter (where v.status = 'error'))::int as failed
    from document_versions v
    join documents d on d.organization_id = v.organization_id and d.id = v.document_id
      and d.newest_version = v.version
    where v.organization_id = ${organizationId} and v.status <> 'completed'
  `.execute(trx);
  return rows[0] ?? { processing: 0, failed: 0 };
}

/** Counts the members who used this organization: each request that names it records the day. */
async function countActiveUsers(trx: Transaction, organizationId: string, current: Window, before: Window) {
  const { rows } = await sql<{ current: number; before: number }>`
    select (count(distinct d.user_id) filter (where d.day > ${dayOf(current.from)}::date))::int as current,
      (count(distinct d.user_id) filter (where d.day <= ${dayOf(before.to)}::date))::int as before
    from member_days d join memberships m on m.organization_id = d.organization_id and m.user_id = d.user_id
    where d.organization_id = ${organizationId}
      and d.day > ${dayOf(before.from)}::date and d.day <= ${dayOf(current.to)}::date
  `.execute(trx);
  return rows[0] ?? { current: 0, before: 0 };
}

async function averageLatencyMs(trx: Transaction, organizationId: string, { from, to }: Window) {
  const { rows } = await sql<{ average: number | null }>`
    select avg(latency) as average from (
      select (metadata->>'latencyMs')::float8 as latency from messages
        where organization_id = ${organizationId} and role = 'assistant' and created_at >= ${from} and created_at < ${to}
        order by created_at desc limit ${maxAnswersAveraged}
    ) newest
  `.execute(trx);
  return rows[0]?.average ?? null;
}

function change({ current, before }: { current: number | null; before: number | null }): number | null {
  if (current === null || before === null || before === 0) return null;
  return Math.round(((current - before) / before) * 100);
}

/** Formats a duration such as "1.2s", or "0.03s" below a tenth of a second. */
function seconds(latencyMs: number): string {
  return latencyMs < 95
    ? `${Math.max(0.01, latencyMs / 1000).toFixed(2)}s`
    : `${(latencyMs / 1000).toFixed(1)}s`;
}
