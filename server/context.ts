import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";

/** What every feature and job is given. Built once in main.ts; there are no singletons. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
}
