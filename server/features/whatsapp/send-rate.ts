import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";

/** Meta's limits: 80 messages a second for a number, one in 6 s to a customer with bursts of 45. */
const number = { burst: 80, perSecond: 80 };
const pair = { burst: 45, perSecond: 1 / 6 };

/** 0: go ahead. `brief`: worth waiting for on the spot. */
interface Allowance {
  waitMs: number;
  brief: boolean;
}

interface Conversation {
  organizationId: string;
  sessionId: string;
}

/**
 * Takes one message out of the allowances of the customer and of the number (two token buckets in the
 * database, shared by all processes), or says how long to wait and takes nothing.
 */
export async function takeAllowance(
  trx: Transaction,
  { organizationId, sessionId }: Conversation,
  integrationId: string,
): Promise<Allowance> {
  const refilled = (bucket: typeof pair) =>
    sql<number>`least(${bucket.burst}::real, send_allowance + extract(epoch from clock_timestamp() - allowance_at) * ${bucket.perSecond}::real)`;
  // The conversation is locked by the caller; then the number, always in this order.
  const conversation = await trx
    .selectFrom("conversations")
    .select(refilled(pair).as("tokens"))
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  const pairWaitMs = waitFor(Number(conversation.tokens), pair.perSecond);
  if (pairWaitMs > 0) return { waitMs: pairWaitMs, brief: false };
  const taken = await trx
    .updateTable("whatsapp_integrations")
    .set({ send_allowance: sql`${refilled(number)} - 1`, allowance_at: sql`clock_timestamp()` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", integrationId)
    .where(refilled(number), ">=", 1)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return { waitMs: 1000 / number.perSecond, brief: true };
  await trx
    .updateTable("conversations")
    .set({ send_allowance: sql`${refilled(pair)} - 1`, allowance_at: sql`clock_timestamp()` })
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .execute();
  return { waitMs: 0, brief: true };
}

const waitFor = (tokens: number, perSecond: number): number => (tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000);
