import { readConfig, type Config } from "../server/config.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
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
 * so the server has to be stopped first. What can be mended is said in a sentence, and ends the process with 1.
 */
export async function withOperatorDatabase(
  work: (database: OperatorDatabase) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig();
    const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : null;
    try {
      const url = config.databaseUrl ?? embedded?.url ?? "";
      await work({ config, url, ownerUrl: config.databaseDirectUrl ?? url });
    } finally {
      await embedded?.stop();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
