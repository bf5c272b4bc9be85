import type { SecretBox } from "../../auth/secret-box.ts";
import type { Transaction, Key } from "../../database/database.ts";
import { rowId, updateRows } from "../../database/rows.ts";

export type IntegrationKey = Key<"integrationId">;

/** The number that an update is about; `settingsOf` is when its settings were last changed. */
export interface IntegrationOfUpdate extends IntegrationKey {
  settingsOf: Date;
}

const place =
  (what: string) =>
  (key: IntegrationKey): string =>
    `whatsapp ${what} ${key.organizationId} ${key.integrationId}`;

/** The places of an integration's secrets: a secret encrypted for one place cannot be decrypted for another. */
export const placeOfSecret = {
  accessToken: place("access token"),
  verifyToken: place("verify token"),
  appSecret: place("app secret"),
};

/** Encrypts the secrets of an organization's integrations under the first key. Returns the number of changed rows. */
export async function resealIntegrations(trx: Transaction, secrets: SecretBox, organizationId: string) {
  const rows = await trx
    .selectFrom("whatsapp_integrations")
    .select(["id", "access_token", "verify_token", "app_secret"])
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .execute();
  let changed = 0;
  for (const row of rows) {
    const key = { organizationId, integrationId: row.id };
    const resealed = {
      access_token: secrets.reseal(row.access_token, placeOfSecret.accessToken(key)),
      verify_token: secrets.reseal(row.verify_token, placeOfSecret.verifyToken(key)),
      app_secret: row.app_secret && secrets.reseal(row.app_secret, placeOfSecret.appSecret(key)),
    };
    const values = Object.fromEntries(Object.entries(resealed).filter(([, value]) => value !== null));
    if (Object.keys(values).length === 0) continue;
    await updateRows(trx, "whatsapp_integrations", rowId(organizationId, row.id), values);
    changed += 1;
  }
  return changed;
}
