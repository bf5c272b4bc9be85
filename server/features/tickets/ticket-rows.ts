import { sql } from "kysely";
import { Audience } from "../../../contract/common.ts";
import { TicketCategory, TicketPriority, TicketStatus, Ticket } from "../../../contract/tickets.ts";
import { toPerson } from "../../auth/memberships.ts";
import { isRow, type Transaction } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import { lockStanding } from "../../conversations/locks.ts";
import { formatNumber } from "../../conversations/hand-off/open-ticket.ts";

/** A ticket of one organization. */
export interface TicketKey {
  organizationId: string;
  ticketId: string;
}

/** The tickets of one organization with what `toTicket` needs. */
export function selectTickets(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("tickets")
    .leftJoin("users", "users.id", "tickets.assigned_to")
    .leftJoin("conversations as conversation", (join) =>
      join
        .onRef("conversation.organization_id", "=", "tickets.organization_id")
        .onRef("conversation.id", "=", "tickets.conversation_id"),
    )
    .selectAll("tickets")
    .select(["conversation.channel", "users.first_name", "users.last_name", "users.email"])
    .where("tickets.organization_id", "=", organizationId);
}
export type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>["execute"]>>[number];

export function toTicket(row: TicketRow): Ticket {
  return {
    id: row.id,
    ticketNumber: formatNumber(row.number),
    title: row.title,
    description: row.description,
    category: row.category === null ? null : TicketCategory.parse(row.category),
    priority: TicketPriority.parse(row.priority),
    status: TicketStatus.parse(row.status),
    audience: Audience.parse(row.audience),
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    assignedTo: row.assigned_to,
    assignee: toPerson(row.assigned_to, row),
    sessionId: row.conversation_id,
    channel: Ticket.shape.channel.parse(row.channel),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * Locks the ticket until the transaction ends, so that changes come one by one. Locks its conversation first, in the
 * same order as answering does. Throws not_found.
 */
export async function lockTicket(trx: Transaction, { organizationId, ticketId }: TicketKey) {
  const ticket = await trx
    .selectFrom("tickets")
    .select("conversation_id")
    .where(isRow(organizationId, ticketId))
    .executeTakeFirst();
  const conversationId = ticket?.conversation_id ?? null;
  if (conversationId !== null) await lockStanding(trx, { organizationId, conversationId });
  return trx
    .selectFrom("tickets")
    .selectAll()
    .where(isRow(organizationId, ticketId))
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("ticket"));
}
export type LockedTicket = Awaited<ReturnType<typeof lockTicket>>;

export const now = sql<Date>`now()`;
