import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "./context.ts";
import type { Database } from "./database/database.ts";
import { countRows, deleteRows } from "./database/rows.ts";
import { describeError } from "./errors.ts";

const pollMs = 2_000;

/** Whether email and WhatsApp messages are held since a restore. */
export async function isOutgoingHeld(db: Database): Promise<boolean> {
  return (await countRows(db, "outgoing_hold", {})) > 0;
}

/** Releases held messages. Returns whether any were held. */
export const releaseOutgoing = (db: Database): Promise<boolean> => deleteRows(db, "outgoing_hold", {});

/** Resolves with true once nothing is held, or with false when the process stops before. */
export async function whenReleased({ db, stopping, log }: Pick<Context, "db" | "stopping" | "log">) {
  while (!stopping.aborted) {
    try {
      if (!(await isOutgoingHeld(db))) return true;
    } catch (error) {
      log.debug({ err: describeError(error) }, "could not look whether messages are held");
    }
    await delay(pollMs, undefined, { ref: false, signal: stopping }).catch(() => undefined);
  }
  return false;
}
