import path from "node:path";
import { parseArgs } from "node:util";
import { readVerified } from "../server/backup/manifest.ts";
import { requireEmptyTarget, restoreBackup } from "../server/backup/restore-backup.ts";
import { openStorage } from "../server/context.ts";
import { prepareDataFolder } from "../server/data-folder.ts";
import { adoptSecretKey } from "../server/secret-key.ts";
import { StartError } from "../server/start-error.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// Fills the empty database and storage of this environment from a backup. Nothing is sent before npm run release.
const { from } = parseArgs({ options: { from: { type: "string" } } }).values;
if (from === undefined) {
  process.stderr.write("Usage: npm run restore -- --from FOLDER\n");
  process.exit(1);
}
await withOperatorDatabase(async ({ config, ownerUrl }) => {
  await prepareDataFolder(config.dataDir);
  const verified = await readVerified(path.resolve(from));
  const target = { ownerUrl, storage: await openStorage(config) };
  await requireEmptyTarget(target);
  const isAdopted = await adoptSecretKey(verified.manifest.secretKey, config.secretKey, config.dataDir);
  if (!isAdopted) {
    throw new StartError(
      "SECRET_KEY, or the secret-key in DATA_DIR, is not the key of this backup. Set SECRET_KEY to the key in its manifest.json, or restore into a new DATA_DIR without SECRET_KEY.",
    );
  }
  await restoreBackup(target, verified);
  process.stdout.write(
    `Restored the backup of ${verified.manifest.madeAt} and verified it. Start with npm start. Email and WhatsApp messages are held until npm run release.\n`,
  );
});
