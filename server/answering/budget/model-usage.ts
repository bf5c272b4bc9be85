import { sql } from "kysely";
import type { ModelUsage as UsageOfOrganization } from "../../../contract/model-usage.ts";
import type { ModelUsage } from "../../clients/language-model.ts";
import type { Transaction } from "../../database/database.ts";
import { deleteRows, findRow, insertRow, lockRow, upsertRow } from "../../database/rows.ts";

/** Prices of a million tokens, which equal the price of one token in millionths of the currency. */
export interface ModelPrices {
  input: number;
  output: number;
  /** ISO 4217. */
  currency: string;
}

/** Costs and budget are in millionths of the currency. */
export type MonthOfUse = Omit<UsageOfOrganization, "model">;

/** Budgets start again with each calendar month in the payers' time zone. */
const month = sql<string>`date_trunc('month', clock_timestamp() at time zone 'Africa/Johannesburg')::date`;

/** From this share on, the budget is reported as nearly used up. */
const nearShare = 0.8;

export function costMicrosOf(usage: ModelUsage, prices: ModelPrices): number {
  return Math.round(usage.inputTokens * prices.input + usage.outputTokens * prices.output);
}

/** The organization's usage and budget of this month. */
export async function readMonth(trx: Transaction, organizationId: string): Promise<MonthOfUse> {
  const ofMonth = { organization_id: organizationId, month };
  const columns = ["answers", "input_tokens", "output_tokens", "cost_micros"] as const;
  const used = await findRow(trx, "model_usage", ofMonth, columns);
  const budget = await findRow(trx, "model_budgets", { organization_id: organizationId }, ["monthly_micros"]);
  const costMicros = used?.cost_micros ?? 0;
  const budgetMicros = budget?.monthly_micros ?? null;
  return {
    answers: used?.answers ?? 0,
    inputTokens: used?.input_tokens ?? 0,
    outputTokens: used?.output_tokens ?? 0,
    costMicros,
    budgetMicros,
    state: stateOf(costMicros, budgetMicros),
  };
}

/** Sets the monthly budget; null removes it. */
export async function setBudget(trx: Transaction, organizationId: string, budgetMicros: number | null) {
  const key = { organization_id: organizationId };
  if (budgetMicros === null) await deleteRows(trx, "model_budgets", key);
  else await upsertRow(trx, "model_budgets", key, { monthly_micros: budgetMicros });
}

function stateOf(costMicros: number, budgetMicros: number | null): MonthOfUse["state"] {
  if (budgetMicros === null || costMicros < budgetMicros * nearShare) return "within";
  return costMicros < budgetMicros ? "near" : "used_up";
}

/**
 * Reserves the maximum cost of an answer. Returns the id of the reservation, null if there is no budget, or false if
 * the budget is used up, counting the reservations of other answers.
 */
export async function reserve(
  trx: Transaction,
  organizationId: string,
  { costMicros, forMs }: { costMicros: number; forMs: number },
): Promise<string | null | false> {
  // Answers that begin at the same moment see one another's reservations.
  const budget = await lockRow(trx, "model_budgets", { organization_id: organizationId }, ["monthly_micros"]);
  if (budget === undefined) return null;
  const { rows } = await sql<{ micros: number }>`
    with expired as (
      delete from model_reservations
      where organization_id = ${organizationId} and expires_at <= clock_timestamp()
    )
    select (
      coalesce((select cost_micros from model_usage where organization_id = ${organizationId} and month = ${month}), 0)
      + coalesce((
        select sum(cost_micros) from model_reservations
        where organization_id = ${organizationId} and expires_at > clock_timestamp()
      ), 0)
    )::bigint as micros
  `.execute(trx);
  if ((rows[0]?.micros ?? 0) >= budget.monthly_micros) return false;
  return insertRow(trx, "model_reservations", {
    organization_id: organizationId,
    cost_micros: costMicros,
    expires_at: sql`clock_timestamp() + ${`${forMs} milliseconds`}::interval`,
  });
}

/** Adds usage to this month's, whether or not the answer was given in the end. */
export async function addUsage(
  trx: Transaction,
  organizationId: string,
  usage: ModelUsage & { answers: number; costMicros: number },
): Promise<void> {
  await sql`
    insert into model_usage (organization_id, month, answers, input_tokens, output_tokens, cost_micros)
    values (${organizationId}, ${month}, ${usage.answers}, ${usage.inputTokens}, ${usage.outputTokens}, ${usage.costMicros})
    on conflict (organization_id, month) do update set
      answers = model_usage.answers + excluded.answers,
      input_tokens = model_usage.input_tokens + excluded.input_tokens,
      output_tokens = model_usage.output_tokens + excluded.output_tokens,
      cost_micros = model_usage.cost_micros + excluded.cost_micros
  `.execute(trx);
}

/**
 * Returns this month's usage if little or nothing of the budget is left and the owners have not been notified of it,
 * and marks it as reported.
 */
export async function reportNewState(trx: Transaction, organizationId: string): Promise<MonthOfUse | null> {
  const use = await readMonth(trx, organizationId);
  const { state } = use;
  if (state === "within") return null;
  const reported = await trx
    .updateTable("model_usage")
    .set({ warned_of: state })
    .where("organization_id", "=", organizationId)
    .where("month", "=", month)
    .where("warned_of", "is distinct from", "used_up")
    .$if(state === "near", (usage) => usage.where("warned_of", "is", null))
    .executeTakeFirst();
  return reported.numUpdatedRows === 0n ? null : use;
}
