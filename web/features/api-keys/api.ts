import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiKey, ApiKeyCreate, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request } from "../../request.ts";
import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast-store.ts";

function apiKeysKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "api-keys"];
}

export function useApiKeys(organizationId: string) {
  return useQuery<ApiKey[]>({ queryKey: apiKeysKey(organizationId) });
}

/** Creates a key and copies it: this is the only time that it is told. */
export function useCreateApiKey(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: ApiKeyCreate) =>
      request<ApiKeyCreated>("POST", `/api/organizations/${organizationId}/api-keys`, key),
    onSuccess: async ({ key }) => {
      const copied = await copyText(key);
      toast({
        title: "API Key Created",
        description: copied
          ? "It has been copied to your clipboard and will not be shown again."
          : "Copy it now. It will not be shown again.",
      });
      await queryClient.invalidateQueries({ queryKey: apiKeysKey(organizationId) });
    },
    onError: (error) => announceFailure(error, "Failed to create API key"),
  });
}

export function useRevokeApiKey(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (apiKeyId: string) => request("DELETE", `/api/api-keys/${apiKeyId}`),
    onSuccess: async () => {
      toast({ title: "API key revoked", description: "It no longer works." });
      await queryClient.invalidateQueries({ queryKey: apiKeysKey(organizationId) });
    },
    onError: (error) => announceFailure(error, "Failed to revoke API key"),
  });
}
