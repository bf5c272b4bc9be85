import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inject } from "vitest";
import { openDatabase, type Database, type Transaction } from "../server/database/database.ts";
import { administer, databaseUrl } from "./database-server.ts";

export interface TestDatabase {
  url: string;
  /** Under the role of the application, so row-level security applies. */
  db: Database;
  drop(): Promise<void>;
}

/** A migrated, empty database for one test file. Call `drop` in afterAll. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const templateUrl = inject("templateUrl");
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const serverUrl = inject("serverUrl");
  // Copying files instead of logging each page takes a quarter of the CPU time.
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(templateUrl, name);
  const db = openDatabase(url, { max: 5 });
  return {
    url,
    db,
    async drop() {
      await db.destroy();
      await administer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The number of statements in this database that wait for a lock. */
export async function countWaiting(trx: Transaction): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_locks where not granted and pid in (
      select pid from pg_locks join pg_database on oid = database where datname = current_database()
    )
  `.execute(trx);
  return rows.length;
}
