import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const refreshMs = 1_000;
const staleMs = 15_000;

/**
 * Runs `work` while holding the lock, a folder. Waits while another process holds it; `onWait` is then called once. The
 * lock of a killed process is recognized by its process id, or by a folder whose time is no longer updated.
 */
export async function withLock(lock, onWait, work) {
  mkdirSync(path.dirname(lock), { recursive: true });
  let waited = false;
  while (!tryTake(lock)) {
    if (!waited) onWait();
    waited = true;
    breakStale(lock);
    await delay(100);
  }
  const timer = setInterval(() => touch(lock), refreshMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    rmSync(lock, { recursive: true, force: true });
  }
}

function tryTake(lock) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  writeFileSync(path.join(lock, "holder"), `${hostname()} ${process.pid}`);
  return true;
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // Another process took this one for dead and removed its lock. The work may safely run twice.
  }
}

/** Renames the lock first: if it was another process's fresh lock by then, it is put back. */
function breakStale(lock) {
  const seen = holderOf(lock);
  if (!isStale(lock, seen)) return;
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) === seen) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch {
    // Already removed.
  }
}

function holderOf(lock) {
  try {
    return readFileSync(path.join(lock, "holder"), "utf8");
  } catch {
    return "";
  }
}

function isStale(lock, holder) {
  const [host, pid] = holder.split(" ");
  if (host === hostname() && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - statSync(lock).mtimeMs > staleMs;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
