import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";

/**
 * Makes node_modules what package-lock.json says, unless it already is: what the product needs and, `withTools`, what
 * its tests and checks are made with. Several at once take turns; one that was killed halfway is made good by the next.
 * Throws an Error with a sentence.
 */
export async function installDependencies(root, { withTools }) {
  const state = path.join(root, ".sizana");
  const unfinished = path.join(state, "install-unfinished");
  const isDone = () => !existsSync(unfinished) && isInstalled(root, withTools);
  if (isDone()) return;
  const say = (sentence) => process.stderr.write(`${sentence}\n`);
  try {
    const onWait = () => say("Another command is installing what is missing; waiting for it…");
    await withLock(path.join(state, "install.lock"), onWait, async () => {
      if (isDone()) return;
      // A folder that has the tools keeps them.
      let scope = withTools || readStamp(root).endsWith(everything) ? everything : product;
      const isWhole = !existsSync(unfinished);
      if (isWhole && isInStep(root, everything)) scope = everything;
      else if (!isWhole || !isInStep(root, scope)) {
        say("Installing what is missing; the first time this takes a while…");
        // A server may be running from this folder: what is right stays where it is.
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
      throw new Error(`What is missing cannot be installed: ${root} may not be written by this user.`, {
        cause: error,
      });
    }
    throw error;
  }
}

const product = "product";
const everything = "everything";

const stampOf = (root) => path.join(root, "node_modules", ".sizana-installed");

/** Of what was asked for and of the machine it was installed for: a copied folder may hold other binaries. */
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

/** Whether npm itself left every package of the lock file that is wanted here, as after `npm install`. */
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

/** For building native modules, which nothing here is: a third of Node's package. */
function removeHeaders(root) {
  const modules = path.join(root, "node_modules");
  for (const name of readdirSync(modules)) {
    if (name.startsWith("node-"))
      rmSync(path.join(modules, name, "include"), { recursive: true, force: true });
  }
}

const sorted = (object = {}) => Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Runs the npm that called us, whatever the person's settings leave out elsewhere. */
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
      reject(new Error("npm is not to be found: install Node with npm from https://nodejs.org.")),
    );
    npm.once("exit", (code) =>
      code === 0
        ? resolve()
        : reject(new Error("npm could not install what is missing; see its message above.")),
    );
  });
}
