import type { Transaction } from "../../database/database.ts";
import type { Query } from "../../language/understand-query.ts";
import type { TicketTools } from "./open-ticket.ts";
import { startDraft } from "./start-draft.ts";
import { copyTranscript, readSince } from "./transcript.ts";

interface Conversation {
  organizationId: string;
  sessionId: string;
}

/** A thread that grows on and on is a loop between two machines. */
const maxThreadMessages = 5000;

/** The ticket of a conversation that somebody works on, locked. */
export function findOpenTicket(trx: Transaction, { organizationId, sessionId }: Conversation) {
  return (
    trx
      .selectFrom("tickets")
      .select(["id", "number", "copied_until"])
      .where("organization_id", "=", organizationId)
      .where("session_id", "=", sessionId)
      .where("status", "in", ["open", "in_progress"])
      // Staff may have opened an older one again.
      .orderBy("number", "desc")
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
  );
}

/**
 * Brings what was said in a conversation into the thread of its ticket while somebody works on that, and has a
 * reply drafted to `said`, the customer's latest words, unless they are polite only; null: there are none. The caller
 * holds the conversation, or has saved something in its session with `trx`.
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
  // Nothing is missing where a question is sent again.
  if (!(await copyTranscript(trx, ticket, await readSince(trx, ticket)))) return;
  if (question !== null && question.smallTalk === null) await startDraft(trx, tools, ticket, question.text);
  await tools.events.publish(trx, conversation.organizationId, { type: "ticket.updated", id: open.id });
}

/** Whether a ticket has as many messages as a ticket can have. */
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
