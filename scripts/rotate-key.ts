import { UnreadableSecretError } from "../server/auth/secret-box.ts";
import { useOnlyFirstKey } from "../server/installation.ts";
import { resealSecrets } from "../server/reseal-secrets.ts";
import { loadSecretKeys } from "../server/secret-key.ts";
import { StartError } from "../server/start-error.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// The last step of changing SECRET_KEY: encrypts every secret under it, so that SECRET_KEY_SECOND can be removed.
await withOperatorDatabase(async ({ config, url, ownerUrl }) => {
  const secretKeys = await loadSecretKeys(config, config.dataDir);
  const changed = await resealSecrets({ url, ownerUrl }, secretKeys).catch((error: unknown) => {
    if (!(error instanceof UnreadableSecretError)) throw error;
    throw new StartError(
      "Some secrets are encrypted under a key that is neither SECRET_KEY nor SECRET_KEY_SECOND. Set SECRET_KEY_SECOND to the old key and run this again.",
    );
  });
  await useOnlyFirstKey(ownerUrl, secretKeys);
  process.stdout.write(
    `Encrypted the stored secrets again (${changed}). You can now remove SECRET_KEY_SECOND.\n`,
  );
});
