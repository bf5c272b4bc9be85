import { TicketDraft, TicketMessage, type TicketDetail } from "../../../contract/tickets.ts";
import { toPerson } from "../../auth/invitations.ts";
import { readMessageFiles } from "../../conversations/message-files.ts";
import { equals, now, type Transaction } from "../../database/database.ts";
import { findRow, fromRow, insertRow, rowId, updateRows } from "../../database/rows.ts";
import { conflict, idempotencyKeyReused, notFound } from "../../errors.ts";
import type { Context } from "../../context.ts";
import { addToOpenTicket, isThreadFull } from "../../conversations/hand-off/open-ticket.ts";
import { replyInConversation } from "../../conversations/outbox/staff-message.ts";
import { selectTickets, toTicket } from "./list-tickets.ts";
import type { MessageRange } from "../../paging.ts";
import { deliveryTo, mailReply, type MailTools } from "./mail-customer.ts";
import type { LockedTicket, TicketKey } from "./lock-ticket.ts";

/** How many messages a ticket shows at once. */
const threadLength = 200;

/** Throws not_found. */
export async function readDetail(trx: Transaction, tools: MailTools, key: TicketKey): Promise<TicketDetail> {
  const row = await selectTickets(trx, key.organizationId)
    .where("tickets.id", "=", key.ticketId)
    .executeTakeFirstOrThrow(() => notFound("ticket"));
  const messages = await readThread(trx, key, { limit: threadLength });
  const draft = await readNewestDraft(trx, key);
  return { ...toTicket(row), messages, draft, replyDelivery: deliveryTo(tools, row) };
}

/** The newest messages before `before`, oldest first. */
export async function readThread(trx: Transaction, key: TicketKey, { limit, before }: MessageRange) {
  let query = trx
    .selectFrom("ticket_messages")
    .leftJoin("users", "users.id", "ticket_messages.author_id")
    .selectAll("ticket_messages")
    .select(["users.first_name", "users.last_name", "users.email"])
    .where("ticket_messages.organization_id", "=", key.organizationId)
    .where("ticket_messages.ticket_id", "=", key.ticketId);
  if (before !== undefined) query = query.where("ticket_messages.position", "<", before);
  const rows = await query.orderBy("ticket_messages.position", "desc").limit(limit).execute();
  const customerMessageIds = rows.flatMap(({ kind, message_id: id }) =>
    kind === "customer" ? (id ?? []) : [],
  );
  const files = await readMessageFiles(trx, key.organizationId, customerMessageIds);
  return rows.toReversed().map(({ position, ...row }) => {
    const author = toPerson(row.author_id, row);
    const file = files.get(row.message_id ?? "") ?? null;
    const delivery = row.over_mail_limit ? "mail_limit" : row.delivery;
    return {
      ...fromRow(TicketMessage, { ...row, delivery, author, from_draft: row.draft_id !== null, file }),
      position,
    };
  });
}

export async function readNewestDraft(trx: Transaction, { organizationId, ticketId }: TicketKey) {
  const row = await trx
    .selectFrom("ticket_drafts")
    .selectAll()
    .where(equals({ organization_id: organizationId, ticket_id: ticketId }))
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { engine, fallback } = row;
  return fromRow(TicketDraft, { ...row, engine: engine ?? "extractive", fallback: fallback ?? undefined });
}

interface AddedMessage {
  kind: TicketMessage["kind"];
  content: string;
  /** A repeated request has the same key; null: every request is a new message. */
  clientKey?: string | null;
}

/** The message that was added under a client key before. Throws idempotency_key_reused if it was a different one. */
export async function findAdded(trx: Transaction, key: TicketKey, message: AddedMessage) {
  if (message.clientKey == null) return undefined;
  const ofTicket = { organization_id: key.organizationId, ticket_id: key.ticketId };
  const values = { ...ofTicket, client_key: message.clientKey };
  const saved = await findRow(trx, "ticket_messages", values, ["kind", "content", "position"]);
  if (saved === undefined) return undefined;
  if (saved.kind !== message.kind || saved.content !== message.content) throw idempotencyKeyReused("message");
  const [added] = await readThread(trx, key, { limit: 1, before: saved.position + 1 });
  return added;
}

type ReplyTools = Pick<Context, "events" | "jobs" | "mail">;

/**
 * Adds a message; the caller holds the ticket's lock. A reply is also sent in the ticket's conversation, or else by
 * email. Throws thread_full, and window_closed or taken_over when the conversation does not accept it.
 */
export async function addToThread(
  trx: Transaction,
  tools: ReplyTools,
  ticket: LockedTicket,
  message: AddedMessage & { authorId: string; draftId?: string },
): Promise<TicketMessage> {
  const { organization_id: organizationId, id: ticketId, conversation_id: conversationId } = ticket;
  const key = { organizationId, ticketId };
  if (await isThreadFull(trx, key)) {
    throw conflict("thread_full", "This ticket has reached its message limit. Create a new ticket.");
  }
  // So that the thread stays in order of time, it first gets what the conversation has and it hasn't.
  if (conversationId !== null) await addToOpenTicket(trx, tools, { organizationId, conversationId }, null);
  const id = await insertRow(trx, "ticket_messages", {
    organization_id: organizationId,
    ticket_id: ticketId,
    kind: message.kind,
    content: message.content,
    author_id: message.authorId,
    draft_id: message.draftId ?? null,
    client_key: message.clientKey ?? null,
  });
  if (message.kind === "reply") await deliver(trx, tools, ticket, { ...message, id });
  await updateRows(trx, "tickets", rowId(organizationId, ticketId), { updated_at: now });
  await tools.events.publish(trx, organizationId, { type: "ticket.updated", id: ticketId });
  const [added] = await readThread(trx, key, { limit: 1 });
  if (added === undefined) throw new Error("the message is gone");
  return added;
}

/** Sends a reply to the customer, and records its delivery. */
async function deliver(
  trx: Transaction,
  tools: ReplyTools,
  ticket: LockedTicket,
  { id, content, authorId }: { id: string; content: string; authorId: string },
): Promise<void> {
  const { organization_id: organizationId, conversation_id: conversationId } = ticket;
  const delivery = deliveryTo(tools, ticket);
  const isOverLimit = delivery === "mailing" && !(await mailReply(trx, tools, ticket, { id, content }));
  if (conversationId !== null) {
    const reply = { organizationId, conversationId, ticketMessageId: id, userId: authorId, content };
    await replyInConversation(trx, tools, reply);
  }
  const recorded = isOverLimit ? { delivery: "mail_failed", over_mail_limit: true } : { delivery };
  await updateRows(trx, "ticket_messages", rowId(organizationId, id), recorded);
}
