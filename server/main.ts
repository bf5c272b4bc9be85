import { buildApp } from "./app.ts";
import { readConfig, type Config } from "./config.ts";
import { openContext } from "./context.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { startEmbeddedPostgres } from "./database/embedded.ts";
import { migrate } from "./database/migrate.ts";
import { createLog } from "./log.ts";
import { StartError } from "./start-error.ts";
import { startWorker } from "./worker.ts";

// Together less than the 10 s after which most supervisors lose patience.
const jobsTimeoutMs = 6_000;
const stopTimeoutMs = 9_000;

/** What was opened, to be closed in the opposite order. */
const closers: (() => Promise<unknown>)[] = [];
let stopping = false;

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  stopOnSignal(log);
  await prepareDataFolder(config.dataDir);
  let url = config.databaseUrl;
  if (url === undefined) {
    const onCrash = (sentence: string) => log.error(sentence);
    const embedded = await startEmbeddedPostgres(config.dataDir, { onCrash });
    closers.push(() => embedded.stop());
    url = embedded.url;
  }
  await migrate(url);
  const context = await openContext(config, url, log);
  closers.push(() => context.close(jobsTimeoutMs));
  if (config.role !== "worker") {
    const app = await buildApp(context);
    closers.push(() => app.close());
    await app.listen({
      port: config.port,
      host: config.host,
      listenTextResolver: (address) => `listening at ${address}`,
    });
  }
  if (config.role !== "web") await startWorker(context);
  log.info(config.role === "worker" ? "Sizana is ready to work" : `Sizana is ready at ${config.publicUrl}`);
}

function stopOnSignal(log: ReturnType<typeof createLog>): void {
  const stop = async (reason: string, exitCode: number) => {
    // npm and a terminal both pass the same Ctrl-C on.
    if (stopping) return;
    stopping = true;
    log.info(`stopping: ${reason}`);
    setTimeout(() => process.exit(exitCode || 1), stopTimeoutMs).unref();
    await close();
    process.exit(exitCode);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stop(signal, 0));
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, "an error that nobody expected");
      void stop(event, 1);
    });
  }
}

async function close(): Promise<void> {
  for (const closer of closers.splice(0).toReversed()) await closer().catch(() => undefined);
}

/** A sentence for what the operator can mend; null for what is our mistake. */
function explain(error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  const { code, message, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === "EADDRINUSE") {
    return `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=3001 npm start`;
  }
  if (code === "EACCES" && port !== undefined)
    return `Port ${port} may only be used by root. Choose one above 1023.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${address} is no address of this machine.`;
  if (code === "ENOTFOUND" || code === "ECONNREFUSED" || /^(28|3D|08|42501)/.test(code ?? "")) {
    return `The database at DATABASE_URL cannot be used: ${message}`;
  }
  return null;
}

try {
  await start(readConfig());
} catch (error) {
  // Asked to stop while starting, what is left of the start fails: that is no news.
  if (stopping) await new Promise(() => undefined);
  process.stderr.write(`${explain(error) ?? `Sizana could not start: ${(error as Error).stack}`}\n`);
  await close();
  process.exit(1);
}
