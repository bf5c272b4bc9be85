import { sql } from "kysely";
import type { ModelUsage } from "../../clients/language-model.ts";
import type { Transaction } from "../../database/database.ts";

/** What a million tokens cost; a price per million is the price of one in millionths. */
export interface ModelPrices {
  input: number;
  output: number;
  /** ISO 4217. */
  currency: string;
}

export interface MonthOfUse {
  answers: number;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of the currency. */
  costMicros: number;
  /** Millionths of the currency; null: no limit. */
  budgetMicros: number | null;
}

const month = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;

export function costMicrosOf(usage: ModelUsage, prices: ModelPrices): number {
  return Math.round(usage.inputTokens * prices.input + usage.outputTokens * prices.output);
}

/** What the organization has used in this month, and may use. */
export async function readMonth(trx: Transaction, organizationId: string): Promise<MonthOfUse> {
  const used = await trx
    .selectFrom("model_usage")
    .select(["answers", "input_tokens", "output_tokens", "cost_micros"])
    .where("organization_id", "=", organizationId)
    .where("month", "=", month)
    .executeTakeFirst();
  const budget = await trx
    .selectFrom("model_budgets")
    .select("monthly_micros")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return {
    answers: used?.answers ?? 0,
    inputTokens: used?.input_tokens ?? 0,
    outputTokens: used?.output_tokens ?? 0,
    costMicros: used?.cost_micros ?? 0,
    budgetMicros: budget?.monthly_micros ?? null,
  };
}

export const isUsedUp = ({ costMicros, budgetMicros }: MonthOfUse): boolean =>
  budgetMicros !== null && costMicros >= budgetMicros;

/** Adds what one answer used, whether or not it was given in the end. */
export async function addUsage(
  trx: Transaction,
  organizationId: string,
  usage: ModelUsage,
  costMicros: number,
): Promise<void> {
  await sql`
    insert into model_usage (organization_id, month, answers, input_tokens, output_tokens, cost_micros)
    values (${organizationId}, ${month}, 1, ${usage.inputTokens}, ${usage.outputTokens}, ${costMicros})
    on conflict (organization_id, month) do update set
      answers = model_usage.answers + 1,
      input_tokens = model_usage.input_tokens + excluded.input_tokens,
      output_tokens = model_usage.output_tokens + excluded.output_tokens,
      cost_micros = model_usage.cost_micros + excluded.cost_micros
  `.execute(trx);
}
