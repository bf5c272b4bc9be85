import { Source } from "../../../contract/conversations.ts";
import {
  ReplyDelivery,
  TicketDraft,
  TicketMessageKind,
  type TicketDetail,
  type TicketMessage,
} from "../../../contract/tickets.ts";
import { readMessageFiles } from "../../conversations/message-files.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import { selectTickets, toPerson, toTicket, type TicketKey } from "./ticket-rows.ts";

/** Messages that a ticket shows at once. */
const threadLength = 200;

/** Throws not_found. */
export async function findTicket(db: Database, key: TicketKey): Promise<TicketDetail> {
  return withTenant(db, key.organizationId, (trx) => readDetail(trx, key));
}

/** Throws not_found. */
export async function readDetail(trx: Transaction, key: TicketKey): Promise<TicketDetail> {
  const row = await selectTickets(trx, key.organizationId)
    .where("tickets.id", "=", key.ticketId)
    .executeTakeFirst();
  if (row === undefined) throw notFound("ticket");
  const messages = await readThread(trx, key, { limit: threadLength });
  return {
    ...toTicket(row),
    messages: messages.map(({ position: _position, ...message }) => message),
    draft: await readNewestDraft(trx, key),
  };
}

/** The newest messages before `before`, oldest first. */
export async function readThread(
  trx: Transaction,
  { organizationId, ticketId }: TicketKey,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<(TicketMessage & { position: number })[]> {
  let query = trx
    .selectFrom("ticket_messages")
    .leftJoin("users", "users.id", "ticket_messages.author_id")
    .selectAll("ticket_messages")
    .select(["users.first_name", "users.last_name", "users.email"])
    .where("ticket_messages.organization_id", "=", organizationId)
    .where("ticket_messages.ticket_id", "=", ticketId);
  if (before !== undefined) query = query.where("ticket_messages.position", "<", before);
  const rows = await query.orderBy("ticket_messages.position", "desc").limit(limit).execute();
  const customerMessageIds = rows.flatMap(({ kind, chat_message_id: id }) =>
    kind === "customer" ? (id ?? []) : [],
  );
  const files = await readMessageFiles(trx, organizationId, customerMessageIds);
  return rows.toReversed().map((row) => ({
    id: row.id,
    kind: TicketMessageKind.parse(row.kind),
    content: row.content,
    author: toPerson(row.author_id, row),
    fromDraft: row.draft_id !== null,
    delivery: ReplyDelivery.nullable().parse(row.delivery),
    file: files.get(row.chat_message_id ?? "") ?? null,
    createdAt: row.created_at.toISOString(),
    position: row.position,
  }));
}

export async function readNewestDraft(
  trx: Transaction,
  { organizationId, ticketId }: TicketKey,
): Promise<TicketDraft | null> {
  const row = await trx
    .selectFrom("ticket_drafts")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("ticket_id", "=", ticketId)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    state: TicketDraft.shape.state.parse(row.state),
    content: row.content,
    confidence: row.confidence,
    answered: row.answered,
    sources: Source.array().parse(row.sources),
    engine: TicketDraft.shape.engine.parse(row.engine ?? "extractive"),
    fallback: TicketDraft.shape.fallback.parse(row.fallback ?? undefined),
    createdAt: row.created_at.toISOString(),
  };
}
