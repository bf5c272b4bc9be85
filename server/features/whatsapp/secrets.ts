export interface IntegrationKey {
  organizationId: string;
  integrationId: string;
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
