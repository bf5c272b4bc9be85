import { useQuery } from "@tanstack/react-query";
import type { EmbeddingProgress, ModelUsage } from "../../../contract/model-usage.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request, sentenceOr } from "../../request.ts";
import { useSaving } from "../../use-saving.ts";

/** What the language model was used for this month; read anew whenever it is looked at. */
export function useModelUsage(organizationId: string) {
  return useQuery<ModelUsage>({
    queryKey: organizationKey(organizationId, "model-usage"),
    refetchOnMount: "always",
  });
}

/** The same, where it stands in the margin of every screen: read once, and anew when an event says so. */
export function useBudgetState(organizationId: string) {
  return useQuery<ModelUsage>({ queryKey: organizationKey(organizationId, "model-usage") });
}

/** How far the embedding of passages is; read anew as versions come and are embedded. */
export function useEmbeddingProgress(organizationId: string) {
  return useQuery<EmbeddingProgress>({
    queryKey: organizationKey(organizationId, "embeddings"),
    refetchOnMount: "always",
  });
}

/** Sets what may be spent in a month, in millionths; null lifts the limit. */
export function useSetBudget(organizationId: string) {
  return useSaving({
    send: (budgetMicros: number | null) =>
      request<ModelUsage>("PUT", organizationPath(organizationId, "model-usage/budget"), { budgetMicros }),
    success: { title: "Budget saved", description: "Applies from the next answer." },
    failure: sentenceOr("Failed to save the budget"),
    reads: [organizationKey(organizationId, "model-usage")],
  });
}
