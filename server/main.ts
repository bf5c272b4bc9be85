import { pino } from "pino";
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { openContext } from "./context.ts";
import { startEmbeddedPostgres } from "./database/embedded.ts";
import { migrate } from "./database/migrate.ts";
import { startWorker } from "./worker.ts";

const config = readConfig(process.env);
const log = pino({ level: config.logLevel });
const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : null;
const url = embedded?.url ?? (config.databaseUrl as string);
await migrate(url);
const context = await openContext(config, url, log);
const app = await buildApp(context);
if (config.role !== "worker") await app.listen({ port: config.port, host: config.host });
if (config.role !== "web") await startWorker(context);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await app.close();
    await context.close(10_000);
    await embedded?.stop();
    process.exit(0);
  });
}
