import type { Logger } from "pino";
import type { ModelRequest, ModelUsage } from "../../clients/language-model.ts";
import { minCharactersPerToken } from "../../clients/token-estimates.ts";
import { type Database, type Transaction, withTenant } from "../../database/database.ts";
import { deleteRows, rowId } from "../../database/rows.ts";
import { describeError } from "../../errors.ts";
import type { Events } from "../../events.ts";
import type { Mail } from "../../mail.ts";
import { addUsage, costMicrosOf, reportNewState, reserve } from "./model-usage.ts";
import type { ModelPrices, MonthOfUse } from "./model-usage.ts";

/** Keeps each organization's model costs within its monthly budget. */
export type BudgetReservations = ReturnType<typeof openBudgetReservations>;

export interface ReservationTools {
  db: Database;
  events: Events;
  mail: Mail;
  log: Logger;
  prices: ModelPrices;
  publicUrl: string;
  /** No answer takes longer: an older reservation belongs to a process that died, and expires. */
  maxAnswerMs: number;
}

/** An answer takes two requests when the first one fails. */
const maxRequests = 2;
/** Time for the work before and after the model writes. */
const marginMs = 30_000;

/** A prompt whose maximum cost is reserved. */
interface BudgetedPrompt extends Pick<ModelRequest, "messages" | "maxOutputTokens"> {
  /** False for work that only helps with an answer, such as a translation, and is not counted as one. */
  isAnswer?: boolean;
}

export function openBudgetReservations(tools: ReservationTools) {
  const { db, prices, log, maxAnswerMs } = tools;
  return {
    /**
     * Reserves the maximum cost of the prompt, runs `work`, which reports its usage to `count`, and emails the owners
     * if little of the budget is left. Null if the month's budget is used up.
     */
    async within<Result>(
      organizationId: string,
      { isAnswer = true, ...prompt }: BudgetedPrompt,
      work: (count: (used: ModelUsage) => void) => Promise<Result>,
    ): Promise<Result | null> {
      const costMicros = costMicrosOf(estimateUsage(prompt), prices);
      const reservation = await withTenant(db, organizationId, (trx) =>
        reserve(trx, organizationId, { costMicros, forMs: maxAnswerMs + marginMs }),
      );
      if (reservation === false) return null;
      const total: ModelUsage = { inputTokens: 0, outputTokens: 0 };
      try {
        return await work(({ inputTokens, outputTokens }) => {
          total.inputTokens += inputTokens;
          total.outputTokens += outputTokens;
        });
      } finally {
        await recordUsage(tools, organizationId, { reservation, used: total, isAnswer }).catch(
          (error: unknown) =>
            log.error(
              { err: describeError(error), ...total },
              "could not record the usage of the language model",
            ),
        );
      }
    },
  };
}

/** The maximum usage of an answer to this prompt. */
function estimateUsage({ messages, maxOutputTokens }: BudgetedPrompt): ModelUsage {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    inputTokens: Math.ceil(characters / minCharactersPerToken) * maxRequests,
    outputTokens: maxOutputTokens * maxRequests,
  };
}

async function recordUsage(
  tools: ReservationTools,
  organizationId: string,
  { reservation, used, isAnswer }: { reservation: string | null; used: ModelUsage; isAnswer: boolean },
): Promise<void> {
  const { db, events, prices } = tools;
  const isUsed = used.inputTokens + used.outputTokens > 0;
  if (reservation === null && !isUsed) return;
  await withTenant(db, organizationId, async (trx) => {
    if (reservation !== null) await deleteRows(trx, "model_reservations", rowId(organizationId, reservation));
    if (!isUsed) return;
    const answers = isAnswer ? 1 : 0;
    await addUsage(trx, organizationId, { ...used, answers, costMicros: costMicrosOf(used, prices) });
    const reached = await reportNewState(trx, organizationId);
    if (reached === null) return;
    await events.publish(trx, organizationId, { type: "budget.updated" });
    await emailOwners(trx, tools, organizationId, reached);
  });
}

/** Emails the owners that the month's budget is nearly or completely used up, if email is set up. */
async function emailOwners(
  trx: Transaction,
  { mail, prices, publicUrl }: ReservationTools,
  organizationId: string,
  { state, costMicros, budgetMicros }: MonthOfUse,
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
