import { begin, commit, rollback, type Database, type Transaction } from "./database.ts";

/**
 * Work for one organization that may have to wait in between for something outside the database. It is one
 * transaction for as long as nothing is waited for: `outside` commits it, and what runs after begins another.
 */
export interface UnitOfWork {
  /** Runs in the open transaction; begins one where none is open. */
  run<T>(work: (trx: Transaction) => Promise<T>): Promise<T>;
  /** Commits, and waits while neither a connection nor a lock is held. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

/**
 * Commits what is open when `work` is done; what it throws undoes what was not committed yet. `place` runs what is
 * waited for: whoever has a place in a line gives it to others meanwhile.
 */
export async function inUnitOfWork<T>(
  db: Database,
  organizationId: string,
  work: (unit: UnitOfWork) => Promise<T>,
  place: UnitOfWork["outside"] = (wait) => wait(),
): Promise<T> {
  let held: HeldConnection | null = null;
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
    return place(wait);
  };
  try {
    const result = await work({ run, outside });
    await end();
    return result;
  } catch (error) {
    await undo(held);
    throw error;
  }
}

/** The work of a transaction that somebody else began: nothing may be waited for. */
export function within(trx: Transaction): UnitOfWork {
  return {
    run: (work) => work(trx),
    outside: () => Promise.reject(new Error("nothing outside may be waited for within a transaction")),
  };
}

interface HeldConnection {
  connection: Database;
  /** Gives it back to the pool. */
  release: () => void;
}

function holdConnection(db: Database): Promise<HeldConnection> {
  return new Promise((resolve, reject) => {
    const hold = (connection: Database) => new Promise<void>((release) => resolve({ connection, release }));
    db.connection().execute(hold).catch(reject);
  });
}

async function undo(held: HeldConnection | null): Promise<void> {
  if (held === null) return;
  await rollback(held.connection);
  held.release();
}
