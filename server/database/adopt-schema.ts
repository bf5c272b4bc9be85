import { sql } from "kysely";
import { StartError } from "../start-error.ts";
import type { Database, Transaction } from "./database.ts";
import { describeSchema } from "./describe-schema.ts";

/** The schema of 0.1.0: everything later is a migration of its own. */
export const baseline = "0001_baseline";
/** In the history of the project: the last migrations before the baseline. */
const lastCommitBefore = "c8543fdf19";

/**
 * A database that a version before 0.1.0 made has run other migrations, which came to the same schema: it goes on
 * from the baseline as if it had been made by it. `text` is the SQL of the baseline. Throws StartError, and changes
 * nothing, where the schema is another one.
 */
export async function adoptEarlierSchema(db: Database, text: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  if (rows.length === 0 || rows.some(({ name }) => name === baseline)) return;
  await db.transaction().execute(async (trx) => {
    const difference = findDifference(await describeSchema(trx), await describeNew(trx, text));
    if (difference !== null) {
      throw new StartError(
        `This database was made by a version of Sizana before 0.1.0, and 0.1.0 can't go on from its schema: ${difference}. Nothing was changed. Start commit ${lastCommitBefore}, the last one before 0.1.0, with this database once (its last migration is ${rows.at(-1)?.name}), then this version. If somebody changed the schema by hand, undo that first.`,
      );
    }
    await sql`delete from kysely_migration`.execute(trx);
    // Versions before 0.1.0 say that they are too old instead of running their migrations again.
    await sql`
      insert into kysely_migration (name, timestamp, oldest_code)
      values (${baseline}, ${new Date().toISOString()}, ${baseline})
    `.execute(trx);
  });
}

/** The same server describes both, each in a schema of its own: how it words things changes between versions. */
async function describeNew(trx: Transaction, text: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(trx);
  await sql`create schema sizana_baseline`.execute(trx);
  await sql`set local search_path = sizana_baseline`.execute(trx);
  await sql.raw(text).execute(trx);
  const lines = await describeSchema(trx);
  await sql`select set_config('search_path', ${rows[0]?.path}, true)`.execute(trx);
  await sql`set local client_min_messages = warning`.execute(trx);
  await sql`drop schema sizana_baseline cascade`.execute(trx);
  return lines;
}

/** The first thing that is missing or too many; null where the two are the same. */
export function findDifference(found: readonly string[], expected: readonly string[]): string | null {
  const missing = expected.find((line) => !found.includes(line));
  if (missing !== undefined) return `it lacks "${missing}"`;
  const unknown = found.find((line) => !expected.includes(line));
  return unknown === undefined ? null : `it has "${unknown}"`;
}
