import { waitMs } from "./patience.ts";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** PostgreSQL's error codes while autovacuum is running in the database that is to be copied or dropped. */
const busy = new Set(["55006", "42501"]);

/**
 * Runs one statement over a connection of its own, outside of any transaction. Waits for autovacuum in a database,
 * because only a superuser may cancel it.
 */
export async function administer(url: string, statement: string): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      return await runOnce(url, statement);
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && busy.has(error.code ?? "");
      if (!isBusy || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
