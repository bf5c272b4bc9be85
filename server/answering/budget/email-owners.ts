import type { Transaction } from "../../database/database.ts";
import type { Mail } from "../../mail.ts";
import type { BudgetState, ModelPrices, MonthOfUse } from "./model-usage.ts";

interface EmailOwnersTools {
  mail: Mail;
  prices: ModelPrices;
  publicUrl: string;
}

/** Mails the owners that the month's budget is nearly or wholly used up; nothing where mail is not set up. */
export async function emailOwners(
  trx: Transaction,
  { mail, prices, publicUrl }: EmailOwnersTools,
  organizationId: string,
  { state, costMicros, budgetMicros }: MonthOfUse & { state: Exclude<BudgetState, "within"> },
): Promise<void> {
  if (!mail.isSetUp) return;
  const owners = await trx
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .innerJoin("organizations", "organizations.id", "memberships.organization_id")
    .select(["users.email", "organizations.name"])
    .where("memberships.organization_id", "=", organizationId)
    .where("memberships.role", "=", "owner")
    .execute();
  const money = (micros: number) => `${prices.currency} ${(micros / 1_000_000).toFixed(2)}`;
  const spent = `${money(costMicros)} of ${money(budgetMicros ?? 0)}`;
  const page = `${publicUrl}/settings?tab=language-model`;
  for (const { email: to, name } of owners) {
    const message =
      state === "near"
        ? {
            subject: `${name}: over 80% of this month's language model budget is used`,
            text: `The language model has cost ${name} ${spent} this month. When the budget is used up, answers are quoted from your documents until next month.\n\nView the costs or change the budget:\n${page}`,
          }
        : {
            subject: `${name}: this month's language model budget is used up`,
            text: `The language model has cost ${name} ${spent} this month. Answers are now quoted from your documents until next month or until you raise the budget.\n\nChange the budget:\n${page}`,
          };
    await mail.send(trx, organizationId, { to, ...message });
  }
}
