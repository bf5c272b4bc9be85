import { readConfig, type Config } from "../server/config.ts";
import { findDirectUrl } from "../server/database/direct-address.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "../server/database/embedded.ts";
import { StartError } from "../server/start-error.ts";

interface OperatorDatabase {
  config: Config;
  /** As the product uses it. */
  url: string;
  /** As the owner of the schema, past any pooler. */
  ownerUrl: string;
}

/**
 * Runs a command of the operator on the database that `npm start` would use; the embedded one is started for it,
 * so the server has to be stopped first, or for it to be joined by what may work `whileRunning`. What can be mended is said in a sentence, and ends the process with 1.
 */
export async function withOperatorDatabase(
  work: (database: OperatorDatabase) => Promise<void>,
  { whileRunning = false } = {},
): Promise<void> {
  try {
    const config = readConfig();
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
