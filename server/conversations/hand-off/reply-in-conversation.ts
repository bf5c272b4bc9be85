import { sql } from "kysely";
import { windowClosedSentence } from "../../../contract/limits.ts";
import type { Transaction } from "../../database/database.ts";
import { conflict } from "../../errors.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { messageCreated, type ConversationKey } from "../messages.ts";
import { queueMessages } from "../outbox/outbox.ts";

interface TicketReply extends ConversationKey {
  ticketMessageId: string;
  userId: string;
  content: string;
}

/** The prefix of the client keys of replies that were written in a ticket. They are not copied back into it. */
export const fromTicket = "ticket ";

/**
 * Saves a reply to a ticket in the conversation that the ticket came from, where the customer reads it.
 * Throws window_closed where WhatsApp takes no message any more, taken_over where a colleague answers.
 */
export async function replyInConversation(
  trx: Transaction,
  { events, jobs }: { events: Events; jobs: Jobs },
  { organizationId, conversationId, ticketMessageId, userId, content }: TicketReply,
): Promise<void> {
  const key = { organizationId, conversationId };
  const conversation = await noteReply(trx, key);
  if (conversation.owner_user_id !== null && conversation.owner_user_id !== userId) {
    throw conflict(
      "taken_over",
      "A colleague is handling this conversation in the inbox. Add a note instead.",
    );
  }
  const isWhatsapp = conversation.channel === "whatsapp";
  if (isWhatsapp && !conversation.is_open) throw conflict("window_closed", windowClosedSentence);
  const { id } = await trx
    .insertInto("messages")
    .values({
      organization_id: organizationId,
      conversation_id: conversationId,
      role: "assistant",
      content,
      author_user_id: userId,
      client_key: `${fromTicket}${ticketMessageId}`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (isWhatsapp) {
    await queueMessages(trx, key, id, [{ kind: "text", text: content }]);
    await jobs.enqueue(trx, "whatsapp.continue", key);
  }
  await events.publish(trx, organizationId, messageCreated(key, id));
}

/** Locks the conversation and notes the reply in it. */
async function noteReply(trx: Transaction, { organizationId, conversationId }: ConversationKey) {
  return trx
    .updateTable("conversations")
    .set((row) => ({
      last_message_at: sql<Date>`now()`,
      // The customer can be asked to rate it like an answer of the assistant.
      answers_since_rating: row("answers_since_rating", "+", 1),
    }))
    .where("organization_id", "=", organizationId)
    .where("id", "=", conversationId)
    .returning([
      "channel",
      "owner_user_id",
      sql<boolean>`coalesce(last_customer_message_at > now() - interval '24 hours', false)`.as("is_open"),
    ])
    .executeTakeFirstOrThrow();
}
