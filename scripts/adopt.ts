import { openStorage } from "../server/context.ts";
import { useOnlyFirstKey, useStorage } from "../server/installation.ts";
import { loadSecretKeys } from "../server/secret-key.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// Adopts the storage of this environment, after files were moved to it, or its key, after the old one was lost.
const [what] = process.argv.slice(2);
if (what !== "storage" && what !== "key") {
  process.stderr.write("Usage: npm run adopt -- storage, or npm run adopt -- key\n");
  process.exit(1);
}
await withOperatorDatabase(async ({ config, ownerUrl }) => {
  if (what === "storage") await useStorage(ownerUrl, await openStorage(config));
  else await useOnlyFirstKey(ownerUrl, await loadSecretKeys(config, config.dataDir));
  process.stdout.write(`Done: the installation now uses the ${what} of this environment.\n`);
});
