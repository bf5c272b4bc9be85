import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import type { OutboundMessage } from "./outbound-message.ts";

/** How far a message got by the channel's word, in the order in which it happens. */
export const deliveryRanks = ["sent", "delivered", "read", "played", "failed"] as const;
export type Delivery = (typeof deliveryRanks)[number];

interface Conversation {
  organizationId: string;
  sessionId: string;
}

/**
 * Puts messages on their way, in this order, as part of `trx`. `chatMessageId` is the message of the
 * session that they carry. The channel's job has to be enqueued in the same transaction. Their ids.
 */
export async function queueMessages(
  trx: Transaction,
  { organizationId, sessionId }: Conversation,
  chatMessageId: string | null,
  messages: readonly OutboundMessage[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const content of messages) {
    const id = randomUUID();
    await trx
      .insertInto("outbox")
      .values({
        id,
        organization_id: organizationId,
        session_id: sessionId,
        chat_message_id: chatMessageId,
        content: JSON.stringify(content),
      })
      .execute();
    ids.push(id);
  }
  return ids;
}

/** Takes the lock of a conversation for the rest of `trx`; null: there is no such conversation. */
export async function lockConversation(trx: Transaction, { organizationId, sessionId }: Conversation) {
  const row = await trx
    .selectFrom("conversations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
export type LockedConversation = NonNullable<Awaited<ReturnType<typeof lockConversation>>>;

/** Older than any call to a channel lasts: its sender is gone. */
const staleAfterMs = 120_000;

/**
 * The message at the head of the queue; null when nothing waits, or while another sender is at work.
 * Messages whose sender died between the call and its record are settled on the way: perhaps
 * delivered, so never sent again; the channel's status decides.
 */
export async function nextWaiting(
  trx: Transaction,
  { organizationId, sessionId }: Conversation,
  jobId: string,
) {
  const rows = await trx
    .selectFrom("outbox")
    .select(["id", "content", "attempts", "next_attempt_at", "state", "sending_job", "sending_since"])
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .where("state", "in", ["waiting", "sending"])
    .orderBy("state")
    .orderBy("position")
    .limit(10)
    .execute();
  for (const row of rows.filter(({ state }) => state === "sending")) {
    const age = Date.now() - (row.sending_since?.getTime() ?? 0);
    // A job runs once at a time: if it finds its own mark, its earlier try ended without a record.
    if (row.sending_job !== jobId && age < staleAfterMs) return null;
    await recordUnconfirmed(trx, { organizationId, id: row.id, reason: "the sender was interrupted" });
  }
  return rows.find(({ state }) => state === "waiting") ?? null;
}

/** Marks a message before the channel is called with it; false when a status has settled it meanwhile. */
export async function markSending(
  trx: Transaction,
  { organizationId, id, jobId }: { organizationId: string; id: string; jobId: string },
): Promise<boolean> {
  const marked = await trx
    .updateTable("outbox")
    .set({
      state: "sending",
      attempts: sql`attempts + 1`,
      sending_job: jobId,
      sending_since: new Date(),
      // What an earlier try met no longer says anything.
      error_code: null,
      error_reason: null,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** The channel accepted it. A status may have said so, or more, before. */
export async function recordSent(
  trx: Transaction,
  { organizationId, id, channelMessageId }: { organizationId: string; id: string; channelMessageId: string },
): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({
      state: sql`case when state = 'failed' then state else 'sent' end`,
      channel_message_id: channelMessageId,
      sent_at: sql`coalesce(sent_at, clock_timestamp())`,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Nobody knows whether it was delivered; a status will tell, or nothing ever does. */
export async function recordUnconfirmed(
  trx: Transaction,
  { organizationId, id, reason }: { organizationId: string; id: string; reason: string },
): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ state: "unconfirmed", error_reason: reason })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("state", "=", "sending")
    .execute();
}

/** It was certainly not delivered and will be tried again. `counts` false: it was not to blame. */
export async function recordRetry(
  trx: Transaction,
  retry: {
    organizationId: string;
    id: string;
    at: Date;
    code: number | null;
    reason: string;
    counts: boolean;
  },
): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({
      state: "waiting",
      next_attempt_at: retry.at,
      error_code: retry.code,
      error_reason: retry.reason,
      ...(retry.counts ? {} : { attempts: sql`greatest(attempts - 1, 0)` }),
    })
    .where("organization_id", "=", retry.organizationId)
    .where("id", "=", retry.id)
    .where("state", "=", "sending")
    .execute();
}

/**
 * Takes back what has not begun to leave, with this reason; of a message in several parts all or none.
 * The caller holds the conversation.
 */
export async function withdrawWaiting(
  trx: Transaction,
  { organizationId, sessionId }: Conversation,
  reason: string,
): Promise<void> {
  await trx
    .updateTable("outbox as o")
    .set({ state: "failed", error_code: null, error_reason: reason })
    .where("o.organization_id", "=", organizationId)
    .where("o.session_id", "=", sessionId)
    .where("o.state", "=", "waiting")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("outbox as part")
            .select("part.id")
            .whereRef("part.organization_id", "=", "o.organization_id")
            .whereRef("part.session_id", "=", "o.session_id")
            .whereRef("part.chat_message_id", "=", "o.chat_message_id")
            .where("part.state", "in", ["sending", "sent", "unconfirmed"]),
        ),
      ),
    )
    .execute();
}

/** It will not be delivered. */
export async function recordFailed(
  trx: Transaction,
  failed: { organizationId: string; id: string; code: number | null; reason: string },
): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ state: "failed", error_code: failed.code, error_reason: failed.reason })
    .where("organization_id", "=", failed.organizationId)
    .where("id", "=", failed.id)
    .where("state", "in", ["waiting", "sending"])
    .execute();
}

/**
 * What the channel says about a message: it only ever moves forward, and `failed` is final. A status
 * proves that the message went out, whatever was thought of it.
 */
export async function recordDelivery(
  trx: Transaction,
  status: {
    organizationId: string;
    id: string;
    channelMessageId: string;
    delivery: Delivery;
    code: number | null;
    reason: string | null;
  },
): Promise<void> {
  const rank = deliveryRanks.indexOf(status.delivery);
  const lower = deliveryRanks.slice(0, rank);
  const failed = status.delivery === "failed";
  await trx
    .updateTable("outbox")
    .set({
      channel_message_id: sql`coalesce(channel_message_id, ${status.channelMessageId})`,
      delivery: status.delivery,
      state: failed ? "failed" : "sent",
      sent_at: sql`coalesce(sent_at, clock_timestamp())`,
      error_code: status.code,
      error_reason: status.reason,
    })
    .where("organization_id", "=", status.organizationId)
    .where("id", "=", status.id)
    .where((where) =>
      where.or([where("delivery", "is", null), where("delivery", "in", lower.length > 0 ? lower : [""])]),
    )
    .execute();
}
