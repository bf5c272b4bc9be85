import { sql, type InsertObject } from "kysely";
import { equals, now, type Key, type Transaction } from "../../database/database.ts";
import { rowId, updateRows } from "../../database/rows.ts";
import type { DB } from "../../database/schema.ts";
import { messagesIn, toChatMessage, type ConversationKey } from "../messages.ts";
import { textOfMessage } from "../outbox/name-sources.ts";
import { fromTicket } from "../outbox/staff-message.ts";

/** How many of the newest messages are copied into a ticket at once. */
const maxTranscriptMessages = 200;

/** A conversation, with its ticket and the position of the last message that existed when the ticket was opened. */
type CopiedTranscript = ConversationKey & Partial<{ ticketId: string; copiedUntil: number | null }>;

/** A message of a conversation; `authorId` is the member who wrote it, if one did. */
export type TranscriptMessage = Awaited<ReturnType<typeof readSince>>[number];

/** The newest messages since the ticket was opened that are not in its thread yet, oldest first; all without a ticket. */
export async function readSince(trx: Transaction, { ticketId, copiedUntil, ...key }: CopiedTranscript) {
  const rows = await messagesIn(trx, key)
    .select("author_user_id")
    .where("messages.position", ">", copiedUntil ?? 0)
    // A message may be committed after one with a higher position, so positions don't show which ones were copied.
    .where(sql<boolean>`not exists (
      select from ticket_messages t
      where t.organization_id = messages.organization_id and t.ticket_id = ${ticketId ?? null}
        and t.message_id = messages.id
    )`)
    // The confirmation of the hand-off would only repeat the ticket.
    .where(sql<boolean>`messages.metadata->>'kind' is distinct from 'hand_off'`)
    // Replies that were written in the ticket are in its thread already.
    .where((eb) => eb.or([eb("client_key", "is", null), eb("client_key", "not like", `${fromTicket}%`)]))
    .orderBy("messages.position", "desc")
    .limit(maxTranscriptMessages)
    .execute();
  return rows.toReversed().map((row) => ({
    ...toChatMessage(row),
    position: row.position,
    authorId: row.author_user_id,
  }));
}

/** Appends messages, and the customer's own note if there is one, to a ticket's thread. Returns whether there were any. */
export async function copyTranscript(
  trx: Transaction,
  { organizationId, ticketId }: Key<"ticketId">,
  transcript: readonly TranscriptMessage[],
  message?: string,
): Promise<boolean> {
  const key = { organization_id: organizationId, ticket_id: ticketId };
  const rows: InsertObject<DB, "ticket_messages">[] = transcript.map((copied) => {
    const kind = kindOf(copied);
    const delivery = kind === "reply" ? "conversation" : null;
    const { id: message_id, authorId: author_id, createdAt: created_at } = copied;
    return { ...key, kind, content: textOfMessage(copied), author_id, message_id, delivery, created_at };
  });
  if (message !== undefined && !(await wasAddedLast(trx, { organizationId, ticketId }, message)))
    rows.push({ ...key, kind: "customer", content: message, created_at: sql<Date>`clock_timestamp()` });
  if (rows.length === 0) return false;
  for (const row of rows) await trx.insertInto("ticket_messages").values(row).execute();
  await updateRows(trx, "tickets", rowId(organizationId, ticketId), { updated_at: now });
  return true;
}

function kindOf({ role, authorId }: TranscriptMessage): string {
  if (role === "user") return "customer";
  return authorId === null ? "assistant" : "reply";
}

/** Whether the customer has just added the same message: a repeated request adds it once. */
async function wasAddedLast(trx: Transaction, { organizationId, ticketId }: Key<"ticketId">, text: string) {
  const last = await trx
    .selectFrom("ticket_messages")
    .select("content")
    .where(equals({ organization_id: organizationId, ticket_id: ticketId, kind: "customer" }))
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.content === text;
}
