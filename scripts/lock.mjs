import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const refreshMs = 1_000;
const staleMs = 15_000;

/**
 * Runs `work` while no other process holds the folder `lock`. Waits for its turn; `onWait` is called
 * once when it has to. A holder that was killed is recognised by its process id and by a folder that
 * is no longer touched.
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
    // Taken from us by one that believed us dead; the work itself stands being done twice.
  }
}

/** Two that break the same lock at once: the second finds somebody else's and puts it back. */
function breakStale(lock) {
  const seen = holderOf(lock);
  if (!isStale(lock, seen)) return;
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) === seen) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch {
    // Gone already.
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
