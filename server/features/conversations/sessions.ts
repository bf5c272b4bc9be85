import { sql } from "kysely";
import type { z } from "zod";
import { Audience } from "../../../contract/common.ts";
import type {
  ChatSession,
  ChatSessionListQuery,
  ChatSessionSummary,
} from "../../../contract/conversations.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import { cursorOfMoment, microsOf, parseMoment, timeOf, toPage, type Page } from "../../paging.ts";

/** A session without messages is kept this long, because an open page may still use it. */
const emptySessionLifetimeMs = 86_400_000;
const firstQuestionLength = 200;

interface SessionRow {
  id: string;
  audience: string;
  title: string;
  created_at: Date;
}

const toSession = (row: SessionRow): ChatSession => ({
  id: row.id,
  type: Audience.parse(row.audience),
  title: row.title,
  createdAt: row.created_at.toISOString(),
});

interface SessionsOf {
  organizationId: string;
  userId: string;
}

/** Opens a session, and deletes the user's older sessions without messages. */
export async function createSession(
  db: Database,
  { organizationId, userId, type, title }: SessionsOf & { type: Audience; title: string },
): Promise<ChatSession> {
  const row = await withTenant(db, organizationId, async (trx) => {
    await deleteEmptySessions(trx, { organizationId, userId });
    return trx
      .insertInto("chat_sessions")
      .values({ organization_id: organizationId, user_id: userId, audience: type, title })
      .returning(["id", "audience", "title", "created_at"])
      .executeTakeFirstOrThrow();
  });
  return toSession(row);
}

async function deleteEmptySessions(trx: Transaction, { organizationId, userId }: SessionsOf): Promise<void> {
  await trx
    .deleteFrom("chat_sessions")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("channel", "=", "chat")
    .where("has_messages", "=", false)
    .where("created_at", "<", new Date(Date.now() - emptySessionLifetimeMs))
    .execute();
}

/** The user's own sessions with messages, newest first. Throws invalid_cursor. */
export async function listSessions(
  db: Database,
  { organizationId, userId, limit, cursor, type }: SessionsOf & z.infer<typeof ChatSessionListQuery>,
): Promise<Page<ChatSessionSummary>> {
  const after = parseMoment(cursor);
  return withTenant(db, organizationId, async (trx) => {
    let query = trx
      .selectFrom("chat_sessions")
      .select(["id", "audience", "title", "created_at"])
      .select((row) => [
        microsOf("chat_sessions.created_at").as("micros"),
        row
          .selectFrom("chat_messages")
          .select(sql<string>`left(content, ${firstQuestionLength}::int)`.as("question"))
          .whereRef("chat_messages.organization_id", "=", "chat_sessions.organization_id")
          .whereRef("chat_messages.session_id", "=", "chat_sessions.id")
          .where("role", "=", "user")
          .orderBy("chat_messages.position")
          .limit(1)
          .as("question"),
        row
          .selectFrom("chat_messages")
          .select("chat_messages.created_at")
          .whereRef("chat_messages.organization_id", "=", "chat_sessions.organization_id")
          .whereRef("chat_messages.session_id", "=", "chat_sessions.id")
          .orderBy("chat_messages.position", "desc")
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
        ...toSession(row),
        firstQuestion: row.question ?? row.title,
        lastMessageAt: (row.last_message_at ?? row.created_at).toISOString(),
      })),
    };
  });
}
