import path from "node:path";
import { parseArgs } from "node:util";
import { writeBackup } from "../server/backup/write-backup.ts";
import { openStorage } from "../server/context.ts";
import { prepareDataFolder } from "../server/data-folder.ts";
import { joinInstallation } from "../server/installation.ts";
import { loadSecretKeys, readSecretKey } from "../server/secret-key.ts";
import { StartError } from "../server/start-error.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// Copies the installation of this environment to a new folder, also while it runs: database, files, secret key.
const { to } = parseArgs({ options: { to: { type: "string" } } }).values;
if (to === undefined) {
  process.stderr.write("Usage: npm run backup -- --to FOLDER\n");
  process.exit(1);
}
await withOperatorDatabase(
  async ({ config, ownerUrl }) => {
    if (config.secretKeySecond !== undefined)
      throw new StartError("SECRET_KEY is being rotated. Finish with npm run rotate-key, then back up.");
    await prepareDataFolder(config.dataDir);
    const storage = await openStorage(config);
    // With another key or other files the backup would be worthless.
    await joinInstallation(ownerUrl, { secretKeys: await loadSecretKeys(config, config.dataDir), storage });
    const secretKey = await readSecretKey(config.secretKey, config.dataDir);
    const folder = path.resolve(to);
    const manifest = await writeBackup({ ownerUrl, storage, secretKey }, folder);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `Backed up to ${folder} and verified: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files, the secret key. Keep the folder private.\n`,
    );
  },
  { whileRunning: true },
);
