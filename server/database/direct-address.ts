import pg from "pg";
import type { Config } from "../config.ts";
import { StartError } from "../start-error.ts";
import { isPooled, serverProcess } from "./database.ts";

/** Connections that a process needs at the direct address for events and jobs; migrations need fewer. */
const ownConnections = 6;
const timeoutMs = 5_000;

/**
 * The address for events, jobs and migrations, which need a session of their own. `url` is the address of the database.
 * Throws StartError if a pooler there shares connections between clients, or has too few left for a process.
 */
export async function findDirectUrl(config: Config, url: string): Promise<string> {
  const { databaseDirectUrl: directUrl, databasePool } = config;
  if (directUrl === undefined) {
    if (!(await leadsThroughPooler(url))) return url;
    throw new StartError(
      "DATABASE_URL points to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself. Migrations, events and jobs need it.",
    );
  }
  if (!(await leadsThroughPooler(directUrl))) return directUrl;
  if (await sharesConnections(directUrl)) {
    throw new StartError(
      "DATABASE_DIRECT_URL points to a pooler that shares connections, as PgBouncer does in transaction mode. Set it to the address of PostgreSQL itself.",
    );
  }
  const needed = ownConnections + (directUrl === url ? databasePool : 0);
  const found = await withClients(directUrl, needed, (clients) => Promise.resolve(clients.length));
  if (found < needed) {
    throw new StartError(
      `The pooler at DATABASE_DIRECT_URL has ${found} connections left, and this process needs ${needed}. Raise default_pool_size, or set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
    );
  }
  return directUrl;
}

/** Whether the address leads through a pooler such as PgBouncer. */
export function leadsThroughPooler(url: string): Promise<boolean> {
  return withClients(url, 1, ([client]) => isPooled(client));
}

/** A pooler may hand out a new connection first, so a single check can miss that connections are shared. */
const maxChecks = 5;

/**
 * Whether clients share server connections: one is served by the process that served the other between two
 * transactions, or changes its process after the other's transaction. Neither happens if each client has a connection
 * of its own.
 */
function sharesConnections(url: string): Promise<boolean> {
  return withClients(url, 2, async ([one, other]) => {
    if (other === undefined) return false;
    const own = await serverProcess(one);
    for (let check = 0; check < maxChecks; check++) {
      await other.query("begin");
      const given = await serverProcess(other);
      const beside = await serverProcess(one);
      await other.query("rollback");
      if (given === own || beside !== own || (await serverProcess(one)) !== own) return true;
    }
    return false;
  });
}

/** Opens `count` clients at once, and calls `work` with those that are served in time. Rejects when none is. */
async function withClients<T>(
  url: string,
  count: number,
  work: (clients: [pg.Client, ...pg.Client[]]) => Promise<T>,
): Promise<T> {
  const all = Array.from({ length: count }, () => newClient(url));
  try {
    const served = await Promise.allSettled(
      all.map(async (client) => {
        await client.connect();
        await client.query("select");
        return client;
      }),
    );
    const [first, ...others] = served.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    if (first !== undefined) return await work([first, ...others]);
    throw served.find((each) => each.status === "rejected")?.reason;
  } finally {
    await Promise.all(all.map((client) => client.end().catch(() => undefined)));
  }
}

/** With a timeout for statements too: a pooler accepts any client, but its first statement waits for a connection. */
function newClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  return client.on("error", () => undefined);
}
