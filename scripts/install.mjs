import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";

/**
 * Installs the packages of package-lock.json unless they are already: those of the product and, `withTools`, those of
 * its tests and checks. Simultaneous calls take turns, and the next one repairs an installation that was killed
 * halfway. Throws an Error with a message for people.
 */
export async function installDependencies(root, { withTools }) {
  const state = path.join(root, ".sizana");
  const unfinished = path.join(state, "install-unfinished");
  const isDone = () => !existsSync(unfinished) && isInstalled(root, withTools);
  if (isDone()) return;
  const say = (sentence) => process.stderr.write(`${sentence}\n`);
  try {
    const onWait = () => say("Another command is installing packages; waiting for it…");
    await withLock(path.join(state, "install.lock"), onWait, async () => {
      if (isDone()) return;
      // Tools that are installed already are kept.
      let scope = withTools || readStamp(root).endsWith(everything) ? everything : product;
      const isWhole = !existsSync(unfinished);
      if (isWhole && isInStep(root, everything)) scope = everything;
      else if (!isWhole || !isInStep(root, scope)) {
        say("Installing packages; the first time this takes a while…");
        // If a server may be running from this folder, only adds packages; npm ci would delete all of them first.
        const isAddition = isWhole && isInstalled(root, false);
        mkdirSync(state, { recursive: true });
        writeFileSync(unfinished, "");
        await runNpm(root, isAddition ? ["install", "--no-save"] : ["ci"], scope);
        removeHeaders(root);
        rmSync(unfinished, { force: true });
      }
      writeFileSync(stampOf(root), `${fingerprint(root)} ${scope}`);
    });
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(error.code)) {
      throw new Error(`Can't install packages: this user can't write to ${root}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

const product = "product";
const everything = "everything";

const stampOf = (root) => path.join(root, "node_modules", ".sizana-installed");

/** A hash of the wanted packages and of the platform, since a copied folder may contain binaries for another. */
function fingerprint(root) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const name of ["package.json", "package-lock.json"]) hash.update(readFileSync(path.join(root, name)));
  return hash.digest("hex");
}

const readStamp = (root) => (existsSync(stampOf(root)) ? readFileSync(stampOf(root), "utf8") : "");

function isInstalled(root, withTools) {
  const [hash, scope] = readStamp(root).split(" ");
  return (scope === everything || (scope === product && !withTools)) && hash === fingerprint(root);
}

/** Whether npm has installed every wanted package of the lock file, for example by `npm install`. */
function isInStep(root, scope) {
  const hidden = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const have = JSON.parse(readFileSync(hidden, "utf8")).packages;
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
    const same = JSON.stringify(sorted(manifest[kind])) === JSON.stringify(sorted(wanted.packages[""][kind]));
    if (!same) return false;
  }
  return Object.entries(wanted.packages).every(([place, { version, dev, optional, os, cpu, libc }]) => {
    if (place === "" || have[place]?.version === version) return true;
    if (dev === true && scope === product) return true;
    const isForHere = os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
    return have[place] === undefined && optional === true && !isForHere;
  });
}

/** Removes Node's headers, a third of its package: they are for building native modules, of which there are none. */
function removeHeaders(root) {
  const modules = path.join(root, "node_modules");
  for (const name of readdirSync(modules)) {
    if (name.startsWith("node-"))
      rmSync(path.join(modules, name, "include"), { recursive: true, force: true });
  }
}

const sorted = (object = {}) => Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Runs the npm that started this process. The flags override the user's settings for omitting packages. */
function runNpm(root, command, scope) {
  const scopeFlag = scope === everything ? "--include=dev" : "--omit=dev";
  const flags = [...command, scopeFlag, "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const cli = process.env.npm_execpath ?? "";
  const [file, args, shell] = /npm-cli\.c?js$/.test(cli)
    ? [process.execPath, [cli, ...flags], false]
    : ["npm", flags, process.platform === "win32"];
  return new Promise((resolve, reject) => {
    const npm = spawn(file, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], shell });
    npm.once("error", () =>
      reject(new Error("npm was not found. Install Node with npm from https://nodejs.org.")),
    );
    npm.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error("npm couldn't install the packages; see its message above.")),
    );
  });
}
