import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import { inUnitOfWork, type UnitOfWork } from "../database/unit-of-work.ts";
import { tooManyRequests } from "../errors.ts";
import { lockStanding, type Standing } from "./locks.ts";
import type { SessionKey } from "./messages.ts";

/**
 * One turn of a conversation: nobody else answers in it meanwhile. While a transaction is open its locks see to
 * that, and a lease does while something outside is waited for.
 */
export interface Turn extends UnitOfWork {
  /** Who has the conversation, as the transaction that is open found it. */
  standing(): Pick<Standing, "isHandedOff" | "ownerUserId">;
  /** Whether something of it stays, whatever becomes of the rest. */
  hasCommitted(): boolean;
}

export interface TurnOptions {
  /** Runs what is waited for, such as without the place that the question has among others. */
  outside: UnitOfWork["outside"];
}

/** How long the session of a process that died stays closed; a living one renews its lease. */
const leaseMs = 15_000;
const renewalMs = 5_000;
const maxWaitMs = 30_000;
const pollMs = 50;
/** Questions of one session that wait in this process; more of them are no conversation. */
const maxQueueLength = 10;

const queues = new Map<string, { length: number; tail: Promise<unknown> }>();

/**
 * Runs a turn when the session is free, so that questions and answers stand in order: first come, first
 * served within this process; between processes whoever locks the session first. No connection
 * is held while waiting for a lease. Throws too_many_requests.
 */
export async function inTurn<Result>(
  db: Database,
  key: SessionKey,
  options: TurnOptions,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(key.sessionId) ?? { length: 0, tail: Promise.resolve() };
  if (queue.length >= maxQueueLength) throw tooManyRequests(5);
  queue.length += 1;
  queues.set(key.sessionId, queue);
  const { tail, length } = queue;
  const turnCame = length === 1 ? tail : options.outside(() => tail);
  const done = turnCame.then(() => whenFree(db, key, options, work));
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

async function whenFree<Result>(
  db: Database,
  key: SessionKey,
  options: TurnOptions,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const turn = await tryTurn(db, key, options, work);
    if (turn.state === "done") return turn.result;
    if (Date.now() > deadline) throw tooManyRequests(5);
    await options.outside(() => delay(pollMs));
  }
}

/** `busy`: another has the session; `gone`: there is none. Nothing was done then. */
export type TriedTurn<Result> = { state: "done"; result: Result } | { state: "busy" } | { state: "gone" };

/** Runs a turn if the session is free now. */
export async function tryTurn<Result>(
  db: Database,
  key: SessionKey,
  options: TurnOptions,
  work: (turn: Turn) => Promise<Result>,
): Promise<TriedTurn<Result>> {
  return withLease(db, key, options, async (unit, lease): Promise<TriedTurn<Result>> => {
    const first = await unit.run((trx) => lockStanding(trx, key));
    if (first === null || first.isBusy) return first === null ? { state: "gone" } : { state: "busy" };
    const turn = leasedTurn(db, key, { unit, lease, first });
    return { state: "done", result: await work(turn) };
  });
}

export interface FirstTurnOptions extends TurnOptions {
  /** Makes the session and all that is to stay, before anything is waited for. */
  open: (trx: Transaction) => Promise<void>;
}

/** Runs the turn that opens a session: nobody can know it yet, so there is nothing to lock. */
export async function inFirstTurn<Result>(
  db: Database,
  key: SessionKey,
  options: FirstTurnOptions,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const first = { isHandedOff: false, ownerUserId: null };
  return withLease(db, key, options, (unit, lease) =>
    work(leasedTurn(db, key, { unit, lease, first, open: options.open })),
  );
}

interface Lease {
  isHeld: boolean;
}

/** Gives the lease back with the last transaction, or after the work has failed and been undone. */
async function withLease<Result>(
  db: Database,
  key: SessionKey,
  { outside }: TurnOptions,
  work: (unit: UnitOfWork, lease: Lease) => Promise<Result>,
): Promise<Result> {
  const lease: Lease = { isHeld: false };
  const endingIt = async (unit: UnitOfWork): Promise<Result> => {
    const result = await work(unit, lease);
    if (lease.isHeld) await unit.run((trx) => setLease(trx, key, null));
    return result;
  };
  try {
    return await inUnitOfWork(db, key.organizationId, endingIt, outside);
  } catch (error) {
    // A lease that cannot be given back runs out by itself.
    if (lease.isHeld) await giveBack(db, key).catch(() => undefined);
    throw error;
  }
}

interface TurnParts {
  unit: UnitOfWork;
  lease: Lease;
  first: ReturnType<Turn["standing"]>;
  open?: FirstTurnOptions["open"] | undefined;
}

/** Takes the lease before the first transaction ends, and locks again in every later one. */
function leasedTurn(db: Database, key: SessionKey, { unit, lease, first, open }: TurnParts): Turn {
  let standing = first;
  let isLocked = true;
  return {
    standing: () => standing,
    hasCommitted: () => lease.isHeld,
    async run(step) {
      if (!isLocked) standing = (await unit.run((trx) => lockStanding(trx, key))) ?? standing;
      isLocked = true;
      return unit.run(step);
    },
    async outside(wait) {
      if (!lease.isHeld) {
        await unit.run(async (trx) => {
          await open?.(trx);
          await setLease(trx, key, leaseEnd);
        });
      }
      lease.isHeld = true;
      isLocked = false;
      const renewal = setInterval(() => void renew(db, key).catch(() => undefined), renewalMs);
      return unit.outside(wait).finally(() => clearInterval(renewal));
    },
  };
}

/** When a lease that is taken now runs out. */
const leaseEnd = sql<Date>`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;

async function setLease(
  trx: Transaction,
  { organizationId, sessionId }: SessionKey,
  until: typeof leaseEnd | null,
): Promise<void> {
  await trx
    .updateTable("chat_sessions")
    .set({ busy_until: until })
    .where("organization_id", "=", organizationId)
    .where("id", "=", sessionId)
    .execute();
}

/** Not of one that was just given back: a renewal may still be under way then. */
async function renew(db: Database, { organizationId, sessionId }: SessionKey): Promise<void> {
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
  await withTenant(db, key.organizationId, (trx) => setLease(trx, key, null));
}
