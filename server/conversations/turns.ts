import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import { tooManyRequests } from "../errors.ts";

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
const maxQueueLength = 10;

const queues = new Map<string, { length: number; tail: Promise<unknown> }>();

/** What a session says of itself to whoever takes its lease. */
export interface Lease {
  /** A person has it: the assistant is silent. */
  isHandedOff: boolean;
}

export interface Turn<Begun, Result> {
  /** Runs what this turn has to wait for before it can begin; absent: it is waited for as it is. */
  whileWaiting?: (<T>(wait: () => Promise<T>) => Promise<T>) | undefined;
  /** Makes a new session under this turn's lease (`leaseEnd`); in the same transaction as `begin`. */
  open?: ((trx: Transaction) => Promise<void>) | undefined;
  /** Runs in the transaction that takes the session's lease, right after it. */
  begin: (trx: Transaction, lease: Lease) => Promise<Begun>;
  /** Its transaction that ends the turn calls `release`, which saves a transaction; without, it is done after. */
  work: (begun: Begun, release: (trx: Transaction) => Promise<void>) => Promise<Result>;
}

/**
 * Runs a turn when the session is free, so that questions and answers stand in order: first come, first
 * served within this process; between processes whoever takes the session's lease. No connection
 * is held while waiting. Throws too_many_requests.
 */
export async function inTurn<Begun, Result>(
  db: Database,
  key: SessionKey,
  turn: Turn<Begun, Result>,
): Promise<Result> {
  const queue = queues.get(key.sessionId) ?? { length: 0, tail: Promise.resolve() };
  if (queue.length >= maxQueueLength) throw tooManyRequests(5);
  queue.length += 1;
  queues.set(key.sessionId, queue);
  const { tail, length } = queue;
  const turnCame = length === 1 || turn.whileWaiting === undefined ? tail : turn.whileWaiting(() => tail);
  const done = turnCame.then(() => underLease(db, key, turn));
  queue.tail = done
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(key.sessionId);
    });
  return done;
}

async function underLease<Begun, Result>(
  db: Database,
  key: SessionKey,
  { work, ...beginning }: Turn<Begun, Result>,
): Promise<Result> {
  const begun = await takeLease(db, key, beginning);
  let released = false;
  try {
    return await keepLease(db, key, (stopKeeping) =>
      work(begun, async (trx) => {
        stopKeeping();
        await endLease(trx, key);
        released = true;
      }),
    );
  } catch (error) {
    // With its transaction the release was undone.
    released = false;
    throw error;
  } finally {
    // A lease that cannot be given back runs out by itself.
    if (!released) await giveBack(db, key).catch(() => undefined);
  }
}

/** Renews the lease that this process has taken for as long as `work` runs or until it says to stop. */
export async function keepLease<Result>(
  db: Database,
  key: SessionKey,
  work: (stopKeeping: () => void) => Promise<Result>,
): Promise<Result> {
  const renewal = setInterval(() => void renewLease(db, key).catch(() => undefined), renewalMs);
  const stopKeeping = (): void => clearInterval(renewal);
  return work(stopKeeping).finally(stopKeeping);
}

/** When a lease that is taken now runs out. */
export const leaseEnd = sql<Date>`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;

async function takeLease<Begun>(
  db: Database,
  key: SessionKey,
  { open, begin, whileWaiting = (wait) => wait() }: Omit<Turn<Begun, unknown>, "work">,
): Promise<Begun> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const taken = await withTenant(db, key.organizationId, async (trx) => {
      if (open === undefined) {
        const lease = await tryLease(trx, key);
        return lease === null ? null : { begun: await begin(trx, lease) };
      }
      await open(trx);
      return { begun: await begin(trx, { isHandedOff: false }) };
    });
    if (taken !== null) return taken.begun;
    if (Date.now() > deadline) throw tooManyRequests(5);
    await whileWaiting(() => delay(pollMs));
  }
}

/** Takes the session's lease with `trx`; null while another has it. */
export async function tryLease(
  trx: Transaction,
  { organizationId, sessionId }: SessionKey,
): Promise<Lease | null> {
  const taken = await trx
    .updateTable("chat_sessions")
    .set({ busy_until: leaseEnd })
    .where("organization_id", "=", organizationId)
    .where("id", "=", sessionId)
    .where((where) =>
      where.or([where("busy_until", "is", null), where("busy_until", "<", sql<Date>`clock_timestamp()`)]),
    )
    .returning("handed_off_at")
    .executeTakeFirst();
  return taken === undefined ? null : { isHandedOff: taken.handed_off_at !== null };
}

/** Not of one that was just given back: a renewal may still be under way then. */
async function renewLease(db: Database, { organizationId, sessionId }: SessionKey): Promise<void> {
  await withTenant(db, organizationId, (trx) =>
    trx
      .updateTable("chat_sessions")
      .set({ busy_until: leaseEnd })
      .where("organization_id", "=", organizationId)
      .where("id", "=", sessionId)
      .where("busy_until", "is not", null)
      .execute(),
  );
}

async function giveBack(db: Database, key: SessionKey): Promise<void> {
  await withTenant(db, key.organizationId, (trx) => endLease(trx, key));
}

/** Gives the lease back with `trx`. */
export async function endLease(trx: Transaction, { organizationId, sessionId }: SessionKey): Promise<void> {
  await trx
    .updateTable("chat_sessions")
    .set({ busy_until: null })
    .where("organization_id", "=", organizationId)
    .where("id", "=", sessionId)
    .execute();
}
