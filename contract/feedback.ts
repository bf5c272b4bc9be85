import { z } from "zod";
import { Id, lineUpTo, emptyAsAbsent, Paging, textUpTo, Timestamp } from "./common.ts";

export const FeedbackSource = z.enum(["chat", "whatsapp", "email", "ticket"]);
export type FeedbackSource = z.infer<typeof FeedbackSource>;

const ratingSentence = "Choose a rating from 1 to 5.";
const Rating = z.int(ratingSentence).min(1, ratingSentence).max(5, ratingSentence);

export const Feedback = z.object({
  id: Id,
  rating: z.int().min(1).max(5),
  source: FeedbackSource,
  category: z.string().nullable(),
  comment: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** The rated conversation in the inbox, and the ticket it was about; null if there is none. */
  conversationId: Id.nullable(),
  ticketId: Id.nullable(),
  createdAt: Timestamp,
  /** Later than `createdAt` if the rating was corrected. */
  updatedAt: Timestamp,
});
export type Feedback = z.infer<typeof Feedback>;

/** GET /api/organizations/{organizationId}/feedback, newest first. */
export const FeedbackListQuery = Paging.extend({
  source: FeedbackSource.optional(),
  rating: z.coerce.number().int().min(1).max(5).optional(),
});
export type FeedbackListQuery = z.infer<typeof FeedbackListQuery>;

/** GET …/feedback/summary: over all feedback of the organization. */
export const FeedbackSummary = z.object({
  total: z.int(),
  /** 0 if there is no feedback. */
  average: z.number().min(0).max(5),
  /** How many gave each rating. */
  distribution: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
  /** How many came from each source. */
  sources: z.object({ chat: z.int(), whatsapp: z.int(), email: z.int(), ticket: z.int() }),
});
export type FeedbackSummary = z.infer<typeof FeedbackSummary>;

/** There is one rating per occasion: rating again replaces it. Empty texts count as absent. */
export const RatingCreate = z.object({
  rating: Rating,
  comment: emptyAsAbsent(textUpTo(2000, "the comment")),
  category: emptyAsAbsent(lineUpTo(50, "the category")),
});
export type RatingCreate = z.infer<typeof RatingCreate>;

/** The caller's own rating. POST /api/chat/sessions/{id}/messages/{messageId}/rating → 201. */
export const OwnRating = Feedback.pick({ rating: true, comment: true, category: true, updatedAt: true });
export type OwnRating = z.infer<typeof OwnRating>;

/** GET /api/chat/sessions/{id}/ratings: the newest 200 ratings in a session. */
export const MessageRating = OwnRating.extend({ messageId: Id });
export type MessageRating = z.infer<typeof MessageRating>;

/** Lets a customer rate a ticket or, without one, an email. All links of a ticket set the same rating. */
export const FeedbackLinkCreate = z.object({ ticketId: Id.optional() });
export type FeedbackLinkCreate = z.infer<typeof FeedbackLinkCreate>;

/** `link` is a page of the web application: {public address}/rate/{token}. */
export const FeedbackLink = z.object({ link: z.url(), token: z.string(), expiresAt: Timestamp });
export type FeedbackLink = z.infer<typeof FeedbackLink>;

/** The details that the page of a rating link shows without signing in. 404 `link_invalid`, 410 `link_expired`. */
export const FeedbackInvitation = z.object({
  organizationName: z.string(),
  source: FeedbackSource,
  ticketNumber: z.string().nullable(),
  expiresAt: Timestamp,
  /** The rating made by this link so far, which can be corrected. */
  given: OwnRating.nullable(),
});
export type FeedbackInvitation = z.infer<typeof FeedbackInvitation>;
