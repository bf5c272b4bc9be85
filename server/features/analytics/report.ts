import { sql } from "kysely";
import type { AnalyticsReport } from "../../../contract/analytics.ts";
import { dayMs } from "../../../contract/limits.ts";
import type { Transaction } from "../../database/database.ts";
import {
  answersBetween,
  confidenceBuckets,
  countAnswers,
  latencyOfBucket,
  outcomes,
  quotedDocumentsBetween,
} from "./answer-counts.ts";
import { readRow, updateRows } from "../../database/rows.ts";

const maxDocuments = 10;

interface ReportRange {
  organizationId: string;
  /** The first day that is shown, YYYY-MM-DD. */
  firstDay: string;
  /** The time until which the counts are complete. */
  counted: Date;
  now: Date;
}

/** The figures of the last `days` days, today included. */
export async function readReport(
  trx: Transaction,
  { organizationId }: { organizationId: string },
  days: number,
  now = new Date(),
): Promise<AnalyticsReport> {
  const { time_zone: timeZone } = await readRow(trx, "organizations", { id: organizationId }, ["time_zone"]);
  const today = dayIn(timeZone, now);
  const calendar = Array.from({ length: days }, (_, at) => dayBefore(today, days - 1 - at));
  const [firstDay = today] = calendar;
  const counted = await countAnswers(trx, organizationId, now);
  const range = { organizationId, firstDay, counted, now };
  const counts = await readCounts(trx, range);
  return {
    days,
    timeZone,
    questions: countQuestions(counts, calendar),
    confidence: confidenceHistogram(counts),
    responseTime: responseTimes(counts, calendar),
    ratings: await readRatings(trx, range, calendar),
    documents: await readDocuments(trx, range),
  };
}

const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);

interface Count {
  counted: "answers" | "answer_latency" | "answer_confidence";
  /** For confidence, the first day of the report. */
  day: string;
  /** For answers only. */
  channel: string;
  bucket: number;
  count: number;
}

/** Reads the counts packed into arrays, since ninety days have thousands of them. */
async function readCounts(trx: Transaction, { organizationId, firstDay, counted, now }: ReportRange) {
  const { rows } = await sql<Omit<Count, "bucket" | "count"> & { buckets: number[]; counts: number[] }>`
    select counted, case counted when 'answer_confidence' then ${firstDay}::date else day end as day, part as channel,
      array_agg(bucket) as buckets, array_agg(count) as counts
    from (
      select counted, day, part, bucket, count from counts
      where organization_id = ${organizationId} and counted in ('answers', 'answer_latency', 'answer_confidence')
        and day >= ${firstDay}::date
      union all
      select counted, day, part, bucket, count
      from (${answersBetween({ organizationId, from: counted, until: now })}) fresh
      where day >= ${firstDay}::date
    ) counts
    group by 1, 2, 3
  `.execute(trx);
  return rows.flatMap(({ buckets, counts, ...of }) =>
    buckets.map((bucket, at) => ({ ...of, bucket, count: counts[at] ?? 0 })),
  );
}

function countQuestions(counts: Count[], calendar: string[]): AnalyticsReport["questions"] {
  const perDay = new Map(
    calendar.map((day) => [day, { day, chat: 0, webhook: 0, whatsapp: 0, answered: 0, unanswered: 0 }]),
  );
  const totals = new Map<number, number>();
  for (const { counted, day, channel, bucket, count } of counts) {
    const row = perDay.get(day);
    if (counted !== "answers" || row === undefined) continue;
    totals.set(bucket, (totals.get(bucket) ?? 0) + count);
    if (channel === "chat" || channel === "webhook" || channel === "whatsapp") row[channel] += count;
    if (bucket === outcomes.unanswered) row.unanswered += count;
    else if (bucket !== outcomes.declined) row.answered += count;
  }
  const totalOf = (bucket: number) => totals.get(bucket) ?? 0;
  const answered = totalOf(outcomes.documents) + totalOf(outcomes.curated);
  const unanswered = totalOf(outcomes.unanswered);
  return {
    asked: answered + unanswered + totalOf(outcomes.declined),
    answered,
    curated: totalOf(outcomes.curated),
    unanswered,
    declined: totalOf(outcomes.declined),
    answeredRate: answered + unanswered === 0 ? null : answered / (answered + unanswered),
    perDay: [...perDay.values()],
  };
}

