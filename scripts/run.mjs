// Runs first on a fresh clone, under any Node from 20 on: installs missing packages, then runs the command under the
// exact Node of the lock file. Imports built-in modules only.
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
  "structure",
  "bench",
  "evals",
  "reset-password",
  "delete-organization",
  "calibrate",
  "models",
  "migrate",
  "rotate-key",
  "adopt",
  "backup",
  "restore",
  "release",
];
/** Commands for development, which need the development dependencies. */
const withTools = ["test", "demo", "check", "structure", "bench", "evals"];
const neededMajor = 24;
/** In megabytes. By default V8's semi-spaces grow with the load and stay: 134 MB in an idle server, for no gain. */
const nodeFlags = ["--max-semi-space-size=8"];

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The Node that npm installed for this platform; otherwise the current one, if it is new enough. */
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

/** Runs the command, forwards signals to it, and ends with its exit code. */
function runCommand(node, command, args) {
  const script = path.join(root, "scripts", `${command}.ts`);
  if (!existsSync(script)) fail(`There is no ${path.relative(root, script)}.`);
  const child = spawn(node, [...nodeFlags, script, ...args], {
    stdio: "inherit",
    // `ask` takes paths relative to the user's folder.
    cwd: command === "ask" ? (process.env.INIT_CWD ?? process.cwd()) : root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE:
        process.env.NODE_COMPILE_CACHE ?? path.join(root, "node_modules", ".cache", "compiled"),
    },
  });
  let isSignalled = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      isSignalled = true;
      child.kill(signal);
    });
  }
  // If the command has got the signal, the shell that also ended by it must not cause a second one.
  stopWithParent(() => isSignalled || child.kill("SIGTERM"));
  child.once("error", (error) => fail(`${node} cannot be run: ${error.message}`));
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}

/** npm sends signals to a shell, which ends without forwarding them: so its end counts as a signal. */
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
if (!commands.includes(command)) fail(`Usage: npm run ${commands.join(" | ")}`);
try {
  await installDependencies(root, { withTools: withTools.includes(command) });
} catch (error) {
  fail(error.message);
}
runCommand(findNode(), command, args);
