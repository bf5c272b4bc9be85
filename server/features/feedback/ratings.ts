import type { Context } from "../../context.ts";
import { sql, type Selectable } from "kysely";
import {
  FeedbackSource,
  type Feedback,
  type OwnRating,
  type RatingCreate,
  type FeedbackListQuery,
  type FeedbackSummary,
  type MessageRating,
} from "../../../contract/feedback.ts";
import type { Transaction } from "../../database/database.ts";
import type { DB } from "../../database/schema.ts";
import { storeRating, type Occasion } from "../../conversations/rating.ts";
import type { Events } from "../../events.ts";
import { cursorOfMoment, microsOf, parseMoment, timeOf, toPage, type Page } from "../../paging.ts";

type FeedbackRow = Selectable<DB["feedback"]> & { conversation_id: string | null; ticket_id: string | null };

function toFeedback(row: FeedbackRow): Feedback {
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

function toOwnRating(row: Pick<FeedbackRow, "rating" | "comment" | "category" | "updated_at">): OwnRating {
  const { rating, comment, category } = row;
  return { rating, comment, category, updatedAt: row.updated_at.toISOString() };
}

/** Stores the rating of an occasion, replacing an earlier one as a whole. */
export async function replaceRating(
  trx: Transaction,
  events: Events,
  occasion: Occasion,
  { rating, comment = null, category = null }: RatingCreate,
): Promise<OwnRating> {
  return toOwnRating(await storeRating(trx, events, occasion, { rating, comment, category }));
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

/** Chats of staff are private, so only conversations with customers have an id here. */
const conversationId = sql<string | null>`(
  select c.id from conversations c
  where c.organization_id = feedback.organization_id and c.id = feedback.conversation_id and c.channel <> 'chat'
)`;

/** The ticket that the rating link was made for, or the newest ticket of the conversation. */
const ticketId = sql<string | null>`case when feedback.occasion ~ '^ticket [0-9a-f-]{36}$' then (
  select t.id from tickets t
  where t.organization_id = feedback.organization_id and t.id = substr(feedback.occasion, 8)::uuid
) else (
  select t.id from tickets t
  where t.organization_id = feedback.organization_id and t.conversation_id = feedback.conversation_id
  order by t.number desc limit 1
) end`;

/** Feedback, newest first. */
export async function listFeedback(
  trx: Transaction,
  { organizationId, source, rating, limit, cursor }: FeedbackListQuery & { organizationId: string },
): Promise<Page<Feedback>> {
  const after = parseMoment(cursor);
  let query = trx
    .selectFrom("feedback")
    .selectAll()
    .select([
      microsOf("created_at").as("micros"),
      conversationId.as("conversation_id"),
      ticketId.as("ticket_id"),
    ])
    .where("organization_id", "=", organizationId);
  if (source !== undefined) query = query.where("source", "=", source);
  if (rating !== undefined) query = query.where("rating", "=", rating);
  if (after !== null) {
    query = query.where(sql<boolean>`(created_at, id) < (${timeOf(after)}, ${after.id}::uuid)`);
  }
  const rows = await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const page = toPage(rows, limit, cursorOfMoment);
  return { ...page, rows: page.rows.map(toFeedback) };
}

/** Count, average and distribution of all feedback. */
export async function summarizeFeedback(trx: Transaction, { organizationId }: { organizationId: string }) {
  const rows = await trx
    .selectFrom("counts")
    .select(["part as source", "bucket as rating", sql<number>`sum(count)::int`.as("count")])
    .where("organization_id", "=", organizationId)
    .where("counted", "=", "ratings")
    .groupBy(["part", "bucket"])
    .execute();
  const distribution: FeedbackSummary["distribution"] = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  const sources: FeedbackSummary["sources"] = { chat: 0, whatsapp: 0, email: 0, ticket: 0 };
  let total = 0;
  let sum = 0;
  for (const { source, rating, count } of rows) {
    distribution[rating as keyof typeof distribution] += count;
    sources[FeedbackSource.parse(source)] += count;
    total += count;
    sum += rating * count;
  }
  return { total, average: total === 0 ? 0 : sum / total, distribution, sources };
}

/** Ratings of a chat that are shown at once. */
const maxChatRatings = 200;
const chatPrefix = "chat ";

/** Rates an answer; rating it again replaces the rating. */
export async function rateAnswer(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  { organizationId, id, messageId }: { organizationId: string; id: string; messageId: string },
  rating: RatingCreate,
): Promise<OwnRating> {
  const occasion = `${chatPrefix}${messageId.toLowerCase()}`;
  return replaceRating(trx, events, { organizationId, occasion, source: "chat", conversationId: id }, rating);
}

/** The ratings in a chat, newest first. */
export async function listChatRatings(
  trx: Transaction,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<MessageRating[]> {
  const rows = await trx
    .selectFrom("feedback")
    .select(["occasion", "rating", "comment", "category", "updated_at"])
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "=", id)
    .where("source", "=", "chat")
    .where("occasion", "like", `${chatPrefix}%`)
    .orderBy("created_at", "desc")
    .limit(maxChatRatings)
    .execute();
  return rows.map((row) => ({ messageId: row.occasion.slice(chatPrefix.length), ...toOwnRating(row) }));
}
