import { sql } from "kysely";
import {
  FeedbackSource,
  type Feedback,
  type OwnRating,
  type RatingCreate,
} from "../../../contract/feedback.ts";
import type { Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";

interface FeedbackRow {
  id: string;
  rating: number;
  source: string;
  category: string | null;
  comment: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  conversation_id: string | null;
  ticket_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export function toFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    rating: row.rating,
    source: FeedbackSource.parse(row.source),
    category: row.category,
    comment: row.comment,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    conversationId: row.conversation_id,
    ticketId: row.ticket_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function toOwnRating(
  row: Pick<FeedbackRow, "rating" | "comment" | "category" | "updated_at">,
): OwnRating {
  const { rating, comment, category } = row;
  return { rating, comment, category, updatedAt: row.updated_at.toISOString() };
}

/** What a rating is about. Each occasion has at most one rating. */
export interface Occasion {
  organizationId: string;
  /** Such as "chat <message>"; unique in the organization. */
  occasion: string;
  source: FeedbackSource;
  sessionId?: string;
  customerEmail?: string | null;
  customerPhone?: string | null;
}

/** Stores the rating of an occasion, replacing an earlier one as a whole. */
export async function storeRating(
  trx: Transaction,
  events: Events,
  { organizationId, occasion, source, sessionId, customerEmail, customerPhone }: Occasion,
  rating: RatingCreate,
): Promise<OwnRating> {
  const fields = {
    rating: rating.rating,
    comment: rating.comment ?? null,
    category: rating.category ?? null,
  };
  const row = await trx
    .insertInto("feedback")
    .values({
      ...fields,
      organization_id: organizationId,
      occasion,
      source,
      session_id: sessionId ?? null,
      customer_email: customerEmail ?? null,
      customer_phone: customerPhone ?? null,
    })
    .onConflict((again) =>
      again
        .columns(["organization_id", "occasion"])
        .doUpdateSet({ ...fields, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .returning(["id", "rating", "comment", "category", "updated_at"])
    .executeTakeFirstOrThrow();
  await events.publish(trx, organizationId, { type: "feedback.created", id: row.id });
  return toOwnRating(row);
}

/** The rating of an occasion; null when there is none. */
export async function findRating(
  trx: Transaction,
  { organizationId, occasion }: Pick<Occasion, "organizationId" | "occasion">,
): Promise<OwnRating | null> {
  const row = await trx
    .selectFrom("feedback")
    .select(["rating", "comment", "category", "updated_at"])
    .where("organization_id", "=", organizationId)
    .where("occasion", "=", occasion)
    .executeTakeFirst();
  return row === undefined ? null : toOwnRating(row);
}