function confidenceHistogram(counts: Count[]): AnalyticsReport["confidence"] {
  return Array.from({ length: confidenceBuckets }, (_, bucket) => ({
    from: bucket / confidenceBuckets,
    to: (bucket + 1) / confidenceBuckets,
    answers: counts
      .filter((row) => row.counted === "answer_confidence" && row.bucket === bucket)
      .reduce((sum, { count }) => sum + count, 0),
  }));
}

function responseTimes(counts: Count[], calendar: string[]): AnalyticsReport["responseTime"] {
  const latencies = counts.filter(({ counted }) => counted === "answer_latency");
  const byDay = Map.groupBy(latencies, ({ day }) => day);
  const summarize = (rows: Count[]) => ({ medianMs: quantile(rows, 0.5), p95Ms: quantile(rows, 0.95) });
  return {
    ...summarize(latencies),
    perDay: calendar.map((day) => ({ day, ...summarize(byDay.get(day) ?? []) })),
  };
}

/** The middle of the quantile's bucket; null without values. */
function quantile(rows: Count[], share: number): number | null {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  for (const { bucket, count } of rows.toSorted((a, b) => a.bucket - b.bucket)) {
    below += count;
    if (below >= total * share) return Number(latencyOfBucket(bucket).toPrecision(2));
  }
  return null;
}

async function readRatings(trx: Transaction, { organizationId, firstDay }: ReportRange, calendar: string[]) {
  const { rows } = await sql<{ day: string; count: number; sum: number }>`
    select day, sum(count)::int as count, sum(bucket * count)::int as sum
    from counts
    where organization_id = ${organizationId} and counted = 'ratings_by_day' and day >= ${firstDay}::date
    group by day having sum(count) > 0
  `.execute(trx);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const count = rows.reduce((total, row) => total + row.count, 0);
  const sum = rows.reduce((total, row) => total + row.sum, 0);
  return {
    count,
    average: count === 0 ? null : sum / count,
    perDay: calendar.map((day) => {
      const row = byDay.get(day);
      return { day, count: row?.count ?? 0, average: row === undefined ? null : row.sum / row.count };
    }),
  };
}

async function readDocuments(trx: Transaction, { organizationId, firstDay, counted, now }: ReportRange) {
  const { rows } = await sql<AnalyticsReport["documents"][number]>`
    select quoted.id, d.name, d.audience as type, quoted.answers
    from (
      select part::uuid as id, sum(count)::int as answers from (
        select part, count from counts
        where organization_id = ${organizationId} and counted = 'quoted_documents' and day >= ${firstDay}::date
        union all
        select part, count
        from (${quotedDocumentsBetween({ organizationId, from: counted, until: now })}) fresh
        where day >= ${firstDay}::date
      ) counts
      group by part order by 2 desc, part limit ${maxDocuments}
    ) quoted
    left join documents d on d.organization_id = ${organizationId} and d.id = quoted.id
    order by quoted.answers desc, quoted.id
  `.execute(trx);
  return rows;
}

/** Sets the time zone. Ratings are counted again by its days at once, answers at the next reading of a report. */
export async function setTimeZone(trx: Transaction, organizationId: string, timeZone: string): Promise<void> {
  const change = { time_zone: timeZone, answers_counted_until: null };
  await updateRows(trx, "organizations", { id: organizationId }, change);
  await sql`
      delete from counts where organization_id = ${organizationId} and counted in
        ('answers', 'answer_latency', 'answer_confidence', 'quoted_documents', 'ratings_by_day')
    `.execute(trx);
  await sql`
      insert into counts as known (organization_id, counted, day, part, bucket, lane, count)
      select organization_id, 'ratings_by_day', organization_day(organization_id, created_at), '', rating, 0, count(*)
      from feedback where organization_id = ${organizationId} group by organization_id, 3, rating
      on conflict (organization_id, counted, day, part, bucket, lane) do update set count = known.count + excluded.count
    `.execute(trx);
}

/** The calendar day of a moment in a time zone. The Swedish locale formats it as YYYY-MM-DD. */
const dayIn = (timeZone: string, moment: Date): string => moment.toLocaleDateString("sv-SE", { timeZone });
