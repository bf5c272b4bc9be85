import { sql } from "kysely";
import { deleteOldAttempts } from "./auth/attempt-limits.ts";
import { deleteExpiredInvitations } from "./auth/invitations.ts";
import { deleteEndedOrganizations } from "./auth/end-organization.ts";
import type { Context } from "./context.ts";
import { deleteInactive } from "./conversations/erase.ts";
import { forAllTenants, type Database } from "./database/database.ts";
import { describeError } from "./errors.ts";
import { deleteOrphanedFiles } from "./ingestion/upload/orphaned-files.ts";
import { repeat } from "./repeat.ts";

/** Deletes expired rows and orphaned files every ten minutes. Several processes may do so at once. */
export function startHousekeeping(context: Context): void {
  const run = (): void => void runHousekeeping(context);
  repeat(run, { firstRunMs: 30_000, intervalMs: 600_000, until: context.closed });
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

/** Meta repeats a delivery for up to seven days; dead letters quote customers, so they are deleted as well. */
const eventRetentionDays = 14;
const deadLetterRetentionDays = 30;

/** Deletes old WhatsApp events, statuses and dead letters, also of numbers that are no longer connected. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await forAllTenants(db, (trx, organizationIds) =>
    sql`
      with old_parts as (
        delete from whatsapp_dead_letters
        where organization_id = any(${organizationIds})
          and created_at < now() - make_interval(days => ${deadLetterRetentionDays})
      ), old_statuses as (
        delete from whatsapp_statuses
        where organization_id = any(${organizationIds})
          and received_at < now() - make_interval(days => ${eventRetentionDays})
      )
      delete from whatsapp_events event
      where organization_id = any(${organizationIds})
        and processed_at < now() - make_interval(days => ${eventRetentionDays})
        and not exists (
          select from whatsapp_dead_letters part
          where part.organization_id = event.organization_id and part.event_id = event.id
        )`.execute(trx),
  );
}

async function deleteExpiredTokens(db: Database): Promise<void> {
  for (const table of ["sessions", "password_resets", "pending_sign_ups", "email_verifications"] as const)
    await db.deleteFrom(table).where("expires_at", "<", new Date()).execute();
}
