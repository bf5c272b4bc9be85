import type { ReplyDelivery, TicketMessage, TicketMessageKind } from "../../../contract/tickets.ts";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import { conflict } from "../../errors.ts";
import { isThreadFull } from "../../conversations/hand-off/open-tickets.ts";
import { replyInConversation } from "../../conversations/hand-off/reply-in-conversation.ts";
import { readThread } from "./find-ticket.ts";
import { mailReply } from "./mail-reply.ts";
import { now, type TicketKey } from "./ticket-rows.ts";

type ReplyTools = Pick<Context, "events" | "jobs" | "mail">;

/**
 * Adds a message; the caller holds the ticket's lock. A reply is also sent in the ticket's conversation, or else by
 * email. Throws thread_full, and window_closed or taken_over when the conversation does not accept it.
 */
export async function addToThread(
  trx: Transaction,
  tools: ReplyTools,
  key: TicketKey & { sessionId: string | null },
  message: { kind: TicketMessageKind; content: string; authorId: string; draftId?: string },
): Promise<TicketMessage> {
  const { organizationId, ticketId } = key;
  if (await isThreadFull(trx, key)) {
    throw conflict("thread_full", "This ticket has reached its message limit. Create a new ticket.");
  }
  const { id } = await trx
    .insertInto("ticket_messages")
    .values({
      organization_id: organizationId,
      ticket_id: ticketId,
      kind: message.kind,
      content: message.content,
      author_id: message.authorId,
      draft_id: message.draftId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (message.kind === "reply") await deliver(trx, tools, key, { ...message, id });
  await trx
    .updateTable("tickets")
    .set({ updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", ticketId)
    .execute();
  await tools.events.publish(trx, organizationId, { type: "ticket.updated", id: ticketId });
  const [added] = await readThread(trx, key, { limit: 1 });
  if (added === undefined) throw new Error("the message is gone");
  const { position: _position, ...shown } = added;
  return shown;
}

/** Sends a reply to the customer, and records its delivery. */
async function deliver(
  trx: Transaction,
  tools: ReplyTools,
  { sessionId, ...key }: TicketKey & { sessionId: string | null },
  { id, content, authorId }: { id: string; content: string; authorId: string },
): Promise<void> {
  const { organizationId } = key;
  let delivery: ReplyDelivery = "conversation";
  if (sessionId === null) delivery = await mailReply(trx, tools, key, { id, content });
  else {
    const reply = { organizationId, sessionId, ticketMessageId: id, userId: authorId, content };
    await replyInConversation(trx, tools, reply);
  }
  await trx
    .updateTable("ticket_messages")
    .set({ delivery })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
