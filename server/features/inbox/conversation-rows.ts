import { sql } from "kysely";
import { Conversation } from "../../../contract/inbox.ts";
import { toPerson } from "../../auth/memberships.ts";
import { inTenant, type Transaction } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";
import type { ConversationKey } from "../../conversations/messages.ts";
import { microsOf } from "../../paging.ts";
import { formatNumber } from "../../conversations/hand-off/open-ticket.ts";
import { writableUntil } from "../../conversations/outbox/staff-message.ts";

/** Characters of the customer's newest message that a list shows. */
const previewLength = 160;

/** The conversations of one organization with what `toConversation` needs. */
export function selectConversations(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("conversations as c")
    .leftJoin("whatsapp_contacts as k", inTenant("k.conversation_id", "c.id"))
    .leftJoin("users as u", "u.id", "c.owner_user_id")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("messages as m")
          .select(sql<string>`left(m.content, ${previewLength})`.as("preview"))
          .whereRef("m.organization_id", "=", "c.organization_id")
          .whereRef("m.conversation_id", "=", "c.id")
          .where("m.role", "=", "user")
          .orderBy("m.position", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("tickets as t")
          .select(["t.id", "t.number", "t.status"])
          .whereRef("t.organization_id", "=", "c.organization_id")
          .whereRef("t.conversation_id", "=", "c.id")
          .orderBy("t.number", "desc")
          .limit(1)
          .as("ticket"),
      (join) => join.onTrue(),
    )
    .selectAll("c")
    .select(["k.profile_name", "k.wa_id", "u.first_name", "u.last_name", "u.email"])
    .select("last.preview as last_customer_message")
    .select(["ticket.id as ticket_id", "ticket.number as ticket_number", "ticket.status as ticket_status"])
    .select(microsOf("c.last_message_at").as("micros"))
    .where("c.organization_id", "=", organizationId);
}
type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>["execute"]>>[number];

/** Throws not_found. */
export async function readInboxConversation(
  trx: Transaction,
  { organizationId, conversationId }: ConversationKey,
): Promise<Conversation> {
  const row = await selectConversations(trx, organizationId)
    .where("c.id", "=", conversationId)
    .executeTakeFirstOrThrow(() => notFound("conversation"));
  return toConversation(row);
}

export function toConversation(row: ConversationRow): Conversation {
  const owner = toPerson(row.owner_user_id, row);
  const isWhatsapp = row.channel === "whatsapp";
  return fromRow(Conversation, {
    ...row,
    type: row.audience,
    customer_name: row.profile_name,
    customer_phone: row.wa_id === null ? null : `+${row.wa_id}`,
    owner,
    taken_over_at: owner === null ? null : row.taken_over_at,
    ticket:
      row.ticket_id === null || row.ticket_number === null
        ? null
        : { id: row.ticket_id, ticketNumber: formatNumber(row.ticket_number), status: row.ticket_status },
    writable_until: isWhatsapp ? writableUntil(row.last_customer_message_at) : null,
  });
}
