import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import type { LockedConversation } from "../../conversations/outbox/outbox.ts";

/** Meta's limits: 80 messages per second and number, and one per 6 s and customer with bursts of 45. */
const number = { burst: 80, perSecond: 80 };
const pair = { burst: 45, perSecond: 1 / 6 };

/** How long to wait; 0: send now. `brief`: short enough to wait within the job. */
interface Allowance {
  waitMs: number;
  brief: boolean;
}

/**
 * Takes one message from the token buckets of the customer and of the number, which all processes share in the
 * database; or takes nothing and returns how long to wait. The caller has locked the conversation; the number is
 * locked after it, always in this order.
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
