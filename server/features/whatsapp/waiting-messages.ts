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
    // The id of the message is null if there is nothing to show to staff.
    .select(["wamid", "message_id as messageId", "request", "retries"])
    .where(inConversation(key))
    .where("answered_at", "is", null)
    .orderBy("sent_at")
    .orderBy("position")
    .limit(maxWaitingRead)
    .execute();
  return rows.map((row) => ({ ...row, request: CustomerRequest.parse(row.request) }));
}

/** Counts that answering a message is tried again, whichever job tries. */
export async function countRetry(trx: Transaction, key: ConversationKey, message: WaitingMessage) {
  const waiting = { organization_id: key.organizationId, wamid: message.wamid };
  await updateRows(trx, "whatsapp_messages", waiting, { retries: message.retries + 1 });
}

/** Marks messages as answered. False: this turn lost its lease, and another turn has answered them. */
export async function markAnswered(trx: Transaction, key: ConversationKey, messages: WaitingMessage[]) {
  const wamid = messages.map((message) => message.wamid);
  const waiting = { organization_id: key.organizationId, wamid, answered_at: null };
  return updateRows(trx, "whatsapp_messages", waiting, { answered_at: new Date() });
}

/** The messages so far. Messages that still wait for their own reply, such as the question, are left out. */
export async function findHistory(trx: Transaction, key: ConversationKey): Promise<HistoryMessage[]> {
  const rows = await messagesIn(trx, key)
    .where(sql<boolean>`not exists (
      select from whatsapp_messages w
      where w.organization_id = messages.organization_id and w.conversation_id = messages.conversation_id
        and w.message_id = messages.id and w.answered_at is null
    )`)
    .orderBy("position", "desc")
    .limit(maxHistoryMessages)
    .execute();
  return rows.toReversed().map(toChatMessage);
}
