import { setTimeout as delay } from "node:timers/promises";
import type { Audience } from "../../contract/common.ts";
import type { Database, Transaction } from "../database/database.ts";
import { inUnitOfWork, type UnitOfWork } from "../database/unit-of-work.ts";
import { notFound, tooManyRequests } from "../errors.ts";
import { leaseOf, lockAndReadStatus, type ConversationStatus, type Lease } from "./locks.ts";
import type { ConversationKey } from "./messages.ts";

/** Lets a conversation answer one message at a time, whichever process answers. */
export type Turns = ReturnType<typeof openTurns>;

/**
 * One turn of a conversation, in which no one else can answer in it. An open transaction ensures that by locking the
 * conversation. While another server is called, no transaction is open and a lease ensures it.
 */
export interface Turn extends UnitOfWork {
  /** Who handles the conversation, as of the last time it was locked. */
  status(): ConversationStatus;
  /** Whether a transaction of this turn has committed. If the rest fails, its changes stay. */
  hasCommitted(): boolean;
}

type Task<Result> = (turn: Turn) => Promise<Result>;

export interface TurnOptions {
  /** Wraps every wait for something outside the database, for example to let other questions go first meanwhile. */
  outside: UnitOfWork["outside"];
  /** Saves what must survive a crash during a wait. Runs once, before the first wait. */
  beforeWait?: ((trx: Transaction) => Promise<unknown>) | undefined;
}

export interface TurnKey extends ConversationKey {
  /** Set if the turn creates the conversation: its audience. No one else can know its id yet, so nothing is locked. */
  opens?: Audience | undefined;
}

/** `busy`: another turn is running; `gone`: the conversation doesn't exist. In both cases nothing was done. */
export type TriedTurn<Result> = { state: "done"; result: Result } | { state: "busy" } | { state: "gone" };

const maxWaitMs = 30_000;
const pollMs = 50;
/** How many questions of one conversation may wait in this process: more than someone who reads the answers asks. */
const maxQueueLength = 10;

export function openTurns(db: Database) {
  const queues = new Map<string, { length: number; tail: Promise<unknown> }>();

  /** Runs a turn if the conversation is free now. */
  async function tryTurn<Result>(key: TurnKey, options: TurnOptions, task: Task<Result>) {
    const lease = leaseOf(db, key);
    const lock = (trx: Transaction) => lockAndReadStatus(trx, key);
    const answerAlone = async (work: UnitOfWork): Promise<TriedTurn<Result>> => {
      const first = key.opens === undefined ? await work.run(lock) : newConversation(key.opens);
      if (first === null) return { state: "gone" };
      if (first.isBusy) return { state: "busy" };
      const result = await task(leasedTurn(work, lease, { lock, first, beforeWait: options.beforeWait }));
      if (lease.isHeld()) await work.run((trx) => lease.end(trx));
      return { state: "done", result };
    };
    try {
      return await inUnitOfWork(db, key.organizationId, answerAlone, options.outside);
    } catch (error) {
      // If this fails as well, the lease expires by itself.
      if (lease.isHeld()) await lease.release().catch(() => undefined);
      throw error;
    }
  }

  async function whenFree<Result>(key: TurnKey, options: TurnOptions, task: Task<Result>): Promise<Result> {
    const deadline = Date.now() + maxWaitMs;
    for (;;) {
      const turn = await tryTurn(key, options, task);
      if (turn.state === "done") return turn.result;
      if (turn.state === "gone") throw notFound("conversation");
      if (Date.now() > deadline) throw tooManyRequests(5);
      await options.outside(() => delay(pollMs));
    }
  }

  return {
    tryTurn,
    /**
     * Runs a turn as soon as the conversation is free, so that each answer follows its question. Questions run in order of
     * arrival within this process, and in the order in which they lock the conversation among processes. No connection is
     * held while waiting for a lease. Throws too_many_requests, and not_found if the conversation doesn't exist.
     */
    async inTurn<Result>(key: TurnKey, options: TurnOptions, task: Task<Result>): Promise<Result> {
      const queue = queues.get(key.conversationId) ?? { length: 0, tail: Promise.resolve() };
      if (queue.length >= maxQueueLength) throw tooManyRequests(5);
      queue.length += 1;
      queues.set(key.conversationId, queue);
      const { tail, length } = queue;
      const previousTurnsDone = length === 1 ? tail : options.outside(() => tail);
      const done = previousTurnsDone.then(() => whenFree(key, options, task));
      queue.tail = Promise.allSettled([done]).then(() => {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(key.conversationId);
      });
      return done;
    },
  };
}

const newConversation = (audience: Audience): ConversationStatus => ({
  audience,
  isHandedOff: false,
  ownerUserId: null,
  mayHaveTicket: false,
  isBusy: false,
});

interface LeasedTurnOptions extends Pick<TurnOptions, "beforeWait"> {
  lock: (trx: Transaction) => Promise<ConversationStatus | null>;
  first: ConversationStatus;
}

/** Takes the lease before the first wait. After a wait, the next transaction locks the conversation again. */
function leasedTurn(work: UnitOfWork, lease: Lease, { lock, first, beforeWait }: LeasedTurnOptions): Turn {
  let status = first;
  let isLocked = true;
  return {
    status: () => status,
    hasCommitted: () => lease.isHeld(),
    sharesReads: work.sharesReads,
    async run(step) {
      if (!isLocked) {
        const locked = await work.run(lock);
        // It was deleted meanwhile.
        if (locked === null) throw notFound("conversation");
        status = locked;
      }
      isLocked = true;
      return work.run(step);
    },
    async outside(wait) {
      if (!lease.isHeld()) {
        await work.run(async (trx) => {
          await beforeWait?.(trx);
          await lease.take(trx);
        });
      }
      isLocked = false;
      return lease.renewDuring(() => work.outside(wait));
    },
  };
}
