import { UnreadableSecretError } from "../server/auth/secret-box.ts";
import { useOnlyFirstKey } from "../server/installation.ts";
import { sealAnew } from "../server/seal-anew.ts";
import { loadSecretKeys } from "../server/secret-key.ts";
import { StartError } from "../server/start-error.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// The last step of changing SECRET_KEY: everything is sealed under it, and SECRET_KEY_SECOND is not needed any more.
await withOperatorDatabase(async ({ config, url, ownerUrl }) => {
  const secretKeys = await loadSecretKeys(config, config.dataDir);
  const changed = await sealAnew({ url, ownerUrl }, secretKeys).catch((error: unknown) => {
    if (!(error instanceof UnreadableSecretError)) throw error;
    throw new StartError(
      "Something is sealed under a key that is neither SECRET_KEY nor SECRET_KEY_SECOND. Nothing was declared done: give the key of before as SECRET_KEY_SECOND.",
    );
  });
  await useOnlyFirstKey(ownerUrl, secretKeys);
  process.stdout.write(`Sealed anew: ${changed}. SECRET_KEY_SECOND can be taken away.\n`);
});
