import {
  Calibration,
  EmbeddingProgress,
  ModelBudgetChange,
  ModelUsage,
} from "../../../contract/model-usage.ts";
import { readCurves } from "../../answering/calibration/curves.ts";
import { keyOf, member, tenantOf } from "../../auth/access.ts";
import { readMonth, setBudget, type MonthOfUse } from "../../answering/budget/model-usage.ts";
import type { LlmConfig } from "../../config.ts";
import type { Context } from "../../context.ts";
import { fromRow } from "../../database/rows.ts";
import { readEmbeddingProgress } from "../../ingestion/embed/progress.ts";
import type { Routes } from "../../routes.ts";

export function modelUsageRoutes(routes: Routes, { config, events }: Context): void {
  routes.get("/api/organizations/:organizationId/model-usage", {
    access: member("see the language model usage"),
    summary: "Get the language model usage",
    description: "This month's answers, tokens and cost, and the budget.",
    response: { 200: ModelUsage },
    transaction: async (trx, request) =>
      toModelUsage(await readMonth(trx, tenantOf(request).organizationId), config.llm),
  });

  routes.get("/api/organizations/:organizationId/embeddings", {
    access: member("see the language model usage"),
    summary: "Get the embedding progress",
    description: "How many passages are embedded with the current model.",
    response: { 200: EmbeddingProgress },
    transaction: (trx, request) =>
      readEmbeddingProgress(trx, { ...keyOf(request), modelName: config.embeddings?.model }),
  });

  routes.get("/api/organizations/:organizationId/calibrations", {
    access: member("see the language model usage"),
    summary: "List the calibrations",
    description: "How many questions the confidence of each engine is calibrated on.",
    response: { 200: Calibration.array() },
    transaction: async (trx, request) => {
      const curves = await readCurves(trx, tenantOf(request).organizationId);
      return [...curves.values()]
        .map((curve) => fromRow(Calibration, curve))
        .toSorted((one, other) => (one.engine < other.engine ? -1 : 1));
    },
  });

  routes.put("/api/organizations/:organizationId/model-usage/budget", {
    access: member("manage the language model"),
    summary: "Set the language model budget",
    description: "Per month. `null` removes the limit.",
    body: ModelBudgetChange,
    response: { 200: ModelUsage },
    transaction: async (trx, request) => {
      const { organizationId } = tenantOf(request);
      await setBudget(trx, organizationId, request.body.budgetMicros);
      await events.publish(trx, organizationId, { type: "budget.updated" });
      return toModelUsage(await readMonth(trx, organizationId), config.llm);
    },
  });
}

const toModelUsage = (month: MonthOfUse, llm: LlmConfig | undefined): ModelUsage => ({
  ...month,
  model: llm === undefined ? null : { name: llm.model, currency: llm.prices.currency },
});
