import { deleteOldAttempts } from "./auth/attempts.ts";
import { deleteExpiredInvitations } from "./auth/invitations.ts";
import { deleteEndedOrganizations } from "./auth/end-organization.ts";
import type { Context } from "./context.ts";
import { deleteOldEvents } from "./conversations/delete-old-events.ts";
import { deleteInactive } from "./conversations/erase.ts";
import type { Database } from "./database/database.ts";
import { describeError } from "./errors.ts";
import { deleteOrphanedFiles } from "./ingestion/upload/orphaned-files.ts";
import { repeat } from "./repeat.ts";

const firstRunMs = 30_000;
const intervalMs = 600_000;

/** Deletes expired rows and orphaned files every ten minutes. Several processes may do so at once. */
export function startHousekeeping(context: Context): void {
  repeat(() => void runHousekeeping(context), { firstRunMs, intervalMs, until: context.closed });
}

/** Runs every task once. A task that fails is logged, and tried again in the next run. */
export async function runHousekeeping({ db, storage, log }: Pick<Context, "db" | "storage" | "log">) {
  // The files of what is deleted are deleted last.
  const tasks = {
    tokens: () => deleteExpiredTokens(db),
    attempts: () => deleteOldAttempts(db),
    invitations: () => deleteExpiredInvitations(db),
    events: () => deleteOldEvents(db),
    retention: () => deleteInactive({ db, log }),
    organizations: () => deleteEndedOrganizations(db),
    files: () => deleteOrphanedFiles({ db, storage, log }),
  };
  for (const [task, run] of Object.entries(tasks)) {
    try {
      await run();
    } catch (error) {
      log.warn({ err: describeError(error), task }, "housekeeping failed");
    }
  }
}

async function deleteExpiredTokens(db: Database): Promise<void> {
  for (const table of ["sessions", "password_resets", "pending_sign_ups", "email_verifications"] as const)
    await db.deleteFrom(table).where("expires_at", "<", new Date()).execute();
}
