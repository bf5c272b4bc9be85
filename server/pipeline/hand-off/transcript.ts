import { sql } from "kysely";
import type { ChatMessage } from "../../../contract/conversations.ts";
import type { Transaction } from "../../database/database.ts";
import { toChatMessage } from "../converse/messages.ts";
import { fromTicket } from "./reply-in-conversation.ts";

/** Messages that a ticket takes over at once: the newest. */
const longestTranscript = 200;

/** A message of a conversation; `authorId` where a person of staff wrote it. */
export interface Said extends ChatMessage {
  position: number;
  authorId: string | null;
}

/** What was said after `after`, or all of it; oldest first. */
export async function readTranscript(
  trx: Transaction,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
  after: number | null,
): Promise<Said[]> {
  let query = trx
    .selectFrom("chat_messages")
    .select(["id", "role", "content", "metadata", "created_at", "position", "author_user_id"])
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId);
  // What was replied to the ticket is in it already.
  query = query.where((row) =>
    row.or([row("client_key", "is", null), row("client_key", "not like", `${fromTicket}%`)]),
  );
  if (after !== null) query = query.where("position", ">", after);
  const rows = await query.orderBy("position", "desc").limit(longestTranscript).execute();
  return rows.toReversed().map((row) => ({
    ...toChatMessage(row),
    position: row.position,
    authorId: row.author_user_id,
  }));
}

/** Puts what was said, and what the customer adds, at the end of a ticket's thread. Whether there was anything. */
export async function copyTranscript(
  trx: Transaction,
  { organizationId, ticketId }: { organizationId: string; ticketId: string },
  transcript: readonly Said[],
  message: string | undefined,
): Promise<boolean> {
  const key = { organization_id: organizationId, ticket_id: ticketId };
  const rows = transcript.map(({ role, content, authorId, createdAt }) => ({
    ...key,
    kind: kindOf(role, authorId),
    content,
    author_id: authorId,
    created_at: createdAt as string | undefined,
  }));
  if (message !== undefined && !(await wasAddedLast(trx, key, message))) {
    rows.push({ ...key, kind: "customer", content: message, author_id: null, created_at: undefined });
  }
  if (rows.length === 0) return false;
  for (const row of rows) {
    await trx
      .insertInto("ticket_messages")
      .values({ ...row, created_at: row.created_at ?? sql<Date>`clock_timestamp()` })
      .execute();
  }
  await trx
    .updateTable("tickets")
    .set({ copied_until: transcript.at(-1)?.position, updated_at: sql<Date>`now()` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", ticketId)
    .execute();
  return true;
}

function kindOf(role: ChatMessage["role"], authorId: string | null): string {
  if (role === "user") return "customer";
  return authorId === null ? "assistant" : "reply";
}

/** The same wish sent twice is one message. */
async function wasAddedLast(
  trx: Transaction,
  key: { organization_id: string; ticket_id: string },
  message: string,
): Promise<boolean> {
  const last = await trx
    .selectFrom("ticket_messages")
    .select("content")
    .where("organization_id", "=", key.organization_id)
    .where("ticket_id", "=", key.ticket_id)
    .where("kind", "=", "customer")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.content === message;
}
