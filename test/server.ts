import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { buildApp, closeApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openContext, type Context } from "../server/context.ts";
import { startWorker } from "../server/worker.ts";
import { patientSettings } from "./patience.ts";
import { sharedExtractor } from "./shared-extractor.ts";
import { startTestDatabase, type TestDatabase } from "./database.ts";

export interface TestServer {
  app: Awaited<ReturnType<typeof buildApp>>;
  context: Context;
  /** Such as http://127.0.0.1:41234, for tests that need a real connection; others use `app.inject`. */
  url: string;
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * Starts the real product on a database and a data folder of its own: web, worker, storage, events. `environment` has
 * the operator's settings. Call `close` in afterAll.
 */
export async function startTestServer(
  options: {
    environment?: Record<string, string>;
    worker?: boolean;
    database?: Pick<TestDatabase, "url" | "drop">;
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await startTestDatabase());
  const dataDir = await mkdtemp(path.join(tmpdir(), "sizana-test-data-"));
  const defaults = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "silent",
    ...patientSettings,
  };
  const config = readConfig({ ...defaults, ...options.environment });
  const log = pino({ level: config.logLevel });
  const context = await openContext(config, database.url, log, { extractor: sharedExtractor() });
  const app = await buildApp(context);
  await app.listen({ port: config.port, host: config.host });
  if (options.worker !== false) await startWorker(context);
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    context,
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    async close() {
      // Cuts connections that a test has left open.
      await closeApp(app, 0);
      await context.close(5_000);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
