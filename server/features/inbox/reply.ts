import type { ConversationMessage } from "../../../contract/inbox.ts";
import { windowClosedSentence } from "../../../contract/limits.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { conflict, idempotencyKeyReused } from "../../errors.ts";
import { messageCreated } from "../../conversations/messages.ts";
import { queueMessages } from "../../conversations/outbox/outbox.ts";
import { writableUntil } from "./conversation-rows.ts";
import { readMessage } from "./read-messages.ts";
import { lock, takenOver, type InboxTools, type Staff } from "./take-over.ts";

interface Reply {
  content: string;
  /** A repeated request has the same key; null: every request is a new message. */
  clientKey: string | null;
}

/**
 * Sends a message to the customer as the person who has taken the conversation over: on WhatsApp through the
 * outbox, otherwise stored for the program that polls it. Throws not_taken_over, taken_over,
 * window_closed, idempotency_key_reused.
 */
export async function sendReply(
  tools: InboxTools,
  { userId, ...key }: Staff,
  { content, clientKey }: Reply,
): Promise<ConversationMessage> {
  return withTenant(tools.db, key.organizationId, async (trx) => {
    const conversation = await lock(trx, key);
    if (conversation.owner_user_id === null)
      throw conflict("not_taken_over", "Take over the conversation before you reply.");
    if (conversation.owner_user_id !== userId) throw await takenOver(trx, key);
    const isWhatsapp = conversation.channel === "whatsapp";
    if (isWhatsapp && writableUntil(conversation.last_customer_message_at).getTime() <= Date.now())
      throw conflict("window_closed", windowClosedSentence);
    const stored = { content, clientKey: clientKey === null ? null : `staff ${userId} ${clientKey}` };
    const { id, isNew } = await save(trx, { ...key, userId }, stored);
    if (isNew && isWhatsapp) {
      await queueMessages(trx, key, id, [{ kind: "text", text: content }]);
      await tools.jobs.enqueue(trx, "whatsapp.continue", key);
    }
    if (isNew) {
      await tools.events.publish(trx, key.organizationId, messageCreated(key, id));
    }
    return readMessage(trx, key, id);
  });
}

async function save(
  trx: Transaction,
  { organizationId, conversationId, userId }: Staff,
  { content, clientKey }: Reply,
): Promise<{ id: string; isNew: boolean }> {
  const saved = await trx
    .insertInto("messages")
    .values({
      organization_id: organizationId,
      conversation_id: conversationId,
      role: "assistant",
      content,
      author_user_id: userId,
      client_key: clientKey,
    })
    .onConflict((repeated) => repeated.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (saved === undefined) {
    const known = await trx
      .selectFrom("messages")
      .select(["id", "content"])
      .where("organization_id", "=", organizationId)
      .where("conversation_id", "=", conversationId)
      .where("client_key", "=", clientKey)
      .executeTakeFirstOrThrow();
    if (known.content !== content) throw idempotencyKeyReused("message");
    return { id: known.id, isNew: false };
  }
  await trx
    .updateTable("conversations")
    .set((row) => ({
      last_message_at: new Date(),
      // A person's answer can be rated as well.
      answers_since_rating: row("answers_since_rating", "+", 1),
    }))
    .where("organization_id", "=", organizationId)
    .where("id", "=", conversationId)
    .execute();
  return { id: saved.id, isNew: true };
}
