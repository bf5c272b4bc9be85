import type { ApiKey, ApiKeyCreate, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { copyText } from "../../ui/copy-button.tsx";
import { apiMutation, useOrganizationQuery } from "../../organization-api.ts";

export const useApiKeys = () => useOrganizationQuery<ApiKey[]>(["api-keys"]);

/** Creates a key and copies it, since the server returns it only once. */
export const useCreateApiKey = apiMutation<ApiKeyCreate, ApiKeyCreated>({
  send: (key) => ["POST", "api-keys", key],
  success: async ({ key }) => ({
    title: "API Key Created",
    description: (await copyText(key))
      ? "It has been copied to your clipboard and will not be shown again."
      : "Copy it now. It will not be shown again.",
  }),
  failure: "Failed to create API key",
});

export const useRevokeApiKey = apiMutation<string>({
  send: (apiKeyId) => ["DELETE", `/api/api-keys/${apiKeyId}`],
  success: { title: "API key revoked", description: "It no longer works." },
  failure: "Failed to revoke API key",
  refetches: ["api-keys"],
});
