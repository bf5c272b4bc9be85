import { sql } from "kysely";
import type { Transaction } from "./database/database.ts";

/** Tells when it is a job's turn among those of all organizations, as a priority: the higher, the earlier. */
export interface JobTurns {
  next(trx: Transaction, queue: string, organizationId: string): Promise<number>;
}

/**
 * An organization's jobs are this far apart in the order of their queue. Longer than a job usually takes, so
 * that an organization with one job comes before all but the first of another's hundreds; and yet those get
 * their turn too, one in this time, however many come later.
 */
const secondsApart = 60;

/** Priorities are seconds after this, below zero: what was put in before there were turns goes first. */
const epochMs = Date.UTC(2026, 0, 1);

export function createJobTurns(): JobTurns {
  /** By queue and organization: of transactions that have not committed, which the database does not show. */
  const last = new Map<string, number>();
  return {
    async next(trx, queue, organizationId) {
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

/** By which `next` finds an organization's last job, however many wait. As the owner of the queue's schema. */
export const jobTurnsIndex = (schema: string): string =>
  `create index if not exists job_turns on ${schema}.job_common (name, group_id, priority) where state <= 'active'`;
