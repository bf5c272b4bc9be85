import type { Transaction } from "../../database/database.ts";
import type { Query } from "../../language/understand-query.ts";
import type { TicketTools } from "./open-ticket.ts";
import { startDraft } from "./start-draft.ts";
import { copyTranscript, readSince } from "./transcript.ts";

interface Conversation {
  organizationId: string;
  sessionId: string;
}

/** A longer thread comes from two programs that answer each other, and is not copied any further. */
const maxThreadMessages = 5000;

/** The open or in-progress ticket of a conversation, locked; undefined if there is none. */
export function findOpenTicket(trx: Transaction, { organizationId, sessionId }: Conversation) {
  return (
    trx
      .selectFrom("tickets")
      .select(["id", "number", "copied_until"])
      .where("organization_id", "=", organizationId)
      .where("session_id", "=", sessionId)
      .where("status", "in", ["open", "in_progress"])
      // There may be several: staff can reopen an older one.
      .orderBy("number", "desc")
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
  );
}

/**
 * Copies the new messages of a conversation into the thread of its unresolved ticket, and has a reply drafted to
 * `question`, the customer's latest message, unless that is small talk. Does nothing if there is no such ticket. The
 * caller must have locked the conversation, or have saved a message in its session with `trx`.
 */
export async function addToOpenTicket(
  trx: Transaction,
  tools: TicketTools,
  conversation: Conversation,
  question: Pick<Query, "text" | "smallTalk"> | null,
): Promise<void> {
  const open = await findOpenTicket(trx, conversation);
  if (open === undefined) return;
  const ticket = { ...conversation, ticketId: open.id, copiedUntil: open.copied_until };
  if (await isThreadFull(trx, ticket)) return;
  // A repeated question is in the thread already.
  if (!(await copyTranscript(trx, ticket, await readSince(trx, ticket)))) return;
  if (question !== null && question.smallTalk === null) await startDraft(trx, tools, ticket, question.text);
  await tools.events.publish(trx, conversation.organizationId, { type: "ticket.updated", id: open.id });
}

/** Whether no more messages fit into a ticket. */
export async function isThreadFull(
  trx: Transaction,
  { organizationId, ticketId }: { organizationId: string; ticketId: string },
): Promise<boolean> {
  const { count } = await trx
    .selectFrom("ticket_messages")
    .select((rows) => rows.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirstOrThrow();
  return count >= maxThreadMessages;
}
