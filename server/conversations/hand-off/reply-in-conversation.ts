import type { Transaction } from "../../database/database.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { lockConversation } from "../locks.ts";
import type { ConversationKey } from "../messages.ts";
import { sendStaffMessage } from "../outbox/staff-message.ts";

interface TicketReply extends ConversationKey {
  ticketMessageId: string;
  userId: string;
  content: string;
}

/** The prefix of the client keys of replies that were written in a ticket. They are not copied back into it. */
export const fromTicket = "ticket ";

/**
 * Sends a ticket's reply in the conversation that the ticket came from. Throws taken_over if a colleague is handling
 * that conversation in the inbox, and window_closed if WhatsApp no longer accepts messages to the customer.
 */
export async function replyInConversation(
  trx: Transaction,
  tools: { events: Events; jobs: Jobs },
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
