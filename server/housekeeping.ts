import { deleteOldAttempts } from "./auth/attempts.ts";
import { deleteExpiredInvitations } from "./auth/invitations.ts";
import { deleteExpiredResets } from "./auth/password-resets.ts";
import { deleteExpiredSessions } from "./auth/sessions.ts";
import { deleteExpiredSignUps } from "./auth/pending-sign-ups.ts";
import type { Context } from "./context.ts";
import { describeError } from "./errors.ts";
import { deleteDueFiles } from "./ingestion/upload/stray-files.ts";

const firstRunMs = 30_000;
const intervalMs = 600_000;

/** Clears away what nobody needs any more, now and then. Any number of processes may. */
export function startHousekeeping(context: Context): void {
  const run = (): void => void keepHouse(context);
  setTimeout(run, firstRunMs).unref();
  setInterval(run, intervalMs).unref();
}

/** One round. What fails is logged and left to the next one. */
export async function keepHouse({
  db,
  storage,
  log,
}: Pick<Context, "db" | "storage" | "log">): Promise<void> {
  const chores = {
    sessions: () => deleteExpiredSessions(db),
    attempts: () => deleteOldAttempts(db),
    resets: () => deleteExpiredResets(db),
    signUps: () => deleteExpiredSignUps(db),
    invitations: () => deleteExpiredInvitations(db),
    files: () => deleteDueFiles(db, storage),
  };
  for (const [chore, run] of Object.entries(chores)) {
    try {
      await run();
    } catch (error) {
      log.warn({ err: describeError(error), chore }, "housekeeping failed");
    }
  }
}
