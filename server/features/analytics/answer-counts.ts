import { sql, type RawBuilder } from "kysely";
import { dayMs, minuteMs } from "../../../contract/limits.ts";
import type { Transaction } from "../../database/database.ts";
import { updateRows } from "../../database/rows.ts";

/** Buckets of `answers`. */
export const outcomes = { unanswered: 0, documents: 1, curated: 2, declined: 3 } as const;
/** Buckets of `answer_confidence`: tenths. */
export const confidenceBuckets = 10;
/** Each bucket of `answer_latency` is this much wider than the one before; the first ends at 1 ms. */
const latencyStep = 1.15;
const lastLatencyBucket = 100;

/** The middle of a bucket of response times. */
export const latencyOfBucket = (bucket: number): number => latencyStep ** Math.max(0, bucket - 0.5);

/** Answers are counted after this time, when no open transaction can still add an older one. */
const settledAfterMs = 5 * minuteMs;
/** Counts are updated when they are this far behind; later answers are counted at each reading. */
const behindMs = 10 * minuteMs;
/** No report goes further back. */
const maxAgeMs = 92 * dayMs;

/**
 * Adds the answers since the last update to an organization's counts. Returns the time until which the counts are
 * complete; read later answers with `answersBetween`.
 */
export async function countAnswers(trx: Transaction, organizationId: string, now: Date): Promise<Date> {
  const oldest = new Date(now.getTime() - maxAgeMs);
  const progress = selectProgress(trx, organizationId);
  const counted = (await progress.executeTakeFirstOrThrow()).until ?? oldest;
  if (now.getTime() - counted.getTime() < behindMs) return counted;
  // One reader counts, and others wait for it. Rows that reference the organization can be inserted meanwhile.
  const from = (await progress.forNoKeyUpdate().executeTakeFirstOrThrow()).until ?? oldest;
  const until = new Date(now.getTime() - settledAfterMs);
  if (from >= until) return from;
  const span = { organizationId, from: from < oldest ? oldest : from, until };
  await sql`
    insert into counts as known (organization_id, counted, day, part, bucket, lane, count)
    select ${organizationId}, counted, day, part, bucket, 0, count from (
      (${answersBetween(span)}) union all (${quotedDocumentsBetween(span)})
    ) fresh
    on conflict (organization_id, counted, day, part, bucket, lane) do update set count = known.count + excluded.count
  `.execute(trx);
  await updateRows(trx, "organizations", { id: organizationId }, { answers_counted_until: until });
  return until;
}

const selectProgress = (trx: Transaction, organizationId: string) =>
  trx.selectFrom("organizations").select("answers_counted_until as until").where("id", "=", organizationId);

export interface Span {
  organizationId: string;
  /** Exclusive. */
  from: Date;
  /** Inclusive. */
  until: Date;
}

const zoneOf = (organizationId: string): RawBuilder<unknown> =>
  sql`(select o.time_zone from organizations o where o.id = ${organizationId})`;

/** Rows as in `counts`, for the answers of a time span. Small talk and people's replies don't count as answers. */
export function answersBetween({ organizationId, from, until }: Span): RawBuilder<unknown> {
  return sql`
    with answered as materialized (
      select (m.created_at at time zone ${zoneOf(organizationId)})::date as day, c.channel,
        m.metadata->>'kind' = 'answer' as is_answer,
        m.metadata->>'engine' = 'curated' as is_curated,
        coalesce((m.metadata->>'declined')::boolean, false) as is_declined,
        coalesce((m.metadata->>'latencyMs')::float8, 0) as latency,
        coalesce((m.metadata->>'confidence')::float8, 0) as confidence
      from messages m
      join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
      where m.organization_id = ${organizationId} and m.role = 'assistant'
        and m.created_at > ${from} and m.created_at <= ${until}
        and m.metadata->>'kind' in ('answer', 'may_help', 'unknown')
    )
    select 'answers' as counted, day, channel as part,
      (case when is_declined then ${outcomes.declined}::int when not is_answer then ${outcomes.unanswered}::int
        when is_curated then ${outcomes.curated}::int else ${outcomes.documents}::int end)::smallint as bucket,
      count(*)::integer as count
    from answered group by 2, 3, 4
    union all
    select 'answer_latency', day, '',
      least(${lastLatencyBucket}::int, ceil(ln(greatest(latency, 1)) / ln(${latencyStep}::float8)))::smallint, count(*)::integer
    from answered group by 2, 4
    union all
    select 'answer_confidence', day, '',
      least(${confidenceBuckets - 1}::int, floor(confidence * ${confidenceBuckets}::int))::smallint, count(*)::integer
    from answered where is_answer group by 2, 4
  `;
}

/** Rows as in `counts`, for the documents that the answers of a time span quote. */
export function quotedDocumentsBetween({ organizationId, from, until }: Span): RawBuilder<unknown> {
  return sql`
    select 'quoted_documents' as counted, day, document_id as part, 0::smallint as bucket, count(*)::integer as count
    from (
      select distinct (m.created_at at time zone ${zoneOf(organizationId)})::date as day, m.id,
        source->>'documentId' as document_id
      from messages m, jsonb_array_elements(m.metadata->'sources') source
      where m.organization_id = ${organizationId} and m.role = 'assistant'
        and m.created_at > ${from} and m.created_at <= ${until}
        and m.metadata->>'kind' = 'answer' and jsonb_typeof(m.metadata->'sources') = 'array'
    ) quoted
    group by 2, 3
  `;
}
