import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import type { LockedConversation } from "../../conversations/outbox/outbox.ts";

/** Meta's limits: 80 messages a second for a number, one in 6 s to a customer with bursts of 45. */
const number = { burst: 80, perSecond: 80 };
const pair = { burst: 45, perSecond: 1 / 6 };

/** 0: go ahead. `brief`: worth waiting for on the spot. */
interface Allowance {
  waitMs: number;
  brief: boolean;
}

/**
 * Takes one message out of the allowances of the customer and of the number (two token buckets in the
 * database, shared by all processes), or says how long to wait and takes nothing. The conversation is
 * locked by the caller; then the number, always in this order.
 */
export async function takeAllowance(
  trx: Transaction,
  conversation: LockedConversation,
  integrationId: string,
): Promise<Allowance> {
  const { organization_id: organizationId, session_id: sessionId } = conversation;
  const seconds = Math.max(0, Date.now() - conversation.allowance_at.getTime()) / 1000;
  const tokens = Math.min(pair.burst, conversation.send_allowance + seconds * pair.perSecond);
  if (tokens < 1) return { waitMs: ((1 - tokens) / pair.perSecond) * 1000, brief: false };
  const refilled = sql<number>`least(${number.burst}::real, send_allowance + extract(epoch from clock_timestamp() - allowance_at) * ${number.perSecond}::real)`;
  const allowance = await trx
    .updateTable("whatsapp_integrations")
    .set({ send_allowance: sql`${refilled} - 1`, allowance_at: sql`clock_timestamp()` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", integrationId)
    .where(refilled, ">=", 1)
    .executeTakeFirst();
  if (allowance.numUpdatedRows === 0n) return { waitMs: 1000 / number.perSecond, brief: true };
  await trx
    .updateTable("conversations")
    .set({ send_allowance: tokens - 1, allowance_at: new Date() })
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .execute();
  return { waitMs: 0, brief: true };
}
