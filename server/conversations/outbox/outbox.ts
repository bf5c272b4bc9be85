import { sql } from "kysely";
import { equals, rowWithId, type Transaction, type Key } from "../../database/database.ts";
import { findRow, rowId, updateRows } from "../../database/rows.ts";
import { inConversation, type ConversationKey } from "../messages.ts";
import type { OutboundMessage } from "./outbound-message.ts";

/** The delivery statuses that a channel reports for a message, in order of progress. */
export const deliveryRanks = ["sent", "delivered", "read", "played", "failed"] as const;
export type Delivery = (typeof deliveryRanks)[number];

/**
 * Queues messages for sending in this order, as part of `trx`. `messageId` is the message of the conversation whose
 * content they send. The caller enqueues the channel's job in the same transaction.
 */
export async function queueMessages(
  trx: Transaction,
  { organizationId, conversationId }: ConversationKey,
  messageId: string | null,
  messages: readonly OutboundMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await trx
    .insertInto("outbox")
    .values(
      messages.map((content) => ({
        organization_id: organizationId,
        conversation_id: conversationId,
        message_id: messageId,
        content: JSON.stringify(content),
      })),
    )
    .execute();
}

/** No call to a channel takes this long, so the process that marked the message earlier has died. */
const staleAfterMs = 120_000;

/**
 * The message at the head of the queue; null when nothing waits, or while another job is sending. If a sender died
 * between the call and recording its result, the message may have been delivered. It becomes unconfirmed and is never
 * sent again; a status from the channel can still confirm it.
 */
export async function nextWaiting(trx: Transaction, key: ConversationKey, jobId: string) {
  const rows = await trx
    .selectFrom("outbox")
    .select(["id", "content", "attempts", "next_attempt_at", "state", "sending_job", "sending_since"])
    .where(inConversation(key))
    .where("state", "in", ["waiting", "sending"])
    .orderBy("state")
    .orderBy("position")
    .limit(10)
    .execute();
  for (const row of rows.filter(({ state }) => state === "sending")) {
    const age = Date.now() - (row.sending_since?.getTime() ?? 0);
    // A job never runs twice at a time. If it finds its own mark, its earlier attempt died before recording the result.
    if (row.sending_job !== jobId && age < staleAfterMs) return null;
    const result = { kind: "unconfirmed", reason: "the sender was interrupted" } as const;
    await recordAttempt(trx, { organizationId: key.organizationId, id: row.id }, result);
  }
  return rows.find(({ state }) => state === "waiting") ?? null;
}

/** Marks a message before it is sent. False if a status has settled it in the meantime. */
export async function markSending(trx: Transaction, { organizationId, id, jobId }: Key<"id" | "jobId">) {
  const waiting = { ...rowId(organizationId, id), state: "waiting" };
  return updateRows(trx, "outbox", waiting, {
    state: "sending",
    attempts: sql`attempts + 1`,
    sending_job: jobId,
    sending_since: new Date(),
    // The error of an earlier attempt is out of date.
    error_code: null,
    error_reason: null,
  });
}

/** Whether a job has marked a message as sending and the result is not recorded yet. */
export async function isMarkedBy(trx: Transaction, { organizationId, id, jobId }: Key<"id" | "jobId">) {
  const marked = { ...rowId(organizationId, id), sending_job: jobId, state: ["sending", "unconfirmed"] };
  return (await findRow(trx, "outbox", marked, ["id"])) !== undefined;
}

export type AttemptResult =
  /** The channel accepted it. A status of the message may have arrived before. */
  | { kind: "sent"; channelMessageId: string }
  /** It is unknown whether it was delivered; a later status may show it. */
  | { kind: "unconfirmed"; reason: string }
  /** It was certainly not delivered and will be tried again. */
  | { kind: "retry"; at: Date; code: number | null; reason: string; countsAsAttempt: boolean }
  | { kind: "failed"; code: number | null; reason: string };

/** Records the result for a message that was marked as sending, or that will not be sent at all. */
export async function recordAttempt(trx: Transaction, message: Key<"id">, result: AttemptResult) {
  const before = { ...rowId(message.organizationId, message.id), state: statesBefore[result.kind] };
  await updateRows(trx, "outbox", before, columnsOf(result));
}

/** The states in which a result is recorded. In any other state, a status from the channel is more recent. */
const statesBefore: Record<AttemptResult["kind"], string[]> = {
  sent: ["waiting", "sending", "sent", "unconfirmed", "failed"],
  unconfirmed: ["sending"],
  retry: ["sending"],
  failed: ["waiting", "sending"],
};

function columnsOf(result: AttemptResult) {
  switch (result.kind) {
    case "sent":
      return {
        state: sql<string>`case when state = 'failed' then state else 'sent' end`,
        channel_message_id: result.channelMessageId,
        sent_at: sql<Date>`coalesce(sent_at, clock_timestamp())`,
      };
    case "unconfirmed":
      return { state: "unconfirmed", error_reason: result.reason };
    case "retry":
      return {
        state: "waiting",
        next_attempt_at: result.at,
        error_code: result.code,
        error_reason: result.reason,
        ...(result.countsAsAttempt ? {} : { attempts: sql<number>`greatest(attempts - 1, 0)` }),
      };
    case "failed":
      return { state: "failed", error_code: result.code, error_reason: result.reason };
  }
}

/**
 * Withdraws the messages that have not been sent, with this reason. A message in several parts of which one has been
 * sent stays whole. The caller has locked the conversation.
 */
export async function withdrawWaiting(trx: Transaction, key: ConversationKey, reason: string): Promise<void> {
  await trx
    .updateTable("outbox as o")
    .set({ state: "failed", error_code: null, error_reason: reason })
    .where(equals({ "o.organization_id": key.organizationId, "o.conversation_id": key.conversationId }))
    .where("o.state", "=", "waiting")
    .where(sql<boolean>`not exists (
      select from outbox part
      where part.organization_id = o.organization_id and part.conversation_id = o.conversation_id
        and part.message_id = o.message_id and part.state in ('sending', 'sent', 'unconfirmed')
    )`)
    .execute();
}

/**
 * Records the channel's status of a message. The status only moves forward, and `failed` is final. Any status proves
 * that the message was sent, even if its state says otherwise.
 */
export async function recordDelivery(
  trx: Transaction,
  status: Key<"id" | "channelMessageId"> & { delivery: Delivery; code: number | null; reason: string | null },
): Promise<void> {
  const lower = deliveryRanks.slice(0, deliveryRanks.indexOf(status.delivery));
  await trx
    .updateTable("outbox")
    .set({
      channel_message_id: sql`coalesce(channel_message_id, ${status.channelMessageId})`,
      delivery: status.delivery,
      state: status.delivery === "failed" ? "failed" : "sent",
      sent_at: sql`coalesce(sent_at, clock_timestamp())`,
      error_code: status.code,
      error_reason: status.reason,
    })
    .where(rowWithId(status.organizationId, status.id))
    .where((eb) => eb.or([eb("delivery", "is", null), eb("delivery", "in", lower.length > 0 ? lower : [""])]))
    .execute();
}
