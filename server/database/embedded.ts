import { spawn, type ChildProcess } from "node:child_process";
import { hash } from "node:crypto";
import { appendFileSync, renameSync, statSync } from "node:fs";
import { chmod, chown, lstat, mkdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { makeRoom } from "../data-folder.ts";
import { StartError } from "../start-error.ts";
import { withClient } from "./database.ts";
import { ensureCluster, lastLine, stopOrphan } from "./embedded-cluster.ts";
import { lockFolder } from "./embedded-lock.ts";
import { freePort } from "./free-port.ts";
import { findPrograms, type Programs } from "./embedded-programs.ts";

interface Options {
  /** False only in tests: faster, but a power cut loses data. */
  durable?: boolean;
  /** Listen on TCP with a password instead of a Unix socket. Default: on Windows only. */
  tcp?: boolean;
  /** Called when the server crashes, and when it is back. */
  onCrash?: (sentence: string) => void;
}

/** Settings for tests: no waiting for the disk, and less frequent maintenance of their many databases. */
const forTests = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum_naptime: "60s",
  // Several installations of a test share the server.
  max_connections: 300,
};

const owner = "sizana";
/** Crash recovery takes minutes on a slow disk, and would begin again if the start were aborted. */
const readyTimeoutMs = 600_000;
const restartDelaysMs = [50, 500, 1_000, 2_000, 5_000];
const logLimitBytes = 5_000_000;

/**
 * Starts the embedded PostgreSQL, used when DATABASE_URL is unset, with its data in `dataDir`/postgres; the first start
 * creates it. A server left by a killed process is stopped first; one that crashes is restarted. Throws StartError.
 */
