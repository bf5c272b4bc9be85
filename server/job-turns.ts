import { sql } from "kysely";
import type { Transaction } from "./database/database.ts";

/**
 * The distance between an organization's jobs in the order of their queue. It is longer than a job usually takes, so
 * that a single job of one organization comes before all but the first of another's hundreds. Those still get their
 * turn, one per minute, however many jobs of others arrive later.
 */
const secondsApart = 60;

/** Priorities are negative seconds since this time, so that jobs from before there were turns go first. */
const epochMs = Date.UTC(2026, 0, 1);

/** Gives each job a priority so that organizations take turns. The highest priority runs first. */
export function createJobTurns() {
  /** The last turn by queue and organization, since the database does not show uncommitted jobs. */
  const last = new Map<string, number>();
  return {
    async next(trx: Transaction, queue: string, organizationId: string): Promise<number> {
      const now = -Math.floor((Date.now() - epochMs) / 1000);
      for (const [key, priority] of last) if (priority >= now) last.delete(key);
      const { rows } = await sql<{ last: number | null }>`
        select min(priority) as last from pgboss.job
        where name = ${queue} and group_id = ${organizationId} and state <= 'active'
      `.execute(trx);
      const key = `${queue} ${organizationId}`;
      const before = Math.min(rows[0]?.last ?? Infinity, last.get(key) ?? Infinity);
      const priority = Math.min(now, before - secondsApart);
      last.set(key, priority);
      return priority;
    },
  };
}

/** The index by which `next` finds an organization's last job. Run as the owner of the queue's schema. */
export const jobTurnsIndex = (schema: string): string =>
  `create index if not exists job_turns on ${schema}.job_common (name, group_id, priority) where state <= 'active'`;
