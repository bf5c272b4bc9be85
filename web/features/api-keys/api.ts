import { useQuery } from "@tanstack/react-query";
import type { ApiKey, ApiKeyCreate, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request } from "../../request.ts";
import { copyText } from "../../ui/copy-text.ts";
import { useSaving } from "../../use-saving.ts";

export function useApiKeys(organizationId: string) {
  return useQuery<ApiKey[]>({ queryKey: organizationKey(organizationId, "api-keys") });
}

/** Creates a key and copies it: the server tells it only this once. */
export function useCreateApiKey(organizationId: string) {
  return useSaving({
    send: (key: ApiKeyCreate) =>
      request<ApiKeyCreated>("POST", organizationPath(organizationId, "api-keys"), key),
    success: async ({ key }) => ({
      title: "API Key Created",
      description: (await copyText(key))
        ? "It has been copied to your clipboard and will not be shown again."
        : "Copy it now. It will not be shown again.",
    }),
    failure: "Failed to create API key",
    reads: [organizationKey(organizationId, "api-keys")],
  });
}

export function useRevokeApiKey(organizationId: string) {
  return useSaving({
    send: (apiKeyId: string) => request("DELETE", `/api/api-keys/${apiKeyId}`),
    success: { title: "API key revoked", description: "It no longer works." },
    failure: "Failed to revoke API key",
    reads: [organizationKey(organizationId, "api-keys")],
  });
}
