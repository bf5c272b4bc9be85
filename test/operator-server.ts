import { waitMs } from "./patience.ts";
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { freePort } from "../server/database/free-port.ts";
import { installDebianPackage } from "../scripts/debian.ts";

const run = promisify(execFile);
const debianFolder = "/usr/lib/postgresql";
const oldestVersion = 15;

interface OperatorServer {
  /** Such as "PostgreSQL 15.14". */
  name: string;
  /** Signs in over TCP with a password, as a role that may create roles and databases but is not a superuser. */
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL server as an operator would use: Debian's if possible, else the embedded one over TCP. */
export async function startOperatorServer(): Promise<OperatorServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "sizana-server-"));
  await chmod(folder, 0o711);
  const bin = (await debianPrograms()) ?? ((await installDebianServer()) ? await debianPrograms() : null);
  const server = bin === null ? await startEmbeddedOverTcp(folder) : await startDebian(bin, folder);
  process.stdout.write(`Tests with a database also run on ${server.name}.\n`);
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
}

async function debianPrograms(): Promise<string | null> {
  if (!existsSync(debianFolder)) return null;
  const versions = (await readdir(debianFolder)).map(Number).filter((version) => version >= oldestVersion);
  const bin = path.join(debianFolder, String(Math.min(...versions)), "bin");
  return existsSync(path.join(bin, "initdb")) ? bin : null;
}

/** Installs Debian's package, configured so that it doesn't start a server of its own. */
async function installDebianServer(): Promise<boolean> {
  const settings = "/etc/postgresql-common/createcluster.conf";
  if (process.getuid?.() !== 0) return false;
  if (!existsSync(settings)) {
    await mkdir(path.dirname(settings), { recursive: true });
    await writeFile(settings, "create_main_cluster = false\n");
  }
  return installDebianPackage("postgresql");
}

async function startEmbeddedOverTcp(folder: string): Promise<OperatorServer> {
  const embedded = await startEmbeddedPostgres(folder, { durable: false, tcp: true });
  return { name: "the embedded PostgreSQL over TCP", ...embedded };
}

async function startDebian(bin: string, folder: string): Promise<OperatorServer> {
  const password = randomBytes(12).toString("hex");
  const passwordFile = path.join(folder, "password");
  const data = path.join(folder, "data");
  await writeFile(passwordFile, password);
  await mkdir(data, { mode: 0o700 });
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) await chown(data, user.uid, user.gid);
  const access = ["--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  await run(path.join(bin, "initdb"), ["-D", data, "-N", "--encoding=UTF8", "--locale=C.UTF-8", ...access], {
    cwd: data,
    ...user,
  });
  const port = await freePort();
  const flags = [
    "fsync=off",
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    "unix_socket_directories=",
    "max_connections=300",
  ];
  const args = ["-D", data, ...flags.flatMap((flag) => ["-c", flag])];
  const server = spawn(path.join(bin, "postgres"), args, { cwd: data, stdio: "ignore", ...user });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const address = (role: string) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;
  const version = await prepare(address("postgres"), password);
  return {
    name: `PostgreSQL ${version}`,
    url: address("operator"),
    async stop() {
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** Waits for the server, creates the role that an operator would give us, and returns the server's version. */
async function prepare(url: string, password: string): Promise<string> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query(`create role operator login createrole createdb password '${password}'`);
      const found = await client.query<{ server_version: string }>("show server_version");
      return found.rows[0]?.server_version.split(" ")[0] ?? "";
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
