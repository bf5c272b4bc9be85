import { existsSync } from "node:fs";
import { runProgram } from "./steps.ts";

/** Installs a package if this process is root on a Debian-like system. Returns whether it did. */
export async function installDebianPackage(name: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  process.stderr.write(`Installing ${name} for the tests…\n`);
  // In this runlevel no package starts a server of its own.
  const quiet = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  // Fails quickly without a network.
  const fast = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10"];
  if ((await runProgram("apt-get", [...fast, "update", "-qq"], quiet)) !== 0) return false;
  const install = ["install", "-y", "-qq", "--no-install-recommends", name];
  return (await runProgram("apt-get", install, quiet)) === 0;
}
