import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EmbeddingProgress, ModelUsage } from "../../../contract/model-usage.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request, RequestError } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";

const usageKey = (organizationId: string): QueryKey => ["/api/organizations", organizationId, "model-usage"];

/** What the language model was used for this month; read anew whenever it is looked at. */
export function useModelUsage(organizationId: string) {
  return useQuery<ModelUsage>({ queryKey: usageKey(organizationId), refetchOnMount: "always" });
}

/** The same, where it stands in the margin of every screen: read once, and anew when an event says so. */
export function useBudgetState(organizationId: string) {
  return useQuery<ModelUsage>({ queryKey: usageKey(organizationId) });
}

/** How far the embedding of passages is; read anew as versions come and are embedded. */
export function useEmbeddingProgress(organizationId: string) {
  return useQuery<EmbeddingProgress>({
    queryKey: ["/api/organizations", organizationId, "embeddings"],
    refetchOnMount: "always",
  });
}

/** Sets what may be spent in a month, in millionths; null lifts the limit. */
export function useSetBudget(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (budgetMicros: number | null) =>
      request<ModelUsage>("PUT", `/api/organizations/${organizationId}/model-usage/budget`, { budgetMicros }),
    onSuccess: (usage) => {
      queryClient.setQueryData(usageKey(organizationId), usage);
      toast({ title: "Budget saved", description: "Applies from the next answer." });
    },
    onError: (error) =>
      announceFailure(
        error,
        (error instanceof RequestError && error.sentence) || "Failed to save the budget",
      ),
  });
}
