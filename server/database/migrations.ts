import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import { minuteMs } from "../../contract/limits.ts";
import { StartError } from "../start-error.ts";
import { adoptEarlierSchema, baseline } from "./adopt-schema.ts";
import type { Database } from "./database.ts";

const ownFolder = fileURLToPath(new URL("./migrations/", import.meta.url));
const pauseMs = 2_000;
/** Finds running processes of Sizana by their connections for events and jobs. */
export const selectProcesses = `
  select from pg_stat_activity
  where datname = current_database() and application_name in ('sizana-events', 'sizana-jobs')
`;

/** Processes of an earlier version, which can't work with the schema after the migration, are still running. */
class OldProcessesRunningError extends Error {}

/** What a failed migration should wait for before it is retried; null if retrying is pointless. */
function reasonToWait(error: unknown): string | null {
  if (error instanceof OldProcessesRunningError)
    return "processes of an earlier version that are still running";
  // A lock timed out, or there was a deadlock.
  const isLocked = error instanceof pg.DatabaseError && ["55P03", "40P01"].includes(error.code ?? "");
  return isLocked ? "a table that is locked, for example by a backup or a long report" : null;
}

export interface MigrationOptions {
  /** Each SQL file in it is a migration, and so is each subfolder; they run in the order of their names. */
  folder?: string;
  /** Runs only these, to restore the backup of an earlier version. */
  only?: readonly string[];
  onWait?: (migration: string, reason: string) => void;
  maxWaitMs?: number;
}

/** The names of this version's migrations, in order. */
export async function listMigrations(folder = ownFolder): Promise<string[]> {
  return (await readdir(folder)).map((name) => path.basename(name, ".sql")).toSorted();
}

/**
 * The pending migrations, in order. A newer version may have run migrations that this one doesn't know, which is fine
 * as long as they only added to the schema. Throws StartError if one of them removed something that this version still
 * uses.
 */
export async function readMigrations(db: Database, folder = ownFolder) {
  const known = await listMigrations(folder);
  const executed = await readExecuted(db);
  for (const { name, oldest_code } of executed) {
    if (known.includes(name) || oldest_code === null || known.includes(oldest_code)) continue;
    throw new StartError(
      `The database has been migrated past this version of Sizana: since ${name} it needs one that knows ${oldest_code}. Start a newer version, or restore a backup from before.`,
    );
  }
  const names = new Set(executed.map(({ name }) => name));
  return known.filter((name) => !names.has(name));
}

/** Runs pending migrations, each in a transaction of its own. The caller must hold the lock on migrations. */
export async function runMigrations(db: Database, options: MigrationOptions): Promise<void> {
  // The table is named after the library that used to run the migrations.
  await sql`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)
  `.execute(db);
  await sql`alter table kysely_migration add column if not exists oldest_code varchar(255)`.execute(db);
  // That library's lock; ours is an advisory lock.
  await sql`drop table if exists kysely_migration_lock`.execute(db);
  const { folder = ownFolder } = options;
  await adoptEarlierSchema(db, await readText(folder, baseline));
  for (const name of await readMigrations(db, folder)) {
    if (options.only?.includes(name) === false) continue;
    const text = await readText(folder, name);
    await retryWhileLocked(name, options, () => runOne(db, name, text));
  }
}

/** The SQL of a migration; for a folder, all of its files in order. */
async function readText(folder: string, name: string): Promise<string> {
  const files = await readdir(path.join(folder, name)).catch(() => null);
  if (files === null) return readFile(path.join(folder, `${name}.sql`), "utf8");
  const texts = await Promise.all(
    files.toSorted().map((file) => readFile(path.join(folder, name, file), "utf8")),
  );
  return texts.join("\n");
}

/** Retries instead of waiting for a lock, because a waiting migration blocks every query behind it. */
export async function retryWhileLocked(
  name: string,
  { onWait, maxWaitMs = 600_000 }: MigrationOptions,
  run: () => Promise<void>,
): Promise<void> {
  const giveUpAt = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const reason = reasonToWait(error);
      if (reason === null) throw error;
      if (performance.now() > giveUpAt) {
        throw new StartError(
          `The migration ${name} has waited ${Math.round(maxWaitMs / minuteMs)} minutes for ${reason}. Start again when that has ended.`,
        );
      }
      onWait?.(name, reason);
      await delay(pauseMs * (0.5 + Math.random()));
    }
  }
}

async function runOne(db: Database, name: string, text: string): Promise<void> {
  // The migration that code must know to work with the schema afterwards; absent if the migration only adds.
  const oldestCode = /^-- oldest code: (\S+)$/m.exec(text)?.[1] ?? null;
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '1s'`.execute(trx);
    // No earlier version works afterwards, so none may be running.
    if (oldestCode === name && (await sql.raw(selectProcesses).execute(trx)).rows.length > 0)
      throw new OldProcessesRunningError();
    await sql.raw(text).execute(trx);
    await sql`
      insert into kysely_migration (name, timestamp, oldest_code)
      values (${name}, ${new Date().toISOString()}, ${oldestCode})
    `.execute(trx);
  });
}

/** Empty before the first start. Read as JSON, because tables of earlier versions lack the column `oldest_code`. */
async function readExecuted(db: Database): Promise<{ name: string; oldest_code: string | null }[]> {
  const table = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (table.rows.length === 0) return [];
  const { rows } = await sql<{ name: string; oldest_code: string | null }>`
    select name, to_jsonb(kysely_migration) ->> 'oldest_code' as oldest_code from kysely_migration order by name
  `.execute(db);
  return rows;
}
