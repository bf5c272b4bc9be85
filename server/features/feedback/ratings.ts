import type { Context } from "../../context.ts";
import { sql } from "kysely";
import {
  FeedbackSource,
  Feedback,
  MessageRating,
  OwnRating,
  type RatingCreate,
  type FeedbackListQuery,
  type FeedbackSummary,
} from "../../../contract/feedback.ts";
import { equals, type Transaction, type Key } from "../../database/database.ts";
import { findRow, fromRow } from "../../database/rows.ts";
import { storeRating, type Occasion } from "../../conversations/rating.ts";
import type { Events } from "../../events.ts";
import { cursorOfMoment, isBefore, microsOf, parseMoment, toPage, type Page } from "../../paging.ts";

/** Stores the rating of an occasion, replacing an earlier one as a whole. */
export async function replaceRating(
  trx: Transaction,
  events: Events,
  occasion: Occasion,
  { rating, comment = null, category = null }: RatingCreate,
): Promise<OwnRating> {
  return fromRow(OwnRating, await storeRating(trx, events, occasion, { rating, comment, category }));
}

/** The rating of an occasion; null when there is none. */
export async function findRating(
  trx: Transaction,
  { organizationId, occasion }: Pick<Occasion, "organizationId" | "occasion">,
): Promise<OwnRating | null> {
  const columns = ["rating", "comment", "category", "updated_at"] as const;
  const row = await findRow(trx, "feedback", { organization_id: organizationId, occasion }, columns);
  return row === undefined ? null : fromRow(OwnRating, row);
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
  let query = trx
    .selectFrom("feedback")
    .selectAll()
    .select([
      microsOf("created_at").as("micros"),
      conversationId.as("conversation_id"),
      ticketId.as("ticket_id"),
    ])
    .where("organization_id", "=", organizationId)
    .where(isBefore(parseMoment(cursor)))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (source !== undefined) query = query.where("source", "=", source);
  if (rating !== undefined) query = query.where("rating", "=", rating);
  return toPage(await query.execute(), limit, cursorOfMoment, (row) => fromRow(Feedback, row));
}

export async function summarizeFeedback(trx: Transaction, { organizationId }: { organizationId: string }) {
  const rows = await trx
    .selectFrom("counts")
    .select(["part as source", "bucket as rating", sql<number>`sum(count)::int`.as("count")])
    .where(equals({ organization_id: organizationId, counted: "ratings" }))
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
  { organizationId, id, messageId }: Key<"id" | "messageId">,
  rating: RatingCreate,
): Promise<OwnRating> {
  const occasion = `${chatPrefix}${messageId.toLowerCase()}`;
  return replaceRating(trx, events, { organizationId, occasion, source: "chat", conversationId: id }, rating);
}

/** The ratings in a chat, newest first. */
export async function listChatRatings(trx: Transaction, { organizationId, id }: Key<"id">) {
  const rows = await trx
    .selectFrom("feedback")
    .select(["occasion", "rating", "comment", "category", "updated_at"])
    .where(equals({ organization_id: organizationId, conversation_id: id, source: "chat" }))
    .where("occasion", "like", `${chatPrefix}%`)
    .orderBy("created_at", "desc")
    .limit(maxChatRatings)
    .execute();
  return rows.map((row) =>
    fromRow(MessageRating, { ...row, message_id: row.occasion.slice(chatPrefix.length) }),
  );
}
