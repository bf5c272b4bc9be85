import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import { updateRows } from "../../database/rows.ts";
import { maxHistoryMessages, type HistoryMessage } from "../../conversations/answer-turn.ts";
import { inConversation, messagesIn, toChatMessage } from "../../conversations/messages.ts";
import type { ConversationKey } from "../../conversations/messages.ts";
import { CustomerRequest } from "./read-message.ts";

export const maxWaitingRead = 50;

export type WaitingMessage = Awaited<ReturnType<typeof findWaiting>>[number];

/** The messages of a conversation that wait for a reply, oldest first. */
export async function findWaiting(trx: Transaction, key: ConversationKey) {
  const rows = await trx
    .selectFrom("whatsapp_messages")
    .select(["wamid", "message_id", "request", "retries"])
    .where(inConversation(key))
    .where("answered_at", "is", null)
    .orderBy("sent_at")
    .orderBy("position")
    .limit(maxWaitingRead)
    .execute();
  return rows.map((row) => ({
    wamid: row.wamid,
    retries: row.retries,
    request: CustomerRequest.parse(row.request),
    /** Null if there is nothing to show to staff. */
    messageId: row.message_id,
  }));
}

/** Counts that answering a message is tried again, whichever job tries. */
export async function countRetry(
  trx: Transaction,
  { organizationId }: ConversationKey,
  { wamid, retries }: WaitingMessage,
): Promise<void> {
  const message = { organization_id: organizationId, wamid };
  await updateRows(trx, "whatsapp_messages", message, { retries: retries + 1 });
}

/** Marks messages as answered. False: this turn lost its lease, and another turn has answered them. */
export async function markAnswered(
  trx: Transaction,
  { organizationId }: ConversationKey,
  messages: readonly WaitingMessage[],
): Promise<boolean> {
  const wamid = messages.map((message) => message.wamid);
  const waiting = { organization_id: organizationId, wamid, answered_at: null };
  return updateRows(trx, "whatsapp_messages", waiting, { answered_at: new Date() });
}

/** The messages before the question. Messages that still wait for their own reply are left out. */
export async function findHistory(
  trx: Transaction,
  key: ConversationKey,
  questionId: string | null,
): Promise<HistoryMessage[]> {
  const rows = await messagesIn(trx, key)
    .where(sql<boolean>`not exists (
      select from whatsapp_messages w
      where w.organization_id = messages.organization_id and w.conversation_id = messages.conversation_id
        and w.message_id = messages.id and w.answered_at is null
    )`)
    .where("id", "!=", questionId ?? key.conversationId)
    .orderBy("position", "desc")
    .limit(maxHistoryMessages)
    .execute();
  return rows.toReversed().map(toChatMessage);
}
