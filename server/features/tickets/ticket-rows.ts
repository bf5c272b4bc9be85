import { sql } from "kysely";
import { Ticket } from "../../../contract/tickets.ts";
import { toPerson } from "../../auth/memberships.ts";
import { inTenant, rowWithId, type Transaction, type Key } from "../../database/database.ts";
import { findRow, fromRow, rowId } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";
import { lockAndReadStatus } from "../../conversations/locks.ts";
import { formatNumber } from "../../conversations/hand-off/open-ticket.ts";

export type TicketKey = Key<"ticketId">;

/** The tickets of one organization with what `toTicket` needs. */
export function selectTickets(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("tickets")
    .leftJoin("users", "users.id", "tickets.assigned_to")
    .leftJoin("conversations as conversation", inTenant("conversation.id", "tickets.conversation_id"))
    .selectAll("tickets")
    .select(["conversation.channel", "users.first_name", "users.last_name", "users.email"])
    .where("tickets.organization_id", "=", organizationId);
}
type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>["execute"]>>[number];

export const toTicket = (row: TicketRow): Ticket =>
  fromRow(Ticket, {
    ...row,
    ticket_number: formatNumber(row.number),
    assignee: toPerson(row.assigned_to, row),
    session_id: row.conversation_id,
  });

/**
 * Locks the ticket until the transaction ends, so that changes run one by one. Locks its conversation first, in the
 * same order as answering does. Throws not_found.
 */
export async function lockTicket(trx: Transaction, { organizationId, ticketId }: TicketKey) {
  const ticket = await findRow(trx, "tickets", rowId(organizationId, ticketId), ["conversation_id"]);
  const conversationId = ticket?.conversation_id ?? null;
  if (conversationId !== null) await lockAndReadStatus(trx, { organizationId, conversationId });
  return trx
    .selectFrom("tickets")
    .selectAll()
    .where(rowWithId(organizationId, ticketId))
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("ticket"));
}
export type LockedTicket = Awaited<ReturnType<typeof lockTicket>>;

export const now = sql<Date>`now()`;
