import { Kysely, PostgresDialect, sql, type Transaction as KyselyTransaction } from "kysely";
import pg from "pg";
import { PreparingClient } from "./preparing-client.ts";
import type { DB } from "./schema.ts";

export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

/** The role that requests and jobs run under: it owns no table, so row-level security binds it. */
export const appRole = "sizana_app";

const { types } = pg;
types.setTypeParser(types.builtins.INT8, Number);
// A calendar day has no time zone: keep YYYY-MM-DD as it is.
types.setTypeParser(types.builtins.DATE, (day) => day);

/** A pool of at most `max` connections under `role` (default: the bound application role). */
export function openDatabase(url: string, options: { max?: number; role?: string | null } = {}): Database {
  const role = options.role === undefined ? appRole : options.role;
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    ...(role === null ? {} : { options: `-c role=${role}` }),
  });
  // An idle connection that the server closes is replaced at the next query; without a listener it
  // would end the process.
  pool.on("error", () => undefined);
  // The same for one that a transaction holds; its query or the next one rejects.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Runs `work` in one transaction that sees the rows of the given organization(s) only. Several ids
 * are for looking up which organization of a principal an id belongs to.
 */
export async function withTenant<T>(
  db: Database,
  organizationId: string | readonly string[],
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const setting = typeof organizationId === "string" ? organizationId : organizationId.join(",");
  return db.connection().execute(async (connection) => {
    // In one message: a transaction of its own kind would take a round trip more, at every use.
    const begin = `begin; select set_config('app.organization_id', ${pg.escapeLiteral(setting)}, true)`;
    try {
      await sql.raw(begin).execute(connection);
      const result = await work(connection as Transaction);
      const { rows } = await sql<{ command: string }>`commit`.execute(connection);
      // How PostgreSQL ends a transaction in which a statement failed, whoever caught its error.
      if (rows[0]?.command === "ROLLBACK") throw new Error("the transaction was rolled back");
      return result;
    } catch (error) {
      // A connection that cannot even do this is lost, and the pool knows.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}
