import { sql, type RawBuilder } from "kysely";
import type { Transaction } from "../../database/database.ts";

/** Buckets of the measure `outcome`. */
export const outcomes = { unanswered: 0, documents: 1, curated: 2, declined: 3 } as const;
/** Buckets of the measure `confidence`: tenths. */
export const confidenceBuckets = 10;
/** A bucket of the measure `latency` ends this many times where the one before it ends; the first at 1 ms. */
const latencyStep = 1.15;
const lastLatencyBucket = 100;

/** The middle of a bucket of response times. */
export function latencyOfBucket(bucket: number): number {
  return latencyStep ** Math.max(0, bucket - 0.5);
}

/** Answers are counted for good once no transaction that began before can still bring one. */
const settledAfterMs = 5 * 60_000;
/** The tallies are brought up to date when they are this far behind; what came since is counted at each reading. */
const behindMs = 10 * 60_000;
/** Nothing older is ever shown. */
const oldestMs = 92 * 86_400_000;

/**
 * Adds what was answered since the last time to the tallies of an organization. Returns the time until
 * which they are complete: what came after is `answersBetween` that and now.
 */
export async function bringTalliesUpToDate(
  trx: Transaction,
  organizationId: string,
  now: Date,
): Promise<Date> {
  const oldest = new Date(now.getTime() - oldestMs);
  const counted = (await readProgress(trx, organizationId)) ?? oldest;
  if (now.getTime() - counted.getTime() < behindMs) return counted;
  // One reader counts, the others wait for it and find it done.
  await sql`
    insert into tally_progress (organization_id, counted_until) values (${organizationId}, ${oldest})
    on conflict do nothing
  `.execute(trx);
  const { rows } = await sql<{ counted_until: Date }>`
    select counted_until from tally_progress where organization_id = ${organizationId} for update
  `.execute(trx);
  const from = rows[0]?.counted_until ?? oldest;
  const until = new Date(now.getTime() - settledAfterMs);
  if (from >= until) return from;
  const span = { organizationId, from: from < oldest ? oldest : from, until };
  await sql`
    insert into answer_tallies (organization_id, day, audience, channel, measure, bucket, count)
    select ${organizationId}, day, audience, channel, measure, bucket, count from (${answersBetween(span)}) fresh
    on conflict (organization_id, day, audience, channel, measure, bucket)
      do update set count = answer_tallies.count + excluded.count
  `.execute(trx);
  await sql`
    insert into document_tallies (organization_id, day, document_id, count)
    select ${organizationId}, day, document_id, count from (${documentsBetween(span)}) fresh
    on conflict (organization_id, day, document_id) do update set count = document_tallies.count + excluded.count
  `.execute(trx);
  await sql`
    update tally_progress set counted_until = ${until} where organization_id = ${organizationId}
  `.execute(trx);
  return until;
}

async function readProgress(trx: Transaction, organizationId: string): Promise<Date | null> {
  const row = await trx
    .selectFrom("tally_progress")
    .select("counted_until")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row?.counted_until ?? null;
}

export interface Span {
  organizationId: string;
  /** After this… */
  from: Date;
  /** …up to and with this. */
  until: Date;
}

const zoneOf = (organizationId: string): RawBuilder<unknown> =>
  sql`(select o.time_zone from organizations o where o.id = ${organizationId})`;

/** Rows as in `answer_tallies` of what was answered in a span. Small talk and people's replies are no answers. */
export function answersBetween({ organizationId, from, until }: Span): RawBuilder<unknown> {
  return sql`
    with answered as materialized (
      select (m.created_at at time zone ${zoneOf(organizationId)})::date as day, s.audience, s.channel,
        m.metadata->>'kind' = 'answer' as is_answer,
        m.metadata->>'engine' = 'curated' as is_curated,
        coalesce((m.metadata->>'declined')::boolean, false) as is_declined,
        coalesce((m.metadata->>'latencyMs')::float8, 0) as latency,
        coalesce((m.metadata->>'confidence')::float8, 0) as confidence
      from chat_messages m
      join chat_sessions s on s.organization_id = m.organization_id and s.id = m.session_id
      where m.organization_id = ${organizationId} and m.role = 'assistant'
        and m.created_at > ${from} and m.created_at <= ${until}
        and m.metadata->>'kind' in ('answer', 'may_help', 'unknown')
    )
    select day, audience, channel, 'outcome' as measure,
      (case when is_declined then ${outcomes.declined}::int when not is_answer then ${outcomes.unanswered}::int
        when is_curated then ${outcomes.curated}::int else ${outcomes.documents}::int end)::smallint as bucket,
      count(*)::integer as count
    from answered group by 1, 2, 3, 5
    union all
    select day, audience, '', 'latency',
      least(${lastLatencyBucket}::int, ceil(ln(greatest(latency, 1)) / ln(${latencyStep}::float8)))::smallint, count(*)::integer
    from answered group by 1, 2, 5
    union all
    select day, audience, '', 'confidence',
      least(${confidenceBuckets - 1}::int, floor(confidence * ${confidenceBuckets}::int))::smallint, count(*)::integer
    from answered where is_answer group by 1, 2, 5
  `;
}

/** Rows as in `document_tallies` of what was answered in a span. */
export function documentsBetween({ organizationId, from, until }: Span): RawBuilder<unknown> {
  return sql`
    select day, document_id, count(*)::integer as count
    from (
      select distinct (m.created_at at time zone ${zoneOf(organizationId)})::date as day, m.id, (source->>'documentId')::uuid as document_id
      from chat_messages m, jsonb_array_elements(m.metadata->'sources') source
      where m.organization_id = ${organizationId} and m.role = 'assistant'
        and m.created_at > ${from} and m.created_at <= ${until}
        and m.metadata->>'kind' = 'answer' and jsonb_typeof(m.metadata->'sources') = 'array'
    ) quoted
    group by 1, 2
  `;
}
