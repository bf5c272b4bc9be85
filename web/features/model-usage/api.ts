import type { Calibration, EmbeddingProgress, ModelUsage } from "../../../contract/model-usage.ts";
import { serverMessageOr } from "../../request.ts";
import { apiMutation, useOrganizationQuery, refetchOnShow } from "../../organization-api.ts";

/** The language model's usage and budget this month. */
export const useModelUsage = () => useOrganizationQuery<ModelUsage>(["model-usage"], refetchOnShow);

/** The same for the banner on every screen: fetched once, then only when the server reports a change. */
export const useBudgetState = () => useOrganizationQuery<ModelUsage>(["model-usage"]);

/** How many passages are embedded; refetched when shown, and when the server reports progress. */
export const useEmbeddingProgress = () =>
  useOrganizationQuery<EmbeddingProgress>(["embeddings"], refetchOnShow);

/** The calibrations behind the confidence of answers. */
export const useCalibrations = () => useOrganizationQuery<Calibration[]>(["calibrations"], refetchOnShow);

/** Sets the monthly budget in millionths of the currency; null removes the limit. */
export const useSetBudget = apiMutation<number | null>({
  send: (budgetMicros) => ["PUT", "model-usage/budget", { budgetMicros }],
  success: { title: "Budget saved", description: "Applies from the next answer." },
  failure: serverMessageOr("Failed to save the budget"),
});
