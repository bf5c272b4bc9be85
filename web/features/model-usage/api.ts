import type { Calibration, EmbeddingProgress, ModelUsage } from "../../../contract/model-usage.ts";
import { sentenceOr } from "../../request.ts";
import { useOrganizationQuery, whenShown } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

/** How much the language model was used this month. */
export const useModelUsage = () => useOrganizationQuery<ModelUsage>(["model-usage"], whenShown);

/** The same for the banner on every screen: read once, then only when the server says that it changed. */
export const useBudgetState = () => useOrganizationQuery<ModelUsage>(["model-usage"]);

/** How many passages are embedded. Read again when documents change or are embedded, too. */
export const useEmbeddingProgress = () => useOrganizationQuery<EmbeddingProgress>(["embeddings"], whenShown);

/** What the confidence of answers is calibrated on. */
export const useCalibrations = () => useOrganizationQuery<Calibration[]>(["calibrations"], whenShown);

/** Sets the monthly budget in millionths of the currency; null removes the limit. */
export const useSetBudget = saving<number | null>({
  send: (budgetMicros) => ["PUT", "model-usage/budget", { budgetMicros }],
  success: { title: "Budget saved", description: "Applies from the next answer." },
  failure: sentenceOr("Failed to save the budget"),
});
