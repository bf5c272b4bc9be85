import { sql } from "kysely";
import type pg from "pg";
import packageJson from "../package.json" with { type: "json" };
import { withTenant, type Database } from "./database/database.ts";
import type { Extractor } from "./ingestion/prepare/extractor.ts";
import type { Jobs } from "./jobs.ts";
import type { Metrics, GaugeValue } from "./metrics.ts";

interface Watched {
  db: Database;
  pool: pg.Pool;
  jobs: Jobs;
  extractor: Extractor;
}

/**
 * Adds gauges of this process, and about the jobs and the outbox that all processes share. Every process reports
 * the same values for the shared ones, so aggregate them by maximum, not by sum.
 */
export function addGauges(metrics: Metrics, { db, pool, jobs, extractor }: Watched): void {
  const { version } = packageJson;
  metrics.gauge("build_info", "The version that runs here; always 1.", () => [
    { labels: { version, node: process.versions.node }, value: 1 },
  ]);
  metrics.gauge("database_connections", "Connections of the pool, and requests that wait for one.", () => {
    const { totalCount, idleCount: idle, waitingCount: wanted, options } = pool;
    return byState({ used: totalCount - idle, idle, wanted, limit: options.max });
  });
  metrics.gauge("extraction", "Processes that read documents, and tasks that wait for one.", () =>
    byState(extractor.figures()),
  );
  // Two gauges of each scrape use it.
  const counts = cachedForOneSecond(() => jobs.counts());
  metrics.gauge("jobs", "Jobs of all processes by queue and state.", async () =>
    Object.entries(await counts()).flatMap(([queue, { waiting, active, exhausted }]) =>
      byState({ waiting, active, exhausted }, { queue }),
    ),
  );
  metrics.gauge("jobs_oldest_seconds", "How long the oldest due job has been waiting.", async () =>
    Object.entries(await counts()).map(([queue, { oldestSeconds: value }]) => ({ labels: { queue }, value })),
  );
  const outbox = cachedForOneSecond(() => countOutbox(db));
  metrics.gauge("outbox_messages", "Messages on their way to customers, of all processes.", async () =>
    (await outbox()).map(({ state, count }) => ({ labels: { state }, value: count })),
  );
  metrics.gauge("outbox_oldest_seconds", "How long the oldest due message has been waiting.", async () => [
    { value: Math.max(0, ...(await outbox()).map(({ oldestSeconds }) => oldestSeconds)) },
  ]);
}

const byState = (values: Record<string, number>, labels: Record<string, string> = {}): GaugeValue[] =>
  Object.entries(values).map(([state, value]) => ({ labels: { ...labels, state }, value }));

/** Counts over all organizations, by an index that holds only the few undelivered rows. */
async function countOutbox(db: Database): Promise<{ state: string; count: number; oldestSeconds: number }[]> {
  const organizations = await db.selectFrom("organizations").select("id").execute();
  if (organizations.length === 0) return [];
  const ids = organizations.map(({ id }) => id);
  const { rows } = await withTenant(db, ids, (trx) =>
    sql<{ state: string; count: number; oldestSeconds: number }>`
      select wanted.state, count(outbox.id)::integer as count,
        coalesce(extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at < now())), 0)::float8
          as "oldestSeconds"
      from unnest(array['waiting', 'sending']) as wanted (state)
      left join outbox on outbox.state = wanted.state and outbox.state in ('waiting', 'sending')
      group by wanted.state
    `.execute(trx),
  );
  return rows;
}

function cachedForOneSecond<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  let at = -Infinity;
  return () => {
    if (last === null || performance.now() - at > 1_000) {
      last = read();
      at = performance.now();
    }
    return last;
  };
}
