import type { EmbeddingProgress, ModelUsage } from "../../../contract/model-usage.ts";
import type { EmbeddingsConfig, LlmConfig } from "../../config.ts";
import type { Transaction } from "../../database/database.ts";
import { readProgress } from "../../ingestion/embed/progress.ts";
import { readMonth, stateOf } from "../../answering/budget/model-usage.ts";

export async function readUsage(
  trx: Transaction,
  llm: LlmConfig | undefined,
  organizationId: string,
): Promise<ModelUsage> {
  const month = await readMonth(trx, organizationId);
  return {
    ...month,
    model: llm === undefined ? null : { name: llm.model, currency: llm.prices.currency },
    state: stateOf(month),
  };
}

export async function readEmbeddingProgress(
  trx: Transaction,
  embeddings: EmbeddingsConfig | undefined,
  organizationId: string,
): Promise<EmbeddingProgress> {
  if (embeddings === undefined) return { model: null, passages: 0, embedded: 0, searched: true };
  const { model } = embeddings;
  return { model, ...(await readProgress(trx, { organizationId, modelName: model })) };
}

/** Sets the monthly budget; null removes it. */
export async function setBudget(
  trx: Transaction,
  organizationId: string,
  budgetMicros: number | null,
): Promise<void> {
  if (budgetMicros === null) {
    await trx.deleteFrom("model_budgets").where("organization_id", "=", organizationId).execute();
    return;
  }
  await trx
    .insertInto("model_budgets")
    .values({ organization_id: organizationId, monthly_micros: budgetMicros })
    .onConflict((conflict) =>
      conflict.column("organization_id").doUpdateSet({ monthly_micros: budgetMicros }),
    )
    .execute();
}
