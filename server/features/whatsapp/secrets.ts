interface IntegrationKey {
  organizationId: string;
  integrationId: string;
}

const place =
  (what: string) =>
  (key: IntegrationKey): string =>
    `whatsapp ${what} ${key.organizationId} ${key.integrationId}`;

/** Where the secrets of an integration stand: sealed as one of them, none opens as another. */
export const placeOfSecret = {
  accessToken: place("access token"),
  verifyToken: place("verify token"),
  appSecret: place("app secret"),
};
