import { useQuery } from "@tanstack/react-query";
import type { EmbeddingProgress, ModelUsage } from "../../../contract/model-usage.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request, sentenceOr } from "../../request.ts";
import { useSaving } from "../../use-saving.ts";

/** How much the language model was used this month. Read again whenever it is shown. */
export function useModelUsage(organizationId: string) {
  return useQuery<ModelUsage>({
    queryKey: organizationKey(organizationId, "model-usage"),
    refetchOnMount: "always",
  });
}

/** The same for the banner on every screen: read once, then only when the server says that it changed. */
export function useBudgetState(organizationId: string) {
  return useQuery<ModelUsage>({ queryKey: organizationKey(organizationId, "model-usage") });
}

/** How many passages are embedded. Read again when documents change or are embedded. */
export function useEmbeddingProgress(organizationId: string) {
  return useQuery<EmbeddingProgress>({
    queryKey: organizationKey(organizationId, "embeddings"),
    refetchOnMount: "always",
  });
}

/** Sets the monthly budget in millionths of the currency; null removes the limit. */
export function useSetBudget(organizationId: string) {
  return useSaving({
    send: (budgetMicros: number | null) =>
      request<ModelUsage>("PUT", organizationPath(organizationId, "model-usage/budget"), { budgetMicros }),
    success: { title: "Budget saved", description: "Applies from the next answer." },
    failure: sentenceOr("Failed to save the budget"),
    reads: [organizationKey(organizationId, "model-usage")],
  });
}
