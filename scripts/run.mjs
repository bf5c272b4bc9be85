// The first thing that runs on a fresh clone, by whatever Node (20 or newer) is there: it installs
// what is missing, then hands over to the exact Node that the lock file names. Built-ins only.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "./install.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const commands = [
  "start",
  "test",
  "demo",
  "ask",
  "check",
  "house",
  "bench",
  "evals",
  "reset-password",
  "calibrate",
  "models",
  "migrate",
  "rotate-key",
  "adopt",
  "backup",
  "restore",
  "release",
];
/** These work on the product, with packages that it runs without. */
const withTools = ["test", "demo", "check", "house", "bench", "evals"];
const neededMajor = 24;
/**
 * Megabytes of the youngest objects' half. By default V8 lets it grow with the load and keeps what it
 * took: 134 MB of a server at rest, which answered no faster for it.
 */
const nodeFlags = ["--max-semi-space-size=8"];

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The Node that npm installed for this platform; else this one, if it is new enough. */
function findNode() {
  const suffix = process.platform === "win32" ? "node.exe" : "node";
  const modules = path.join(root, "node_modules");
  const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  for (const name of readdirSync(modules)) {
    const binary = path.join(modules, name, "bin", suffix);
    if (/^node-(bin-)?[a-z0-9]+-[a-z0-9]+$/.test(name) && name.endsWith(platform) && existsSync(binary))
      return binary;
  }
  if (Number(process.versions.node.split(".")[0]) >= neededMajor) return process.execPath;
  return fail(
    `There is no Node ${neededMajor} from npm for ${platform}. Install Node ${neededMajor} from https://nodejs.org and try again.`,
  );
}

/** Runs the command and ends as it ends; signals are passed on, and the command decides what they mean. */
function handOver(node, command, args) {
  const script = path.join(root, "scripts", `${command}.ts`);
  if (!existsSync(script)) fail(`There is no ${path.relative(root, script)}.`);
  const child = spawn(node, [...nodeFlags, script, ...args], {
    stdio: "inherit",
    // `ask` takes files relative to where the person is.
    cwd: command === "ask" ? (process.env.INIT_CWD ?? process.cwd()) : root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE:
        process.env.NODE_COMPILE_CACHE ?? path.join(root, "node_modules", ".cache", "compiled"),
    },
  });
  let isTold = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      isTold = true;
      child.kill(signal);
    });
  }
  // The death of a shell that the signal reached, too, is no second signal.
  stopWithParent(() => isTold || child.kill("SIGTERM"));
  child.once("error", (error) => fail(`${node} cannot be run: ${error.message}`));
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}

/** npm passes signals to a shell that dies of them without passing them on: its death is the signal. */
function stopWithParent(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

const [command, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or newer from https://nodejs.org.`);
}
if (!commands.includes(command)) fail(`Say what to run: npm run ${commands.join(" | ")}`);
try {
  await installDependencies(root, { withTools: withTools.includes(command) });
} catch (error) {
  fail(error.message);
}
handOver(findNode(), command, args);
