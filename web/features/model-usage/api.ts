import type { Calibration, EmbeddingProgress, ModelUsage } from "../../../contract/model-usage.ts";
import { request, sentenceOr } from "../../request.ts";
import { useOrganizationQuery } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

/** How much the language model was used this month. Read again whenever it is shown. */
export function useModelUsage() {
  return useOrganizationQuery<ModelUsage>(["model-usage"], { refetchOnMount: "always" });
}

/** The same for the banner on every screen: read once, then only when the server says that it changed. */
export const useBudgetState = () => useOrganizationQuery<ModelUsage>(["model-usage"]);

/** How many passages are embedded. Read again when documents change or are embedded. */
export function useEmbeddingProgress() {
  return useOrganizationQuery<EmbeddingProgress>(["embeddings"], { refetchOnMount: "always" });
}

/** What the confidence of answers is calibrated on. */
export function useCalibrations() {
  return useOrganizationQuery<Calibration[]>(["calibrations"], { refetchOnMount: "always" });
}

/** Sets the monthly budget in millionths of the currency; null removes the limit. */
export const useSetBudget = saving({
  send: (budgetMicros: number | null, path) =>
    request<ModelUsage>("PUT", path("model-usage/budget"), { budgetMicros }),
  success: { title: "Budget saved", description: "Applies from the next answer." },
  failure: sentenceOr("Failed to save the budget"),
  reads: ["model-usage"],
});
