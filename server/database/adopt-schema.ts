import { sql } from "kysely";
import { StartError } from "../start-error.ts";
import type { Database, Transaction } from "./database.ts";
import { describeSchema } from "./describe-schema.ts";

/** The schema of 0.1.0; later changes are migrations of their own. */
export const baseline = "0001_baseline";
/** The last commit before the baseline replaced the earlier migrations. */
const lastCommitBefore = "c8543fdf19";

/**
 * A database of a version before 0.1.0 has run other migrations that led to the same schema: records the baseline as
 * run instead of them. `text` is the SQL of the baseline. Throws StartError, and changes nothing, if the schema
 * differs.
 */
export async function adoptEarlierSchema(db: Database, text: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  if (rows.length === 0 || rows.some(({ name }) => name === baseline)) return;
  await db.transaction().execute(async (trx) => {
    const difference = findDifference(await describeSchema(trx), await describeNew(trx, text));
    if (difference !== null) {
      throw new StartError(
        `This database was made by a version of Sizana before 0.1.0, and 0.1.0 can't go on from its schema: ${difference}. Nothing was changed. Start commit ${lastCommitBefore}, the last one before 0.1.0, with this database once (its last migration is ${rows.at(-1)?.name}), then this version. If someone changed the schema by hand, undo that first.`,
      );
    }
    await sql`delete from kysely_migration`.execute(trx);
    // This makes versions before 0.1.0 refuse to start instead of running their migrations again.
    await sql`
      insert into kysely_migration (name, timestamp, oldest_code)
      values (${baseline}, ${new Date().toISOString()}, ${baseline})
    `.execute(trx);
  });
}

/** Both schemas are described by the same server, because the wording differs between versions of PostgreSQL. */
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

/** The first thing that is missing or superfluous; null if there is none. */
function findDifference(found: readonly string[], expected: readonly string[]): string | null {
  const missing = expected.find((line) => !found.includes(line));
  if (missing !== undefined) return `it lacks "${missing}"`;
  const unknown = found.find((line) => !expected.includes(line));
  return unknown === undefined ? null : `it has "${unknown}"`;
}
