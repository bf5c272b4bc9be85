import { openStorage } from "../server/context.ts";
import { useOnlyFirstKey, useStorage } from "../server/installation.ts";
import { loadSecretKeys } from "../server/secret-key.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// Says that what this environment names is right from now on: the storage that files were moved to, or a key in
// place of one that is lost.
const [what] = process.argv.slice(2);
if (what !== "storage" && what !== "key") {
  process.stderr.write("Say what to adopt: npm run adopt -- storage, or npm run adopt -- key\n");
  process.exit(1);
}
await withOperatorDatabase(async ({ config, ownerUrl }) => {
  if (what === "storage") await useStorage(ownerUrl, await openStorage(config));
  else await useOnlyFirstKey(ownerUrl, await loadSecretKeys(config, config.dataDir));
  process.stdout.write(`Done: the ${what} of this environment is that of the installation.\n`);
});
