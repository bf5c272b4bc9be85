import { lockAndReadStatus } from "../../conversations/locks.ts";
import { rowWithId, type Key, type Transaction } from "../../database/database.ts";
import { findRow, rowId } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";

export type TicketKey = Key<"ticketId">;
export type LockedTicket = Awaited<ReturnType<typeof lockTicket>>;

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
