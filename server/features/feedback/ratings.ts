import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  type FeedbackLink,
  type FeedbackLinkCreate,
  OwnRating,
  type RatingCreate,
  FeedbackSource,
  Feedback,
  MessageRating,
  type FeedbackListQuery,
  type FeedbackSummary,
} from "../../../contract/feedback.ts";
import type { Context } from "../../context.ts";
import { rowWithId, withTenant, type Transaction, equals, type Key } from "../../database/database.ts";
import { findRow, fromRow } from "../../database/rows.ts";
import { AppError, notFound } from "../../errors.ts";
import { makeRatingLink, type LinkClaims, type LinkSigner } from "../../conversations/rating-link-signer.ts";
import { storeRating, type Occasion } from "../../conversations/rating.ts";
import type { Events } from "../../events.ts";
import { cursorOfMoment, isBefore, microsOf, parseMoment, toPage, type Page } from "../../paging.ts";
import { formatTicketNumber } from "../../conversations/hand-off/ticket-number.ts";

/** Stores the rating of an occasion, replacing an earlier one as a whole. */
async function replaceRating(
  trx: Transaction,
  events: Events,
  occasion: Occasion,
  { rating, comment = null, category = null }: RatingCreate,
): Promise<OwnRating> {
  return fromRow(OwnRating, await storeRating(trx, events, occasion, { rating, comment, category }));
}

/** Chats of staff are private, so only conversations with customers have an id here. */
const customerConversation = sql<string | null>`(
  select c.id from conversations c
  where c.organization_id = feedback.organization_id and c.id = feedback.conversation_id and c.channel <> 'chat'
)`;

/** The ticket that the rating link was made for, or the newest ticket of the conversation. */
const ratedTicket = sql<string | null>`case when feedback.occasion ~ '^ticket [0-9a-f-]{36}$' then (
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
      customerConversation.as("conversation_id"),
      ratedTicket.as("ticket_id"),
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
    .select(["rating", "comment", "category", "updated_at"])
    .select(sql`substr(occasion, ${chatPrefix.length + 1}::int)`.as("message_id"))
    .where(equals({ organization_id: organizationId, conversation_id: id, source: "chat" }))
    .where("occasion", "like", `${chatPrefix}%`)
    .orderBy("created_at", "desc")
    .limit(maxChatRatings)
    .execute();
  return rows.map((row) => fromRow(MessageRating, row));
}

export type LinkTools = Pick<Context, "config" | "db" | "events"> & { signer: LinkSigner };

/** Makes a link for rating a ticket or, without a ticket, for an email. Throws not_found. */
export async function createLink(
  trx: Transaction,
  { config, signer }: Pick<LinkTools, "config" | "signer">,
  organizationId: string,
  { ticketId }: FeedbackLinkCreate,
): Promise<FeedbackLink> {
  if (ticketId !== undefined && (await findTicket(trx, organizationId, ticketId)) === undefined)
    throw notFound("ticket");
  return makeRatingLink(signer, config.publicUrl, {
    organizationId,
    source: ticketId === undefined ? "email" : "ticket",
    subjectId: ticketId ?? randomUUID(),
  });
}

/** The details that the page of a rating link shows. Throws link_invalid or link_expired. */
export async function openLink(tools: LinkTools, token: string) {
  return withLink(tools, token, async (trx, { occasion, ...shown }) => {
    const values = { organization_id: occasion.organizationId, occasion: occasion.occasion };
    const columns = ["rating", "comment", "category", "updated_at"] as const;
    const given = await findRow(trx, "feedback", values, columns);
    return { ...shown, source: occasion.source, given: given ? fromRow(OwnRating, given) : null };
  });
}

/** Rates by a link; rating again replaces the rating. Throws link_invalid or link_expired. */
export async function rateByLink(tools: LinkTools, token: string, rating: RatingCreate) {
  return withLink(tools, token, (trx, { occasion }) => replaceRating(trx, tools.events, occasion, rating));
}

async function withLink<Result>(
  { db, signer }: LinkTools,
  token: string,
  work: (trx: Transaction, linked: Awaited<ReturnType<typeof findOccasion>>) => Promise<Result>,
): Promise<Result> {
  const claims = signer.read(token);
  if (claims === null) throw linkInvalid();
  if (claims.expiresAt.getTime() <= Date.now()) {
    throw new AppError(410, "link_expired", "This link has expired. Ask for a new one.");
  }
  return withTenant(db, claims.organizationId, async (trx) => work(trx, await findOccasion(trx, claims)));
}

const linkInvalid = () =>
  new AppError(404, "link_invalid", "This link is incomplete. Open it again from the original message.");

async function findOccasion(trx: Transaction, { organizationId, source, subjectId, expiresAt }: LinkClaims) {
  const occasion = { organizationId, occasion: `${source} ${subjectId}`, source };
  const there = { id: organizationId, deleted_at: null };
  const organization = await findRow(trx, "organizations", there, ["name"]);
  if (organization === undefined) throw linkInvalid();
  const shown = { organizationName: organization.name, expiresAt: expiresAt.toISOString() };
  if (source === "email") return { ...shown, occasion, ticketNumber: null };
  const ticket = await findTicket(trx, organizationId, subjectId);
  if (ticket === undefined) throw linkInvalid();
  const customer = { customerEmail: ticket.customer_email, customerPhone: ticket.customer_phone };
  return {
    ...shown,
    occasion: { ...occasion, ...customer },
    ticketNumber: formatTicketNumber(ticket.number),
  };
}

/** Locks the ticket, so that its deletion waits for the rating, and then deletes it. */
const findTicket = (trx: Transaction, organizationId: string, id: string) =>
  trx
    .selectFrom("tickets")
    .select(["number", "customer_email", "customer_phone"])
    .where(rowWithId(organizationId, id))
    .forKeyShare()
    .executeTakeFirst();
