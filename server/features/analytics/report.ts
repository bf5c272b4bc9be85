import { sql } from "kysely";
import { Audience } from "../../../contract/common.ts";
import type { AnalyticsReport } from "../../../contract/analytics.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import {
  answersBetween,
  bringTalliesUpToDate,
  confidenceBuckets,
  documentsBetween,
  latencyOfBucket,
  outcomes,
} from "./tally.ts";
import { dayIn, readTimeZone } from "./time-zone.ts";

const dayMs = 86_400_000;
const maxDocuments = 10;

interface ReportRange {
  organizationId: string;
  /** The first day that is shown, YYYY-MM-DD. */
  firstDay: string;
  /** Until when the tallies are complete. */
  counted: Date;
  now: Date;
}

/** The figures of the last `days` days, today included. */
export async function readReport(
  db: Database,
  { organizationId }: { organizationId: string },
  days: number,
  now = new Date(),
): Promise<AnalyticsReport> {
  return withTenant(db, organizationId, async (trx) => {
    const timeZone = await readTimeZone(trx, organizationId);
    const today = dayIn(timeZone, now);
    const calendar = Array.from({ length: days }, (_, at) => dayBefore(today, days - 1 - at));
    const [firstDay = today] = calendar;
    const counted = await bringTalliesUpToDate(trx, organizationId, now);
    const range = { organizationId, firstDay, counted, now };
    const tallies = await readTallies(trx, range);
    return {
      days,
      timeZone,
      questions: countQuestions(tallies, calendar),
      confidence: spreadOfConfidence(tallies),
      responseTime: responseTimes(tallies, calendar),
      ratings: await readRatings(trx, range, calendar),
      documents: await readDocuments(trx, range),
    };
  });
}

/** The calendar day some days before a day. */
const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);

interface Tally {
  measure: "outcome" | "latency" | "confidence";
  /** Of confidence only the first. */
  day: string;
  /** Of outcomes only. */
  channel: string;
  bucket: number;
  count: number;
}

/** Many to a row: ninety days are thousands of tallies. */
async function readTallies(
  trx: Transaction,
  { organizationId, firstDay, counted, now }: ReportRange,
): Promise<Tally[]> {
  const { rows } = await sql<Omit<Tally, "bucket" | "count"> & { buckets: number[]; counts: number[] }>`
    select measure, case measure when 'confidence' then ${firstDay}::date else day end as day, channel,
      array_agg(bucket) as buckets, array_agg(count) as counts
    from (
      select measure, day, channel, bucket, count from answer_tallies
      where organization_id = ${organizationId} and day >= ${firstDay}::date
      union all
      select measure, day, channel, bucket, count
      from (${answersBetween({ organizationId, from: counted, until: now })}) fresh
      where day >= ${firstDay}::date
    ) tallies
    group by 1, 2, 3
  `.execute(trx);
  return rows.flatMap(({ buckets, counts, ...of }) =>
    buckets.map((bucket, at) => ({ ...of, bucket, count: counts[at] ?? 0 })),
  );
}

function countQuestions(tallies: Tally[], calendar: string[]): AnalyticsReport["questions"] {
  const perDay = new Map(
    calendar.map((day) => [day, { day, chat: 0, webhook: 0, whatsapp: 0, answered: 0, unanswered: 0 }]),
  );
  const totals = new Map<number, number>();
  for (const { measure, day, channel, bucket, count } of tallies) {
    const row = perDay.get(day);
    if (measure !== "outcome" || row === undefined) continue;
    totals.set(bucket, (totals.get(bucket) ?? 0) + count);
    if (channel === "chat" || channel === "webhook" || channel === "whatsapp") row[channel] += count;
    if (bucket === outcomes.unanswered) row.unanswered += count;
    else if (bucket !== outcomes.declined) row.answered += count;
  }
  const of = (bucket: number) => totals.get(bucket) ?? 0;
  const answered = of(outcomes.documents) + of(outcomes.curated);
  const unanswered = of(outcomes.unanswered);
  return {
    asked: answered + unanswered + of(outcomes.declined),
    answered,
    curated: of(outcomes.curated),
    unanswered,
    declined: of(outcomes.declined),
    answeredRate: answered + unanswered === 0 ? null : answered / (answered + unanswered),
    perDay: [...perDay.values()],
  };
}

function spreadOfConfidence(tallies: Tally[]): AnalyticsReport["confidence"] {
  return Array.from({ length: confidenceBuckets }, (_, bucket) => ({
    from: bucket / confidenceBuckets,
    to: (bucket + 1) / confidenceBuckets,
    answers: tallies.reduce(
      (sum, tally) => (tally.measure === "confidence" && tally.bucket === bucket ? sum + tally.count : sum),
      0,
    ),
  }));
}

function responseTimes(tallies: Tally[], calendar: string[]): AnalyticsReport["responseTime"] {
  const latencies = tallies.filter(({ measure }) => measure === "latency");
  const byDay = Map.groupBy(latencies, ({ day }) => day);
  const summarise = (rows: Tally[]) => ({ medianMs: quantile(rows, 0.5), p95Ms: quantile(rows, 0.95) });
  return {
    ...summarise(latencies),
    perDay: calendar.map((day) => ({ day, ...summarise(byDay.get(day) ?? []) })),
  };
}

/** The middle of the bucket that the quantile is in; null of nothing. */
function quantile(rows: Tally[], share: number): number | null {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  for (const { bucket, count } of rows.toSorted((a, b) => a.bucket - b.bucket)) {
    below += count;
    if (below >= total * share) return Number(latencyOfBucket(bucket).toPrecision(2));
  }
  return null;
}

async function readRatings(
  trx: Transaction,
  { organizationId, firstDay }: ReportRange,
  calendar: string[],
): Promise<AnalyticsReport["ratings"]> {
  const { rows } = await sql<{ day: string; count: number; sum: number }>`
    select day, sum(count)::int as count, sum(rating * count)::int as sum
    from rating_tallies where organization_id = ${organizationId} and day >= ${firstDay}::date and count > 0
    group by day
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

async function readDocuments(
  trx: Transaction,
  { organizationId, firstDay, counted, now }: ReportRange,
): Promise<AnalyticsReport["documents"]> {
  const { rows } = await sql<{ id: string; name: string | null; type: string | null; answers: number }>`
    select used.document_id as id, d.name, d.audience as type, used.answers
    from (
      select document_id, sum(count)::int as answers from (
        select document_id, count from document_tallies
        where organization_id = ${organizationId} and day >= ${firstDay}::date
        union all
        select document_id, count from (${documentsBetween({ organizationId, from: counted, until: now })}) fresh
        where day >= ${firstDay}::date
      ) tallies
      group by 1 order by 2 desc, 1 limit ${maxDocuments}
    ) used
    left join documents d on d.organization_id = ${organizationId} and d.id = used.document_id
    order by used.answers desc, used.document_id
  `.execute(trx);
  return rows.map(({ type, ...row }) => ({ ...row, type: type === null ? null : Audience.parse(type) }));
}
