import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { describeError, isDatabaseAway } from "./errors.ts";
import { buildApp, closeApp } from "./app.ts";
import { readConfig, type Config } from "./config.ts";
import { openContext } from "./context.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { findDirectUrl } from "./database/direct-address.ts";
import { startEmbeddedPostgres } from "./database/embedded.ts";
import { migrate, requireMigrated } from "./database/migrate.ts";
import { giveMemoryBackWhenIdle } from "./idle-memory.ts";
import { joinInstallation } from "./installation.ts";
import { createLog } from "./log.ts";
import { StartError } from "./start-error.ts";
import { listenForHealth, startWorker } from "./worker.ts";

// These are maxima: a server without long streams ends within the 10 s after which most process
// supervisors lose patience.
const repliesTimeoutMs = 30_000;
const jobsTimeoutMs = 6_000;
const restTimeoutMs = 3_000;
/** npm and a terminal both forward the same Ctrl-C, so a signal this soon after the first doesn't count. */
const sameSignalMs = 1_000;
/**
 * The backlog of connections to be accepted; the system may allow fewer. Node's default of 511 fills up when the
 * process is busy for a moment; Linux may then reset connections that clients believe to be established.
 */
const maxConnectionsWaiting = 4_096;

/** One for each thing that was opened; they run in reverse order. */
const closers: (() => Promise<unknown>)[] = [];
/** Aborted when the process is asked to stop: from then on it is not ready. */
const stopping = new AbortController();

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  stopOnSignal(log, config);
  await prepareDataFolder(config.dataDir);
  let url = config.databaseUrl;
  if (url === undefined) {
    const onCrash = (sentence: string) => log.error(sentence);
    const embedded = await startEmbeddedPostgres(config.dataDir, { onCrash });
    closers.push(() => embedded.stop());
    url = embedded.url;
  }
  const databaseUrl = url;
  const waiting = { log, timeoutMs: config.databaseWaitMs };
  const directUrl = await whenDatabaseAnswers(waiting, async () => {
    const direct = await findDirectUrl(config, databaseUrl);
    await bringUpToDate(config, direct, log);
    return direct;
  });
  const context = await whenDatabaseAnswers(waiting, () =>
    openContext(config, databaseUrl, log, { stopping: stopping.signal }),
  );
  closers.push(() => context.close(jobsTimeoutMs));
  await whenDatabaseAnswers(waiting, () => joinInstallation(directUrl, context));
  let server: Server | undefined;
  if (config.role === "worker") {
    const health = await listenForHealth(context);
    closers.push(() => health.close());
  } else {
    const app = await buildApp(context);
    ({ server } = app);
    closers.push(() => closeApp(app, repliesTimeoutMs));
    if (config.logLevel !== "silent") process.stdout.write(`${whereItListens(config)}\n`);
    await app.listen({
      port: config.port,
      host: config.host,
      backlog: maxConnectionsWaiting,
      listenTextResolver: (address) => `listening at ${address}`,
    });
  }
  if (config.role !== "web") await startWorker(context);
  giveMemoryBackWhenIdle(server);
  log.info(config.role === "worker" ? "Sizana is ready to work" : `Sizana is ready at ${config.publicUrl}`);
}

function whereItListens({ publicUrl, host, port }: Config): string {
  const addresses = ["0.0.0.0", "::"].includes(host)
    ? "every address of this machine; set HOST=127.0.0.1 to keep it local"
    : host;
  return `Sizana opens at ${publicUrl} (port ${port} on ${addresses})`;
}

/** Runs a step of the start, and retries it for at most `timeoutMs` while PostgreSQL can't be reached. */
async function whenDatabaseAnswers<T>(
  { log, timeoutMs }: { log: Logger; timeoutMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let isReported = false; ; isReported = true) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error as Error) || Date.now() >= deadline) throw error;
      if (!isReported) log.warn("waiting for PostgreSQL");
      await delay(500);
    }
  }
}

async function bringUpToDate(config: Config, directUrl: string, log: Logger): Promise<void> {
  if (!config.migrate) return requireMigrated(directUrl);
  const onWait = (migration: string, reason: string) => log.warn(`${migration} is waiting for ${reason}`);
  await migrate(directUrl, { onWait });
}

function stopOnSignal(log: Logger, { role, drainMs }: Config): void {
  let stoppedAt = 0;
  const stop = async (reason: string, exitCode: number, waitMs: number) => {
    if (stopping.signal.aborted) {
      if (performance.now() - stoppedAt < sameSignalMs) return;
      log.warn(`stopping at once: ${reason}`);
      // Asks the database server to stop, without waiting for it.
      for (const closer of closers.splice(0)) void closer().catch(() => undefined);
      return process.exit(1);
    }
    stoppedAt = performance.now();
    stopping.abort();
    log.info(waitMs > 0 ? `stopping: ${reason}; answering for another ${waitMs} ms` : `stopping: ${reason}`);
    const deadlineMs = waitMs + repliesTimeoutMs + jobsTimeoutMs + restTimeoutMs;
    setTimeout(() => process.exit(exitCode || 1), deadlineMs).unref();
    await delay(waitMs);
    await close();
    process.exit(exitCode);
  };
  // A worker gets no requests.
  const waitMs = role === "worker" ? 0 : drainMs;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stop(signal, 0, waitMs));
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error) => {
      log.fatal({ err: describeError(error) }, "unexpected error");
      void stop(event, 1, 0);
    });
  }
}

async function close(): Promise<void> {
  for (const closer of closers.splice(0).toReversed()) await closer().catch(() => undefined);
}

/** A sentence for what the operator can fix; null for a bug of ours. */
function explain(error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  const { code = "", message, port, address } = error as NodeJS.ErrnoException & Partial<AddressInfo>;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use by another program. Stop it or choose another port: PORT=3001 npm start`;
  if (code === "EACCES" && port !== undefined)
    return `Only root can use port ${port}. Choose a port above 1023.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${address} is not an address of this machine.`;
  const isOfDatabase = isDatabaseAway({ code, message }) || /^(28|3D|42501)/.test(code);
  return isOfDatabase ? `Can't use the database at DATABASE_URL: ${message}` : null;
}

try {
  await start(readConfig());
} catch (error) {
  // A stop during the start makes the rest of the start fail, which needs no message.
  if (stopping.signal.aborted) await new Promise(() => undefined);
  process.stderr.write(`${explain(error) ?? `Sizana couldn't start: ${(error as Error).stack}`}\n`);
  await close();
  process.exit(1);
}
