import { sql } from "kysely";
import type { FeedbackSource } from "../../contract/feedback.ts";
import { rowWithId, type Transaction } from "../database/database.ts";
import { notFound } from "../errors.ts";
import type { Events } from "../events.ts";

/** What a rating is about. Each occasion has at most one rating. */
export interface Occasion {
  organizationId: string;
  /** Such as "chat <message>"; unique in the organization. */
  occasion: string;
  source: FeedbackSource;
  conversationId?: string | undefined;
  customerEmail?: string | null;
  customerPhone?: string | null;
}

/** Columns that rating again replaces; columns that are absent keep their value. */
interface RatingColumns {
  rating: number;
  comment?: string | null | undefined;
  category?: string | null | undefined;
  customer_email?: string | undefined;
  customer_phone?: string | undefined;
}

/** Stores the rating of an occasion, or replaces it. Throws not_found for a conversation that was deleted. */
export async function storeRating(
  trx: Transaction,
  events: Events,
  { organizationId, occasion, source, conversationId, customerEmail, customerPhone }: Occasion,
  columns: RatingColumns,
) {
  // A deletion waits for the rating, and then deletes it.
  if (conversationId !== undefined) {
    const conversation = trx.selectFrom("conversations").select("id").forKeyShare();
    await conversation
      .where(rowWithId(organizationId, conversationId))
      .executeTakeFirstOrThrow(() => notFound("conversation"));
  }
  const row = await trx
    .insertInto("feedback")
    .values({
      organization_id: organizationId,
      occasion,
      source,
      conversation_id: conversationId ?? null,
      customer_email: customerEmail ?? null,
      customer_phone: customerPhone ?? null,
      ...columns,
    })
    .onConflict((oc) =>
      oc
        .columns(["organization_id", "occasion"])
        .doUpdateSet({ ...columns, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .returning(["id", "rating", "comment", "category", "created_at", "updated_at"])
    .executeTakeFirstOrThrow();
  await events.publish(trx, organizationId, { type: "feedback.created", id: row.id });
  return row;
}
