import { sql } from "kysely";
import type { Audience, AudiencePaging } from "../../../contract/common.ts";
import { ChatSession, ChatSessionSummary } from "../../../contract/conversations.ts";
import { dayMs } from "../../../contract/limits.ts";
import { equals, type Transaction, type Key } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import { cursorOfMoment, isBefore, microsOf, parseMoment, toPage, type Page } from "../../paging.ts";

/** A chat without messages is kept this long, because an open page may still use it. */
const emptyChatLifetimeMs = dayMs;
const firstQuestionLength = 200;

/** Opens a chat, which the API calls a session, and deletes the user's older chats without messages. */
export async function openChat(
  trx: Transaction,
  { organizationId, userId, type, title }: Key<"userId" | "title"> & { type: Audience },
): Promise<ChatSession> {
  await trx
    .deleteFrom("conversations")
    .where(equals({ organization_id: organizationId, user_id: userId, channel: "chat", has_messages: false }))
    .where("created_at", "<", new Date(Date.now() - emptyChatLifetimeMs))
    .execute();
  const row = await trx
    .insertInto("conversations")
    .values({ organization_id: organizationId, user_id: userId, audience: type, title })
    .returning(["id", "audience as type", "title", "created_at"])
    .executeTakeFirstOrThrow();
  return fromRow(ChatSession, row);
}

/** The user's own chats with messages, newest first. Throws invalid_cursor. */
export async function listChats(
  trx: Transaction,
  { organizationId, userId, limit, cursor, type }: Key<"userId"> & AudiencePaging,
): Promise<Page<ChatSessionSummary>> {
  let query = trx
    .selectFrom("conversations")
    .select(["id", "audience as type", "title", "created_at"])
    .select([
      microsOf("conversations.created_at").as("micros"),
      sql<string>`coalesce((
        select left(m.content, ${firstQuestionLength}::int) from messages m
        where m.organization_id = conversations.organization_id and m.conversation_id = conversations.id
          and m.role = 'user'
        order by m.position limit 1
      ), title)`.as("first_question"),
      sql<Date>`coalesce((
        select m.created_at from messages m
        where m.organization_id = conversations.organization_id and m.conversation_id = conversations.id
        order by m.position desc limit 1
      ), created_at)`.as("last_message_at"),
    ])
    .where(equals({ organization_id: organizationId, user_id: userId, channel: "chat", has_messages: true }))
    .where(isBefore(parseMoment(cursor)))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (type !== undefined) query = query.where("audience", "=", type);
  const rows = await query.execute();
  return toPage(rows, limit, cursorOfMoment, (row) => fromRow(ChatSessionSummary, row));
}
