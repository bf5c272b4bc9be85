import { pino } from "pino";
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import type { Context } from "./context.ts";
import { openDatabase } from "./database/database.ts";
import { startEmbeddedPostgres } from "./database/embedded.ts";
import { migrate } from "./database/migrate.ts";

const config = readConfig(process.env);
const log = pino({ level: config.logLevel });
const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : null;
const url = embedded?.url ?? (config.databaseUrl as string);
await migrate(url);
const context: Context = { config, log, db: openDatabase(url) };
const app = await buildApp(context);
await app.listen({ port: config.port, host: config.host });

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await app.close();
    await context.db.destroy();
    await embedded?.stop();
    process.exit(0);
  });
}
