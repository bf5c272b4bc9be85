import type { ConversationMessage } from "../../../contract/inbox.ts";
import { withTenant } from "../../database/database.ts";
import { conflict } from "../../errors.ts";
import { sendStaffMessage } from "../../conversations/outbox/staff-message.ts";
import { readMessage } from "./read-messages.ts";
import { lock, takenOver, type InboxTools, type Staff } from "./take-over.ts";

interface Reply {
  content: string;
  /** A repeated request has the same key; null: every request is a new message. */
  clientKey: string | null;
}

/**
 * Sends a message to the customer as the person who has taken the conversation over. Throws not_taken_over,
 * taken_over, window_closed, idempotency_key_reused.
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
    const id = await sendStaffMessage(trx, tools, conversation, {
      userId,
      content,
      clientKey: clientKey === null ? null : `staff ${userId} ${clientKey}`,
    });
    return readMessage(trx, key, id);
  });
}
