import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { withTenant, type Database } from "../../database/database.ts";
import { tooManyRequests } from "../../errors.ts";

export interface SessionKey {
  organizationId: string;
  sessionId: string;
}

/** How long the session of a process that died stays closed; a living one renews its lease. */
const leaseMs = 15_000;
const renewalMs = 5_000;
const patienceMs = 30_000;
const pollMs = 50;
/** Questions of one session that wait in this process; more of them are no conversation. */
const longestQueue = 10;

const queues = new Map<string, { length: number; tail: Promise<unknown> }>();

/**
 * Runs `work` when the session is free, so that questions and answers stand in turn: first come, first
 * served within this process; between processes whoever takes the session's lease. No connection
 * is held while waiting. Throws too_many_requests.
 */
export async function inTurn<T>(db: Database, key: SessionKey, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(key.sessionId) ?? { length: 0, tail: Promise.resolve() };
  if (queue.length >= longestQueue) throw tooManyRequests(5);
  queue.length += 1;
  queues.set(key.sessionId, queue);
  const turn = queue.tail.then(() => underLease(db, key, work));
  const released = turn.then(
    (done) => done.release(),
    () => undefined,
  );
  queue.tail = released.finally(() => {
    queue.length -= 1;
    if (queue.length === 0) queues.delete(key.sessionId);
  });
  // Nobody waits for the release but the next question.
  return (await turn).result;
}

interface Done<T> {
  result: T;
  release: () => Promise<void>;
}

async function underLease<T>(db: Database, key: SessionKey, work: () => Promise<T>): Promise<Done<T>> {
  await takeLease(db, key);
  const renewal = setInterval(() => void setLease(db, key, leaseEnd).catch(() => undefined), renewalMs);
  // A lease that cannot be given back runs out by itself.
  const release = () => setLease(db, key, null).catch(() => undefined);
  try {
    return { result: await work(), release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

const leaseEnd = sql<Date>`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;

async function takeLease(db: Database, { organizationId, sessionId }: SessionKey): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const taken = await withTenant(db, organizationId, (trx) =>
      trx
        .updateTable("chat_sessions")
        .set({ busy_until: leaseEnd })
        .where("organization_id", "=", organizationId)
        .where("id", "=", sessionId)
        .where((where) =>
          where.or([where("busy_until", "is", null), where("busy_until", "<", sql<Date>`clock_timestamp()`)]),
        )
        .returning("id")
        .executeTakeFirst(),
    );
    if (taken !== undefined) return;
    if (Date.now() > deadline) throw tooManyRequests(5);
    await delay(pollMs);
  }
}

async function setLease(
  db: Database,
  { organizationId, sessionId }: SessionKey,
  busyUntil: typeof leaseEnd | null,
): Promise<void> {
  await withTenant(db, organizationId, (trx) =>
    trx
      .updateTable("chat_sessions")
      .set({ busy_until: busyUntil })
      .where("organization_id", "=", organizationId)
      .where("id", "=", sessionId)
      .execute(),
  );
}
