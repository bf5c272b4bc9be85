import type { OwnRating, MessageRating, RatingCreate } from "../../../contract/feedback.ts";
import { withTenant, type Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { storeRating, toOwnRating } from "./feedback-rows.ts";

/** Ratings of a session that are shown at once. */
const maxShown = 200;
const prefix = "chat ";

/** Rates an answer; rating it again replaces the rating. */
export async function rateAnswer(
  { db, events }: { db: Database; events: Events },
  { organizationId, id, messageId }: { organizationId: string; id: string; messageId: string },
  rating: RatingCreate,
): Promise<OwnRating> {
  const occasion = `${prefix}${messageId.toLowerCase()}`;
  return withTenant(db, organizationId, (trx) =>
    storeRating(trx, events, { organizationId, occasion, source: "chat", sessionId: id }, rating),
  );
}

/** The ratings in a session, newest first. */
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
  return rows.map((row) => ({ messageId: row.occasion.slice(prefix.length), ...toOwnRating(row) }));
}
