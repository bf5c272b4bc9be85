import { sql } from "kysely";
import {
  FeedbackSource,
  type Feedback,
  type FeedbackListQuery,
  type FeedbackSummary,
} from "../../../contract/feedback.ts";
import { withTenant, type Database } from "../../database/database.ts";
import { cursorOfMoment, microsOf, parseMoment, timeOf, toPage, type Page } from "../../paging.ts";
import { toFeedback } from "./feedback-rows.ts";

/** Chats of staff are private, so only conversations with customers have an id here. */
const conversationId = sql<string | null>`(
  select s.id from chat_sessions s
  where s.organization_id = feedback.organization_id and s.id = feedback.session_id and s.channel <> 'chat'
)`;

/** The ticket that the rating link was made for, or the newest ticket of the conversation. */
const ticketId = sql<string | null>`case when feedback.occasion ~ '^ticket [0-9a-f-]{36}$' then (
  select t.id from tickets t
  where t.organization_id = feedback.organization_id and t.id = substr(feedback.occasion, 8)::uuid
) else (
  select t.id from tickets t
  where t.organization_id = feedback.organization_id and t.session_id = feedback.session_id
  order by t.number desc limit 1
) end`;

/** Feedback, newest first. */
export async function listFeedback(
  db: Database,
  { organizationId, source, rating, limit, cursor }: FeedbackListQuery & { organizationId: string },
): Promise<Page<Feedback>> {
  const after = parseMoment(cursor);
  const rows = await withTenant(db, organizationId, (trx) => {
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
    return query
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute();
  });
  const page = toPage(rows, limit, cursorOfMoment);
  return { ...page, rows: page.rows.map(toFeedback) };
}

/** Count, average and distribution of all feedback. */
export async function summarizeFeedback(
  db: Database,
  { organizationId }: { organizationId: string },
): Promise<FeedbackSummary> {
  const rows = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("counts")
      .select(["part as source", "bucket as rating", sql<number>`sum(count)::int`.as("count")])
      .where("organization_id", "=", organizationId)
      .where("counted", "=", "ratings")
      .groupBy(["part", "bucket"])
      .execute(),
  );
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
