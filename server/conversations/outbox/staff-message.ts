import { sql } from "kysely";
import { windowClosedSentence, dayMs, minuteMs } from "../../../contract/limits.ts";
import type { Context } from "../../context.ts";
import { now, type Key, type Transaction } from "../../database/database.ts";
import { insertRow, rowId, updateRows } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";
import { lockConversation, type LockedConversation } from "../locks.ts";
import { messageCreated } from "../messages.ts";
import { queueMessages } from "./outbox.ts";

const windowMs = dayMs;

/** Until when WhatsApp accepts messages to a customer: 24 hours after the customer's last message. */
export function writableUntil(lastCustomerMessageAt: Date | null): Date {
  return new Date((lastCustomerMessageAt?.getTime() ?? -windowMs) + windowMs);
}

/** Whether WhatsApp no longer accepts messages to the customer of this conversation. */
export const isWindowClosed = (conversation: LockedConversation): boolean =>
  writableUntil(conversation.last_customer_message_at).getTime() <= Date.now();

interface StaffMessage {
  userId: string;
  content: string;
  /** Must not have been used in this conversation before. Null: the request cannot be repeated safely. */
  clientKey: string | null;
}

/**
 * Sends a member's message to the customer of a locked conversation. On WhatsApp it goes through the outbox; on other
 * channels it is only saved, because they fetch it. Returns the message's id. Throws window_closed.
 */
export async function sendStaffMessage(
  trx: Transaction,
  { events, jobs }: Pick<Context, "events" | "jobs">,
  conversation: LockedConversation,
  message: StaffMessage,
): Promise<string> {
  const { organization_id: organizationId, id: conversationId } = conversation;
  const key = { organizationId, conversationId };
  const isWhatsapp = conversation.channel === "whatsapp";
  if (isWhatsapp && isWindowClosed(conversation)) throw conflict("window_closed", windowClosedSentence);
  const messageId = await insertRow(trx, "messages", {
    organization_id: organizationId,
    conversation_id: conversationId,
    role: "assistant",
    content: message.content,
    author_user_id: message.userId,
    client_key: message.clientKey,
  });
  await updateRows(trx, "conversations", rowId(organizationId, conversationId), {
    last_message_at: now,
    // The customer can be asked to rate it like an answer of the assistant.
    answers_since_rating: sql<number>`answers_since_rating + 1`,
  });
  if (isWhatsapp) {
    await queueMessages(trx, key, messageId, [{ kind: "text", text: message.content }]);
    await jobs.enqueue(trx, "whatsapp.continue", key);
  }
  await events.publish(trx, organizationId, messageCreated(key, messageId));
  return messageId;
}

type TicketReply = Key<"conversationId" | "ticketMessageId" | "userId"> & { content: string };

/** The prefix of the client keys of replies that were written in a ticket. They are not copied back into it. */
export const fromTicket = "ticket ";

/**
 * Sends a ticket's reply in the conversation that the ticket came from. Throws taken_over if a colleague is handling
 * that conversation in the inbox, and window_closed if WhatsApp no longer accepts messages to the customer.
 */
export async function replyInConversation(
  trx: Transaction,
  tools: Pick<Context, "events" | "jobs">,
  { ticketMessageId, userId, content, ...key }: TicketReply,
): Promise<void> {
  const conversation = await lockConversation(trx, key);
  if (conversation === null) throw notFound("conversation");
  if (conversation.owner_user_id !== null && conversation.owner_user_id !== userId) {
    throw conflict(
      "taken_over",
      "A colleague is handling this conversation in the inbox. Add a note instead.",
    );
  }
  const clientKey = `${fromTicket}${ticketMessageId}`;
  await sendStaffMessage(trx, tools, conversation, { userId, content, clientKey });
}

/** After this long without a message a conversation counts as ended. */
export const quietAfterMs = 30 * minuteMs;
