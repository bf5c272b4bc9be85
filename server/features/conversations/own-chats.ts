import { sql } from "kysely";
import type { z } from "zod";
import { Audience } from "../../../contract/common.ts";
import type {
  ChatSession,
  ChatSessionListQuery,
  ChatSessionSummary,
} from "../../../contract/conversations.ts";
import type { Transaction } from "../../database/database.ts";
import { cursorOfMoment, microsOf, parseMoment, timeOf, toPage, type Page } from "../../paging.ts";

/** A chat without messages is kept this long, because an open page may still use it. */
const emptyChatLifetimeMs = 86_400_000;
const firstQuestionLength = 200;

interface ChatRow {
  id: string;
  audience: string;
  title: string;
  created_at: Date;
}

/** On the wire a chat is a session. */
const toChat = (row: ChatRow): ChatSession => ({
  id: row.id,
  type: Audience.parse(row.audience),
  title: row.title,
  createdAt: row.created_at.toISOString(),
});

interface ChatsOf {
  organizationId: string;
  userId: string;
}

/** Opens a chat, and deletes the user's older ones without messages. */
export async function openChat(
  trx: Transaction,
  { organizationId, userId, type, title }: ChatsOf & { type: Audience; title: string },
): Promise<ChatSession> {
  await deleteEmptyChats(trx, { organizationId, userId });
  const row = await trx
    .insertInto("conversations")
    .values({ organization_id: organizationId, user_id: userId, audience: type, title })
    .returning(["id", "audience", "title", "created_at"])
    .executeTakeFirstOrThrow();
  return toChat(row);
}

async function deleteEmptyChats(trx: Transaction, { organizationId, userId }: ChatsOf): Promise<void> {
  await trx
    .deleteFrom("conversations")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("channel", "=", "chat")
    .where("has_messages", "=", false)
    .where("created_at", "<", new Date(Date.now() - emptyChatLifetimeMs))
    .execute();
}

/** The user's own chats with messages, newest first. Throws invalid_cursor. */
export async function listChats(
  trx: Transaction,
  { organizationId, userId, limit, cursor, type }: ChatsOf & z.infer<typeof ChatSessionListQuery>,
): Promise<Page<ChatSessionSummary>> {
  const after = parseMoment(cursor);
  let query = trx
    .selectFrom("conversations")
    .select(["id", "audience", "title", "created_at"])
    .select((row) => [
      microsOf("conversations.created_at").as("micros"),
      row
        .selectFrom("messages")
        .select(sql<string>`left(content, ${firstQuestionLength}::int)`.as("question"))
        .whereRef("messages.organization_id", "=", "conversations.organization_id")
        .whereRef("messages.conversation_id", "=", "conversations.id")
        .where("role", "=", "user")
        .orderBy("messages.position")
        .limit(1)
        .as("question"),
      row
        .selectFrom("messages")
        .select("messages.created_at")
        .whereRef("messages.organization_id", "=", "conversations.organization_id")
        .whereRef("messages.conversation_id", "=", "conversations.id")
        .orderBy("messages.position", "desc")
        .limit(1)
        .as("last_message_at"),
    ])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("channel", "=", "chat")
    .where("has_messages", "=", true);
  if (type !== undefined) query = query.where("audience", "=", type);
  if (after !== null) {
    query = query.where(sql<boolean>`(created_at, id) < (${timeOf(after)}, ${after.id}::uuid)`);
  }
  const rows = await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const page = toPage(rows, limit, cursorOfMoment);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...toChat(row),
      firstQuestion: row.question ?? row.title,
      lastMessageAt: (row.last_message_at ?? row.created_at).toISOString(),
    })),
  };
}
