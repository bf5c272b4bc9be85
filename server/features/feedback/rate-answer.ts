import type { GivenRating, MessageRating, RatingCreate } from "../../../contract/feedback.ts";
import type { FindOrganization } from "../../auth/access.ts";
import { withTenant, type Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { storeRating, toGivenRating } from "./feedback-rows.ts";

/** Ratings of a session that are shown at once. */
const maxShown = 200;
const prefix = "chat ";

/**
 * The organization of a chat session of this user and, where the path names a message, of an answer
 * in it: only the person who asked rates an answer.
 */
export const organizationOfRatedSession: FindOrganization = async (db, user, { id = "", messageId }) => {
  const organizationIds = user.organizations.map((organization) => organization.id);
  const row = await withTenant(db, organizationIds, (trx) => {
    const session = trx
      .selectFrom("chat_sessions")
      .select("chat_sessions.organization_id")
      .where("chat_sessions.id", "=", id)
      .where("user_id", "=", user.id)
      .where("channel", "=", "chat")
      .where("chat_sessions.organization_id", "in", organizationIds);
    if (messageId === undefined) return session.executeTakeFirst();
    return session
      .innerJoin("chat_messages", (join) =>
        join
          .onRef("chat_messages.organization_id", "=", "chat_sessions.organization_id")
          .onRef("chat_messages.session_id", "=", "chat_sessions.id"),
      )
      .where("chat_messages.id", "=", messageId)
      .where("role", "=", "assistant")
      .executeTakeFirst();
  });
  return row?.organization_id ?? null;
};

/** Rates an answer; rating it again corrects that. */
export async function rateAnswer(
  { db, events }: { db: Database; events: Events },
  { organizationId, id, messageId }: { organizationId: string; id: string; messageId: string },
  given: RatingCreate,
): Promise<GivenRating> {
  const occasion = `${prefix}${messageId.toLowerCase()}`;
  return withTenant(db, organizationId, (trx) =>
    storeRating(trx, events, { organizationId, occasion, source: "chat", sessionId: id }, given),
  );
}

/** What was rated in a session, newest first. */
export async function listSessionRatings(
  db: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<MessageRating[]> {
  const rows = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("feedback")
      .select(["occasion", "rating", "comment", "category", "updated_at"])
      .where("organization_id", "=", organizationId)
      .where("session_id", "=", id)
      .where("source", "=", "chat")
      .where("occasion", "like", `${prefix}%`)
      .orderBy("created_at", "desc")
      .limit(maxShown)
      .execute(),
  );
  return rows.map((row) => ({ messageId: row.occasion.slice(prefix.length), ...toGivenRating(row) }));
}
