import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { onTestFinished, vi } from "vitest";
import { freePort } from "../server/database/free-port.ts";
import { waitMs } from "./patience.ts";
import { temporaryFolder } from "./product-process.ts";

const pgbouncer = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((file) => existsSync(file));

/** Whether this machine has PgBouncer. */
export const hasPgBouncer = pgbouncer !== undefined;

/** Starts PgBouncer in front of a database and returns its URL. It is stopped when the test ends. */
export async function startPooler(
  databaseUrl: string,
  { mode = "transaction", poolSize = 3 }: { mode?: "transaction" | "session"; poolSize?: number } = {},
): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  const target = new URL(databaseUrl);
  const port = await freePort();
  const host = target.searchParams.get("host") ?? target.hostname;
  const [name, user] = [target.pathname.slice(1), decodeURIComponent(target.username)];
  const password = target.password === "" ? "" : ` password=${decodeURIComponent(target.password)}`;
  const lines = [
    "[databases]",
    `pooled = host=${host} port=${target.port || 5432} dbname=${name} user=${user}${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    `logfile = ${path.join(folder, "log")}`,
  ];
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(file, lines.join("\n"));
  // PgBouncer refuses to run as root, and only the database's owner may enter the folder of its socket.
  const { uid, gid } = host.startsWith("/") ? await stat(host) : { uid: 65_534, gid: 65_534 };
  const runAs = process.getuid?.() === 0 ? { uid, gid } : {};
  const child: ChildProcess = spawn(pgbouncer ?? "", [file], { stdio: "ignore", ...runAs });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = `postgres://anybody@127.0.0.1:${port}/pooled`;
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  }, waitMs);
  return url;
}
