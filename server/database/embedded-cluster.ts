import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { StartError } from "../start-error.ts";
import type { Programs } from "./embedded-programs.ts";

const run = promisify(execFile);
const majorVersion = "18";

/**
 * Creates the embedded PostgreSQL's data below `home` if it is missing, and returns its folder. It is created under
 * another name and renamed when complete, so that an interrupted start can begin again.
 */
export async function ensureCluster(home: string, programs: Programs): Promise<string> {
  const cluster = path.join(home, "data");
  for (const name of await readdir(home)) {
    // A killed process's initdb may still be writing for a moment, hence the retries.
    if (name.startsWith("data.new-"))
      await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 15, retryDelay: 100 });
  }
  if (!existsSync(cluster)) {
    const fresh = path.join(home, `data.new-${randomUUID()}`);
    await createCluster(home, fresh, programs);
    await rename(fresh, cluster);
  }
  const version = (await readFile(path.join(cluster, "PG_VERSION"), "utf8").catch(() => "unknown")).trim();
  if (version === majorVersion) return cluster;
  throw new StartError(
    `The data in ${cluster} was created by PostgreSQL ${version}, but this release uses PostgreSQL ${majorVersion}. Start the release that created it, dump the database and restore it into a new DATA_DIR.`,
  );
}

async function createCluster(home: string, fresh: string, programs: Programs): Promise<void> {
  const passwordFile = path.join(home, "password");
  if (!existsSync(passwordFile))
    await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  await mkdir(fresh, { mode: 0o700 });
  if (programs.owner !== null) {
    await chown(fresh, programs.owner.uid, programs.owner.gid);
    await chown(passwordFile, programs.owner.uid, programs.owner.gid);
  }
  // The built-in C.UTF-8 locale has upper and lower case for every script, sorts by code point and is the same
  // on every machine.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth-local=trust",
    "--auth-host=scram-sha-256",
  ];
  const initdb = programs.command("initdb", ["-D", fresh, ...locale, ...access]);
  await run(initdb.file, initdb.args, { cwd: home, ...initdb.options }).catch(
    (error: { stderr?: string; message: string }) => {
      throw new StartError(
        `Couldn't create the database in ${home}: ${lastLine(error.stderr) ?? error.message}`,
      );
    },
  );
}

/**
 * Stops the database server that a killed process left running on this cluster. Only the holder of the folder's lock
 * may call it: then no living process can be using that server.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, "postmaster.pid");
  const pid = Number((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!(await servesCluster(pid, cluster))) {
    // The id now belongs to an unrelated process, which PostgreSQL would mistake for a running server.
    if (isAlive(pid)) await rm(pidFile, { force: true });
    return;
  }
  for (const [signal, timeoutMs] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 2_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (!(await servesCluster(pid, cluster))) return;
      await delay(20);
    }
  }
  throw new StartError(
    `A database server from an earlier start (process ${pid}) doesn't stop. Stop it manually.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether the process is a PostgreSQL server on this cluster, judging by its command line. */
async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command =
    process.platform === "linux"
      ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
      : (await run("ps", ["-ww", "-p", String(pid), "-o", "command="]).catch(() => ({ stdout: "" }))).stdout;
  return command.includes("postgres") && command.includes(cluster);
}

export const lastLine = (text: string | undefined): string | undefined =>
  text?.trim().split("\n").at(-1) || undefined;
