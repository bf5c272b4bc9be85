import { begin, commit, rollback, type Database, type Transaction } from "./database.ts";

/**
 * Work for one organization that may have to wait for something outside the database, such as a language model. It is
 * one transaction until the first wait: `outside` commits it, and the next `run` begins another.
 */
export interface UnitOfWork {
  /** Runs in the open transaction, or begins one. */
  run<T>(step: (trx: Transaction) => Promise<T>): Promise<T>;
  /** Commits, then waits without holding a connection or a lock. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
  /** This unit changes nothing that answers are read from, so it may share such reads with simultaneous units. */
  sharesReads?: boolean | undefined;
}

/**
 * Commits the open transaction when `task` is done, and rolls it back if `task` throws. `aroundWait` wraps every wait,
 * so that a caller that occupies a slot can free it meanwhile.
 */
export async function inUnitOfWork<T>(
  db: Database,
  organizationId: string,
  task: (work: UnitOfWork) => Promise<T>,
  aroundWait: UnitOfWork["outside"] = (wait) => wait(),
): Promise<T> {
  let held = null as HeldConnection | null;
  const run: UnitOfWork["run"] = async (step) => {
    if (held === null) {
      held = await holdConnection(db);
      await begin(held.connection, organizationId);
    }
    return step(held.connection as Transaction);
  };
  const end = async (): Promise<void> => {
    if (held === null) return;
    await commit(held.connection as Transaction);
    held.release();
    held = null;
  };
  const outside: UnitOfWork["outside"] = async (wait) => {
    await end();
    return aroundWait(wait);
  };
  try {
    const result = await task({ run, outside, sharesReads: true });
    await end();
    return result;
  } catch (error) {
    if (held !== null) {
      await rollback(held.connection);
      held.release();
    }
    throw error;
  }
}

/**
 * A unit of work in a transaction of the caller, which stays open: its `outside` rejects, unless the transaction
 * `mayWait` for something outside the database.
 */
export function workOfTransaction(trx: Transaction, { mayWait = false } = {}): UnitOfWork {
  return {
    run: (step) => step(trx),
    outside(wait) {
      if (mayWait) return wait();
      return Promise.reject(new Error("nothing outside may be waited for within a transaction"));
    },
  };
}

interface HeldConnection {
  connection: Database;
  /** Returns the connection to the pool. */
  release: () => void;
}

function holdConnection(db: Database): Promise<HeldConnection> {
  return new Promise((resolve, reject) => {
    const hold = (connection: Database) => new Promise<void>((release) => resolve({ connection, release }));
    db.connection().execute(hold).catch(reject);
  });
}
