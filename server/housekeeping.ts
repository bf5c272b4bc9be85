import { deleteOldAttempts } from "./auth/attempts.ts";
import { deleteExpiredInvitations } from "./auth/invitations.ts";
import { deleteExpiredResets } from "./auth/password-resets.ts";
import { deleteExpiredSessions } from "./auth/sessions.ts";
import { deleteExpiredSignUps } from "./auth/pending-sign-ups.ts";
import type { Context } from "./context.ts";
import { describeError } from "./errors.ts";
import { deleteOrphanedFiles } from "./ingestion/upload/orphaned-files.ts";

const firstRunMs = 30_000;
const intervalMs = 600_000;

/** Deletes expired rows and orphaned files every ten minutes. Several processes may do so at once. */
export function startHousekeeping(context: Context): void {
  const run = (): void => void runHousekeeping(context);
  setTimeout(run, firstRunMs).unref();
  setInterval(run, intervalMs).unref();
}

/** Runs every task once. A task that fails is logged, and tried again in the next run. */
export async function runHousekeeping({
  db,
  storage,
  log,
}: Pick<Context, "db" | "storage" | "log">): Promise<void> {
  const tasks = {
    sessions: () => deleteExpiredSessions(db),
    attempts: () => deleteOldAttempts(db),
    resets: () => deleteExpiredResets(db),
    signUps: () => deleteExpiredSignUps(db),
    invitations: () => deleteExpiredInvitations(db),
    files: () => deleteOrphanedFiles(db, storage),
  };
  for (const [task, run] of Object.entries(tasks)) {
    try {
      await run();
    } catch (error) {
      log.warn({ err: describeError(error), task }, "housekeeping failed");
    }
  }
}
