import { sql } from "kysely";
import { isRow, type Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import type { ConversationKey } from "../messages.ts";

/**
 * Records that a conversation no longer needs a person. If WhatsApp still accepts messages to the customer, the
 * channel's job asks for a rating. Returns whether it does.
 */
export async function settleConversation(
  trx: Transaction,
  { events, jobs }: { events: Events; jobs: Jobs },
  key: ConversationKey,
): Promise<boolean> {
  const settled = await trx
    .updateTable("conversations")
    .set({
      person_requested_at: null,
      // WhatsApp accepts no messages to a customer who has been silent for a day.
      rating_wanted: sql<boolean>`channel = 'whatsapp' and last_customer_message_at > now() - interval '24 hours'`,
    })
    .where(isRow(key.organizationId, key.conversationId))
    .where("channel", "!=", "chat")
    .returning("rating_wanted")
    .executeTakeFirst();
  if (settled === undefined) return false;
  if (settled.rating_wanted) await jobs.enqueue(trx, "whatsapp.continue", key);
  await events.publish(trx, key.organizationId, { type: "conversation.updated", id: key.conversationId });
  return settled.rating_wanted;
}
