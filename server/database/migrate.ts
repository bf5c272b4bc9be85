import { readdir, readFile } from "node:fs/promises";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration, type MigrationProvider } from "kysely/migration";
import { appRole, openDatabase } from "./database.ts";

const folder = new URL("./migrations/", import.meta.url);

/** Plain SQL files, run in the order of their names. */
class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
    return Object.fromEntries(
      names.map((name) => [
        name.slice(0, -".sql".length),
        {
          up: async (db: Kysely<unknown>) => {
            await sql.raw(await readFile(new URL(name, folder), "utf8")).execute(db);
          },
        },
      ]),
    );
  }
}

/** Brings the database to the newest schema. Safe when several processes start at once. */
export async function migrate(url: string): Promise<void> {
  const db = openDatabase(url, { max: 2, role: null });
  try {
    await createAppRole(db);
    const { error } = await new Migrator({ db, provider: new SqlFiles() }).migrateToLatest();
    if (error) throw error;
    await grantToAppRole(db);
  } finally {
    await db.destroy();
  }
}

/** Roles belong to the whole cluster, so another database of it may just be creating the same one. */
async function createAppRole(db: Kysely<unknown> | ReturnType<typeof openDatabase>): Promise<void> {
  await sql
    .raw(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${appRole}') then
        create role ${appRole} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$;
    do $$ begin
      if not pg_has_role(current_user, '${appRole}', 'member') then
        execute format('grant ${appRole} to %I', current_user);
      end if;
    end $$;
  `)
    .execute(db as Kysely<unknown>);
}

async function grantToAppRole(db: ReturnType<typeof openDatabase>): Promise<void> {
  await sql
    .raw(`
    grant usage on schema public to ${appRole};
    grant select, insert, update, delete on all tables in schema public to ${appRole};
    grant usage on all sequences in schema public to ${appRole};
    revoke all on kysely_migration, kysely_migration_lock from ${appRole};
  `)
    .execute(db);
}
