import {
  Kysely,
  PostgresDialect,
  sql,
  type ExpressionBuilder,
  type FilterObject,
  type JoinBuilder,
  type StringReference,
  type Transaction as KyselyTransaction,
} from "kysely";
import pg from "pg";
import { inParts } from "../in-parts.ts";
import { PreparingClient } from "./preparing-client.ts";
import type { DB } from "./schema.ts";

export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

/** The role of requests and jobs. It owns no table, so row-level security applies to it. */
export const appRole = "sizana_app";

const { types } = pg;
types.setTypeParser(types.builtins.INT8, Number);
// A calendar day has no time zone: keep YYYY-MM-DD as it is.
types.setTypeParser(types.builtins.DATE, (day) => day);

/** A statement that hangs or waits for a lock ends in an error instead of holding a connection forever. */
const connectionLimits = [
  "statement_timeout = '60s'",
  "lock_timeout = '30s'",
  "idle_in_transaction_session_timeout = '120s'",
];

/**
 * How long to wait for a reply before a connection is given up: longer than any statement may take. If the machine or
 * the network fails silently, the operating system would wait for a quarter of an hour.
 */
export const replyTimeoutMs = 75_000;

/** Connections of a process, unless DATABASE_POOL is set. */
export const defaultPoolSize = 10;

interface PoolOptions {
  max?: number;
  /** How long a query waits for a connection, busy ones included. Default: 10 s. */
  waitMs?: number;
  /** null: the role of the URL, without timeouts; for migrations and maintenance. */
  role?: string | null;
  /** Default: `replyTimeoutMs`. Not used if `role` is null, since a migration's statements may take hours. */
  replyTimeoutMs?: number;
}

/** A pool of at most `max` connections under `role` (default: the application's role). */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  return databaseOn(openPool(url, options));
}

export function databaseOn(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** As `openDatabase`, but the plain pool, whose connections can be counted. */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const role = options.role === undefined ? appRole : options.role;
  // The pool waits for this promise.
  const bind = (client: pg.ClientBase): unknown => role && bindConnection(client as PreparingClient, role);
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: options.max ?? defaultPoolSize,
    connectionTimeoutMillis: options.waitMs ?? 10_000,
    application_name: "sizana",
    onConnect: bind,
    // On this timeout the client closes its connection, and the pool replaces it.
    ...(role === null ? {} : { query_timeout: options.replyTimeoutMs ?? replyTimeoutMs }),
  });
  // An idle connection that the server closes is replaced at the next query; without a listener it ends the process.
  pool.on("error", () => undefined);
  // The same for a connection in a transaction, whose next query rejects.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Runs `work` on a connection of its own, under the role of the URL. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Sets the role and timeouts of a new connection, and checks that row-level security applies to the role: it does not
 * apply to superusers and roles that may bypass it. Startup parameters are no alternative, because poolers drop them.
 * Behind a pooler, another connection may serve the next transaction, so each transaction begins with these settings.
 */
async function bindConnection(client: PreparingClient, role: string): Promise<void> {
  const settings = [`role = ${pg.escapeIdentifier(role)}`, ...connectionLimits];
  if (await isPooled(client)) client.beginEachWith(settings.map((each) => `set local ${each}`).join("; "));
  else await client.query(settings.map((each) => `set ${each}`).join("; "));
  const { rows } = await client.query<{ role: string; bypasses: boolean }>(
    `select current_user as role, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`,
  );
  if (rows[0]?.role !== role || rows[0].bypasses) {
    throw new Error(
      `row-level security would not apply: a connection has the role ${rows[0]?.role} instead of ${role}, or it may bypass it`,
    );
  }
}

/**
 * Makes PostgreSQL plan every statement of this transaction anew. For searches by ranges of words: a cached plan suits
 * the average organization, and would read all words of a large one.
 */
export async function replan(trx: Transaction): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
}

type Fits<Values, Filter> = Values extends Filter
  ? keyof Values extends keyof Filter
    ? unknown
    : never
  : never;