export async function startEmbeddedPostgres(dataDir: string, options: Options = {}) {
  const home = path.resolve(dataDir, "postgres");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(home);
  let server: SupervisedServer | null = null;
  /** Fast shutdown: open transactions are rolled back, then the process ends. */
  const stop = async () => {
    await server?.stop();
    await unlock();
  };
  try {
    const programs = await findPrograms(home);
    if (programs.owner !== null) await chown(home, programs.owner.uid, programs.owner.gid);
    const cluster = await ensureCluster(home, programs);
    await stopOrphan(cluster);
    const address = await chooseAddress(home, programs, options.tcp ?? process.platform === "win32");
    const command = programs.command("postgres", flags(cluster, address, options));
    server = new SupervisedServer(home, command, options.onCrash);
    await server.start();
    await createOwner(address);
    // The owner of the database, who is not a superuser.
    return { url: addressUrl(address, owner, owner), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Address = { folder: string; password: string } | { port: number; password: string };

async function chooseAddress(home: string, programs: Programs, tcp: boolean): Promise<Address> {
  const password = await readPassword(home);
  return tcp
    ? { port: await freePort(), password }
    : { folder: await socketFolder(home, programs), password };
}

const readPassword = async (home: string): Promise<string> =>
  (await readFile(path.join(home, "password"), "utf8")).trim();

/** A socket's path may have 107 bytes (103 on macOS): for a longer `home`, this is a folder in the temporary one. */
async function socketFolder(home: string, { owner: user }: Programs): Promise<string> {
  if (Buffer.byteLength(path.join(home, ".s.PGSQL.5432.lock")) <= 103) return home;
  const folder = path.join(tmpdir(), `sizana-${hash("sha256", home).slice(0, 16)}`);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  // Another user who created this folder first could intercept the connection.
  if (!found.isDirectory() || ![process.getuid?.(), user?.uid].includes(found.uid)) {
    throw new StartError(
      `${folder} belongs to another user. Remove it or choose a DATA_DIR with a shorter path.`,
    );
  }
  await chmod(folder, 0o700);
  if (user !== null) await chown(folder, user.uid, user.gid);
  return folder;
}

function addressUrl(address: Address, user: string, database: string): string {
  return "port" in address
    ? `postgres://${user}:${address.password}@127.0.0.1:${address.port}/${database}`
    : `postgres://${user}@localhost/${database}?host=${encodeURIComponent(address.folder)}`;
}

/** Settings for one small machine that runs everything. Durability settings keep their defaults. */
function flags(cluster: string, address: Address, options: Options): string[] {
  const settings: Record<string, string | number> = {
    ...("port" in address
      ? { listen_addresses: "127.0.0.1", port: address.port, unix_socket_directories: "" }
      : {
          listen_addresses: "",
          port: 5432,
          unix_socket_directories: address.folder,
          unix_socket_permissions: "0700",
        }),
    max_connections: 60,
    shared_buffers: "64MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    effective_cache_size: "512MB",
    // No worker processes for I/O, replication or parallel queries.
    io_method: "sync",
    wal_level: "minimal",
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    max_parallel_workers_per_gather: 0,
    max_wal_size: "256MB",
    min_wal_size: "32MB",
    jit: "off",
    // A new installation starts empty, and plans made for empty tables must be replaced soon.
    autovacuum_naptime: "10s",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    ...(options.durable === false ? forTests : {}),
  };
  return ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Creates the product's database and its owner, who is not a superuser, so that row-level security applies. */
async function createOwner(address: Address): Promise<void> {
  await withClient(addressUrl(address, "postgres", "postgres"), async (client) => {
    const role = await client.query("select from pg_roles where rolname = $1", [owner]);
    if (role.rowCount === 0) {
      await client.query(
        `create role ${owner} login createrole createdb password ${pg.escapeLiteral(address.password)}`,
      );
    }
    const database = await client.query("select from pg_database where datname = $1", [owner]);
    if (database.rowCount === 0) await client.query(`create database ${owner} owner ${owner}`);
  });
}

/** The address of the embedded PostgreSQL that a running process has started in `dataDir`; null if none answers. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const home = path.resolve(dataDir, "postgres");
  try {
    // Lines: process id, data folder, start time, port, socket folder.
    const [, , , port, folder] = (await readFile(path.join(home, "data", "postmaster.pid"), "utf8")).split(
      "\n",
    );
    const password = await readPassword(home);
    const address = folder ? { folder, password } : { port: Number(port), password };
    return await withClient(addressUrl(address, owner, owner), async () => addressUrl(address, owner, owner));
  } catch {
    // The server was never started there, was stopped, or does not answer.
    return null;
  }
}

/** Restarts a PostgreSQL server, with growing delays, when it ends unexpectedly. */
class SupervisedServer {
  readonly #home: string;
  readonly #command: ReturnType<Programs["command"]>;
  readonly #onCrash: (sentence: string) => void;
  #process: ChildProcess | null = null;
  #stopping = false;

  constructor(
    home: string,
    command: ReturnType<Programs["command"]>,
    onCrash: (sentence: string) => void = () => undefined,
  ) {
    this.#home = home;
    this.#command = command;
    this.#onCrash = onCrash;
  }

  async start(): Promise<void> {
    const giveUpAt = Date.now() + 60_000;
    for (;;) {
      try {
        return await this.#spawn();
      } catch (error) {
        // The last processes of a killed server may need a moment to end.
        const isTemporary = error instanceof StartError && /shared memory|already exists/.test(error.message);
        if (!isTemporary || Date.now() > giveUpAt) throw error;
        await delay(200);
      }
    }
  }

  #spawn(): Promise<void> {
    const { file, args, options } = this.#command;
    // A process group of its own, so that Ctrl-C reaches only this process, which stops the server last.
    const server = spawn(file, args, {
      ...options,
      cwd: this.#home,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    this.#process = server;
    const ready = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      ready.reject(new StartError(`The database was not ready after ${readyTimeoutMs / 1_000} seconds.`));
      server.kill("SIGINT");
    }, readyTimeoutMs);
    let output = "";
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#log(text);
      output = (output + text).slice(-4_000);
      if (text.includes("ready to accept connections")) ready.resolve();
    });
    server.once("error", (error) => ready.reject(new StartError(`Can't run the database: ${error.message}`)));
    server.once("exit", () => {
      this.#process = null;
      const reason =
        output.split("\n").findLast((line) => /FATAL|PANIC/.test(line)) ??
        lastLine(output) ??
        "it gave no reason";
      ready.reject(new StartError(this.#describe(reason.replace(/^.*(?:FATAL|PANIC):\s*/, ""))));
    });
    return ready.promise.then(() => this.#watch(server)).finally(() => clearTimeout(timer));
  }

  #describe(reason: string): string {
    if (reason.includes("No space left on device"))
      return `The database didn't start: the disk of ${this.#home} is full. ${makeRoom}`;
    const log = path.join(this.#home, "server.log");
    return `The database didn't start: ${reason}. Its log is ${log}. If its files are damaged, restore a backup into a new DATA_DIR.`;
  }

  #watch(server: ChildProcess): void {
    const crashed = () => {
      if (!this.#stopping) void this.#restart();
    };
    if (server.exitCode !== null || server.signalCode !== null) crashed();
    else server.once("exit", crashed);
  }

  async #restart(): Promise<void> {
    this.#onCrash("the database server ended unexpectedly; starting it again");
    for (let attempt = 0; !this.#stopping; attempt += 1) {
      await delay(restartDelaysMs[Math.min(attempt, restartDelaysMs.length - 1)]);
      if (this.#stopping) return;
      try {
        await this.#spawn();
        this.#onCrash("the database server is back");
        return;
      } catch (error) {
        this.#onCrash(`the database server could not be started again: ${(error as Error).message}`);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const server = this.#process;
    if (server === null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await Promise.race([
      ended,
      delay(15_000, undefined, { ref: false }).then(() => server.kill("SIGQUIT") && ended),
    ]);
  }

  /** Keeps two files of about 5 MB beside the data. */
  #log(text: string): void {
    const file = path.join(this.#home, "server.log");
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes)
        renameSync(file, `${file}.1`);
      appendFileSync(file, text, { mode: 0o600 });
    } catch {
      // A full disk must not stop the server because of its log.
    }
  }
}
