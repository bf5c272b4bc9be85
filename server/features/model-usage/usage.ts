import type { ModelUsage } from "../../../contract/model-usage.ts";
import type { LlmConfig } from "../../config.ts";
import type { Transaction } from "../../database/database.ts";
import { isUsedUp, readMonth } from "../../pipeline/model-answer/model-usage.ts";

/** From this share of the budget on it is said to be nearly used up. */
const nearShare = 0.8;

export async function readUsage(
  trx: Transaction,
  llm: LlmConfig | undefined,
  organizationId: string,
): Promise<ModelUsage> {
  const month = await readMonth(trx, organizationId);
  const { budgetMicros, costMicros } = month;
  const isNear = budgetMicros !== null && costMicros >= budgetMicros * nearShare;
  return {
    ...month,
    model: llm === undefined ? null : { name: llm.model, currency: llm.prices.currency },
    state: isUsedUp(month) ? "used_up" : isNear ? "near" : "within",
  };
}

/** Null lifts the limit. */
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
