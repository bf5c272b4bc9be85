import { sql } from "kysely";
import { migrateJobs } from "../jobs.ts";
import { StartError } from "../start-error.ts";
import { letOwnerReadForBackup } from "./backup-policy.ts";
import { appRole, openDatabase, type Database } from "./database.ts";
import { readMigrations, runMigrations, type MigrationOptions } from "./migrations.ts";
import { useVectorExtension } from "./vector-extension.ts";

/**
 * Brings the database and its job queue to the newest schema. Safe when several processes start at once. The role of
 * `url` must own the schema, and either may create roles or has been granted the application's role. Throws StartError
 * when the schema is too new for this version, or a table stays locked.
 */
export async function migrate(url: string, options: MigrationOptions = {}): Promise<void> {
  await using db = openDatabase(url, { max: 2, role: null });
  await db.connection().execute(async (lock) => {
    // One process at a time; the lock is released with this connection, however the process ends.
    await sql`select pg_advisory_lock(hashtext('sizana migrate'))`.execute(lock);
    await createAppRole(db);
    await runMigrations(db, options);
    await letOwnerReadForBackup(db, options);
    await useVectorExtension(db);
    await grantToAppRole(db, await migrateJobs(url));
    await sql`select pg_advisory_unlock(hashtext('sizana migrate'))`.execute(lock);
  });
}

/** For a start without migrations: throws StartError unless this version can work with the schema. */
export async function requireMigrated(url: string): Promise<void> {
  await using db = openDatabase(url, { max: 1, role: null });
  const [missing] = await readMigrations(db);
  if (missing === undefined) return;
  throw new StartError(
    `The schema of the database is older than this version needs: ${missing} has not been run. Run npm run migrate first, or start with MIGRATE=yes.`,
  );
}

/**
 * Roles belong to the whole cluster, so the migration of another database may create the same role simultaneously.
 * Since PostgreSQL 16, the creator of a role may administer it, but needs a grant to act as it.
 */
async function createAppRole(db: Database): Promise<void> {
  await sql
    .raw(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${appRole}') then
        create role ${appRole} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$;
    do $$
    declare
      privilege text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    begin
      if not pg_has_role(current_user, '${appRole}', privilege) then
        execute format('grant ${appRole} to %I', current_user);
      end if;
    end $$;
  `)
    .execute(db);
}

async function grantToAppRole(db: Database, jobsSchema: string): Promise<void> {
  await sql
    .raw(`
    grant usage on schema public, ${jobsSchema} to ${appRole};
    grant select, insert, update, delete on all tables in schema public to ${appRole};
    grant usage on all sequences in schema public to ${appRole};
    revoke all on kysely_migration, installation_marks from ${appRole};
    grant select, insert, delete on all tables in schema ${jobsSchema} to ${appRole};
    grant execute on all functions in schema ${jobsSchema} to ${appRole};
  `)
    .execute(db);
}
