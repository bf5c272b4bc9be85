import { readConfig, type Config } from "../server/config.ts";
import { prepareDataFolder } from "../server/data-folder.ts";
import { findDirectUrl } from "../server/database/direct-address.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "../server/database/embedded.ts";
import { StartError } from "../server/start-error.ts";

interface OperatorDatabase {
  config: Config;
  /** As the server uses it. */
  url: string;
  /** For the owner of the schema, not through a pooler. */
  ownerUrl: string;
}

/**
 * Runs an operator's command on the database that `npm start` would use. If that is the embedded one, it is started, so
 * the server must be stopped first; with `whileRunning`, the command uses the database of the running server instead.
 * Prints the message of a StartError and ends the process with exit code 1.
 */
export async function withOperatorDatabase(
  work: (database: OperatorDatabase) => Promise<void>,
  { whileRunning = false } = {},
): Promise<void> {
  try {
    const config = readConfig();
    if (config.databaseUrl === undefined) await prepareDataFolder(config.dataDir);
    const running = config.databaseUrl ?? (whileRunning ? await findRunningPostgres(config.dataDir) : null);
    const embedded = running === null ? await startEmbeddedPostgres(config.dataDir) : null;
    try {
      const url = running ?? embedded?.url ?? "";
      await work({ config, url, ownerUrl: await findDirectUrl(config, url) });
    } finally {
      await embedded?.stop();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
