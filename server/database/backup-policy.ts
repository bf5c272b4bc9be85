import { sql } from "kysely";
import type { Database } from "./database.ts";
import { retryWhileLocked, type MigrationOptions } from "./migrations.ts";

/** The setting that lets the owner's connection see the rows of all organizations. */
export const backupSetting = "app.backup";

/**
 * Row-level security applies to the owner too, so a backup would be empty. This policy lets the owner read every row
 * while `app.backup` is on; it does not apply to the application's role. Runs at each start, so that migrations need
 * not create the policy for new tables.
 */
export async function letOwnerReadForBackup(db: Database, options: MigrationOptions): Promise<void> {
  const tables = await tablesWithoutBackupPolicy(db);
  if (tables.length === 0) return;
  const policies = tables.map(
    (table) =>
      `create policy backup on ${table} for select to current_user
       using ((select current_setting('${backupSetting}', true)) = 'on')`,
  );
  await retryWhileLocked("the policies for backups", options, () =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '1s'`.execute(trx);
      await sql.raw(policies.join(";")).execute(trx);
    }),
  );
}

/** Tables whose rows would be missing in the owner's backup. */
export async function tablesWithoutBackupPolicy(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'backup')
    order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}
