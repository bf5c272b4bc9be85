import { Audience } from "../../../contract/common.ts";
import type { ChatSession } from "../../../contract/conversations.ts";
import type { FindOrganization } from "../../auth/access.ts";
import { withTenant, type Database } from "../../database/database.ts";
import { notFound } from "../../errors.ts";

/** The organization of a chat session of this user; those of colleagues are nobody else's to see. */
export const organizationOfSession: FindOrganization = async (db, user, { id = "" }) => {
  const organizationIds = user.organizations.map((organization) => organization.id);
  const row = await withTenant(db, organizationIds, (trx) =>
    trx
      .selectFrom("chat_sessions")
      .select("organization_id")
      .where("id", "=", id)
      .where("user_id", "=", user.id)
      .where("channel", "=", "chat")
      .where("organization_id", "in", organizationIds)
      .executeTakeFirst(),
  );
  return row?.organization_id ?? null;
};

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

export async function createSession(
  db: Database,
  {
    organizationId,
    userId,
    type,
    title,
  }: { organizationId: string; userId: string; type: Audience; title: string },
): Promise<ChatSession> {
  const row = await withTenant(db, organizationId, (trx) =>
    trx
      .insertInto("chat_sessions")
      .values({ organization_id: organizationId, user_id: userId, audience: type, title })
      .returning(["id", "audience", "title", "created_at"])
      .executeTakeFirstOrThrow(),
  );
  return toSession(row);
}

/** The user's own sessions in which something was said, newest first. */
export async function listSessions(
  db: Database,
  { organizationId, userId, limit }: { organizationId: string; userId: string; limit: number },
): Promise<ChatSession[]> {
  const rows = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("chat_sessions")
      .select(["id", "audience", "title", "created_at"])
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", userId)
      .where("channel", "=", "chat")
      .where((where) =>
        where.exists(
          where
            .selectFrom("chat_messages")
            .select("chat_messages.id")
            .whereRef("chat_messages.organization_id", "=", "chat_sessions.organization_id")
            .whereRef("chat_messages.session_id", "=", "chat_sessions.id"),
        ),
      )
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute(),
  );
  return rows.map(toSession);
}

/** Which documents a session asks. Throws not_found. */
export async function findAudience(
  db: Database,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
): Promise<Audience> {
  const row = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("chat_sessions")
      .select("audience")
      .where("organization_id", "=", organizationId)
      .where("id", "=", sessionId)
      .executeTakeFirst(),
  );
  if (row === undefined) throw notFound("chat session");
  return Audience.parse(row.audience);
}