/**
 * The condition that all columns have these values: `.where(equals({ organization_id: organizationId, page }))`. A list
 * stands for any of its values, null for a column without one.
 */
export const equals =
  <Values extends object>(values: Values) =>
  <Tables, Name extends keyof Tables>(
    eb: ExpressionBuilder<Tables, Name> & Fits<Values, FilterObject<Tables, Name>>,
  ) =>
    eb.and(
      Object.entries(values).map(([column, value]) =>
        Array.isArray(value)
          ? eb(column as never, "in", value as never)
          : eb.and({ [column]: value } as never),
      ),
    );

/** An organization's id and the id of one of its rows: `Key<"ticketId">`. */
export type Key<Name extends string> = Record<"organizationId" | Name, string>;

/** The condition that selects one row of an organization: `.where(rowWithId(organizationId, ticketId))`. */
export const rowWithId = (organizationId: string, id: string) =>
  equals({ organization_id: organizationId, id });

/** Joins rows of the same organization: `.innerJoin("tickets as t", inTenant("t.id", "draft.ticket_id"))`. */
export const inTenant =
  <Column extends `${string}.${string}`>(one: Column, other: Column) =>
  <Tables, Name extends keyof Tables>(
    join: JoinBuilder<Tables, Name> & (Column extends StringReference<Tables, Name> ? unknown : never),
  ) => {
    const [own, others] = [one, other].map((column) => `${column.split(".")[0]}.organization_id`);
    return join.onRef(own as never, "=", others as never).onRef(one as never, "=", other as never);
  };

/** When the transaction began, by the clock of the database. */
export const now = sql<Date>`now()`;

/** Waits until no other transaction has locked this name, and locks it until `trx` ends. */
export async function lockName(trx: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Whether a statement failed because it violates this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** The id of the PostgreSQL process that serves a client. */
export async function serverProcess(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

/** Whether the client is connected to a pooler, which reports made-up process ids to its clients. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  return (await serverProcess(client)) !== (client as pg.ClientBase & { processID: number | null }).processID;
}

/**
 * Runs `work` in one transaction that sees only the rows of the given organization, or of several: for example to find
 * out which of a user's organizations an id belongs to.
 */
export async function withTenant<T>(
  db: Database,
  organizationId: string | readonly string[],
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    try {
      const trx = await begin(connection, organizationId);
      const result = await work(trx);
      await commit(trx);
      return result;
    } catch (error) {
      await rollback(connection);
      throw error;
    }
  });
}

/** Runs `work` for all organizations in groups, since row-level security never shows the rows of all at once. */
export async function forAllTenants(
  db: Database,
  work: (trx: Transaction, organizationIds: string[]) => Promise<unknown>,
): Promise<void> {
  const organizations = await db.selectFrom("organizations").select("id").orderBy("id").execute();
  for (const part of inParts(organizations, 100)) {
    const ids = part.map(({ id }) => id);
    await withTenant(db, ids, (trx) => work(trx, ids));
  }
}

/** Begins a transaction for the given organization(s). Nothing else may use the connection until it ends. */
export async function begin(connection: Database, organizationId: string | readonly string[]) {
  const setting = typeof organizationId === "string" ? organizationId : organizationId.join(",");
  // In one message, which saves a round trip per transaction.
  await sql.raw(`begin; set local app.organization_id = ${pg.escapeLiteral(setting)}`).execute(connection);
  return connection as Transaction;
}

export async function commit(trx: Transaction): Promise<void> {
  const { rows } = await sql<{ command: string }>`commit`.execute(trx);
  // PostgreSQL rolls back a transaction in which a statement failed, even if the error was caught.
  if (rows[0]?.command === "ROLLBACK") throw new Error("the transaction was rolled back");
}

/** Never rejects: if even this fails, the connection is lost, and the pool notices that itself. */
export async function rollback(connection: Database): Promise<void> {
  await sql`rollback`.execute(connection).catch(() => undefined);
}
