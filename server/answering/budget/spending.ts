import type { Logger } from "pino";
import type { ModelMessage, ModelUsage } from "../../clients/language-model.ts";
import { withTenant, type Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Mail } from "../../mail.ts";
import { addUsage, costMicrosOf, newState, release, reserve, type ModelPrices } from "./model-usage.ts";
import { writeToOwners } from "./write-to-owners.ts";
import { describeError } from "../../errors.ts";

/** What one answer may spend. */
export interface Purse {
  /** Counts what was spent, and tells the owners where it leaves little of the budget. Never rejects. */
  close(used: ModelUsage): Promise<void>;
}

/** What the model costs each organization, and whether it may go on. */
export interface Spending {
  /** Null: the month's budget is used up. */
  open(organizationId: string, atMost: ModelUsage): Promise<Purse | null>;
}

export interface SpendingTools {
  db: Database;
  events: Events;
  mail: Mail;
  log: Logger;
  prices: ModelPrices;
  publicUrl: string;
  /** No answer takes longer; what is still set aside then belongs to a process that died. */
  longestAnswerMs: number;
}

/** A letter more or less a token; some languages need a token for each. */
const lettersPerToken = 2;
/** One answer may be asked for twice. */
const mostRequests = 2;
/** For what is done before and after the model writes. */
const marginMs = 30_000;

export function openSpending(tools: SpendingTools): Spending {
  const { db, prices, log, longestAnswerMs } = tools;
  return {
    async open(organizationId, atMost) {
      const reservation = await withTenant(db, organizationId, (trx) =>
        reserve(trx, organizationId, {
          costMicros: costMicrosOf(atMost, prices),
          forMs: longestAnswerMs + marginMs,
        }),
      );
      if (reservation === false) return null;
      return {
        async close(used) {
          if (reservation === null && used.inputTokens + used.outputTokens === 0) return;
          try {
            await settle(tools, organizationId, { reservation, used });
          } catch (error) {
            log.error(
              { err: describeError(error), ...used },
              "what a language model's answer used could not be counted",
            );
          }
        },
      };
    },
  };
}

/** What an answer to this prompt uses at the very most. */
export function estimateUsage(messages: readonly ModelMessage[], maxOutputTokens: number): ModelUsage {
  const letters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    inputTokens: Math.ceil(letters / lettersPerToken) * mostRequests,
    outputTokens: maxOutputTokens * mostRequests,
  };
}

async function settle(
  tools: SpendingTools,
  organizationId: string,
  { reservation, used }: { reservation: string | null; used: ModelUsage },
): Promise<void> {
  const { db, events, prices } = tools;
  await withTenant(db, organizationId, async (trx) => {
    if (reservation !== null) await release(trx, organizationId, reservation);
    if (used.inputTokens + used.outputTokens === 0) return;
    await addUsage(trx, organizationId, used, costMicrosOf(used, prices));
    const reached = await newState(trx, organizationId);
    if (reached === null) return;
    await events.publish(trx, organizationId, { type: "budget.updated" });
    await writeToOwners(trx, tools, organizationId, reached);
  });
}
