import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";

/**
 * Makes node_modules what package-lock.json says, unless it already is. Several at once take turns;
 * one that was killed halfway is made good by the next. Throws an Error with a sentence.
 */
export async function installDependencies(root) {
  const state = path.join(root, ".sizana");
  const unfinished = path.join(state, "install-unfinished");
  if (isInstalled(root, unfinished)) return;
  const say = (sentence) => process.stderr.write(`${sentence}\n`);
  try {
    const onWait = () => say("Another command is installing what is missing; waiting for it…");
    await withLock(path.join(state, "install.lock"), onWait, async () => {
      if (isInstalled(root, unfinished)) return;
      if (existsSync(unfinished) || !isInStep(root)) {
        say("Installing what is missing; the first time this takes a while…");
        mkdirSync(state, { recursive: true });
        writeFileSync(unfinished, "");
        await runNpm(root);
        rmSync(unfinished, { force: true });
      }
      writeFileSync(stampOf(root), fingerprint(root));
    });
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(error.code)) {
      throw new Error(`What is missing cannot be installed: ${root} may not be written by this user.`, {
        cause: error,
      });
    }
    throw error;
  }
}

const stampOf = (root) => path.join(root, "node_modules", ".sizana-installed");

/** Of what was asked for and of the machine it was installed for: a copied folder may hold other binaries. */
function fingerprint(root) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const name of ["package.json", "package-lock.json"]) hash.update(readFileSync(path.join(root, name)));
  return hash.digest("hex");
}

function isInstalled(root, unfinished) {
  if (existsSync(unfinished)) return false;
  return existsSync(stampOf(root)) && readFileSync(stampOf(root), "utf8") === fingerprint(root);
}

/** Whether npm itself left every package of the lock file that this platform needs, as after `npm install`. */
function isInStep(root) {
  const hidden = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const have = JSON.parse(readFileSync(hidden, "utf8")).packages;
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
    const same = JSON.stringify(sorted(manifest[kind])) === JSON.stringify(sorted(wanted.packages[""][kind]));
    if (!same) return false;
  }
  return Object.entries(wanted.packages).every(([place, { version, optional, os, cpu, libc }]) => {
    if (place === "" || have[place]?.version === version) return true;
    const isForHere = os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
    return have[place] === undefined && optional === true && !isForHere;
  });
}

const sorted = (object = {}) => Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** `npm ci` with the npm that called us, whatever the person's settings leave out elsewhere. */
function runNpm(root) {
  const flags = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const cli = process.env.npm_execpath ?? "";
  const [file, args, shell] = /npm-cli\.c?js$/.test(cli)
    ? [process.execPath, [cli, ...flags], false]
    : ["npm", flags, process.platform === "win32"];
  return new Promise((resolve, reject) => {
    const npm = spawn(file, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], shell });
    npm.once("error", () =>
      reject(new Error("npm is not to be found: install Node with npm from https://nodejs.org.")),
    );
    npm.once("exit", (code) =>
      code === 0
        ? resolve()
        : reject(new Error("npm could not install what is missing; see its message above.")),
    );
  });
}
