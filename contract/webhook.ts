import { z } from "zod";
import { Audience, Id, Line, lineUpTo, emptyAsAbsent, textUpTo } from "./common.ts";
import { AnswerMetadata, AskAssistant } from "./conversations.ts";
import { Feedback, FeedbackSource, RatingCreate } from "./feedback.ts";
import { ConversationMessage } from "./inbox.ts";
import { maxQuestionLength } from "./limits.ts";

/** Body of POST /api/webhook/chat, with `Authorization: Bearer {key}`. */
export const WebhookQuestion = z.object({
  question: textUpTo(maxQuestionLength, "the question").min(1, "Write a question first."),
  /** The audience whose documents answer; the key must have that permission. */
  type: Audience,
  /** From an earlier answer: the question belongs to that conversation. */
  conversationId: Id.optional(),
});
export type WebhookQuestion = z.infer<typeof WebhookQuestion>;

export const WebhookAnswer = AnswerMetadata.pick({
  kind: true,
  confidence: true,
  answered: true,
  sources: true,
  fallback: true,
  ticketNumber: true,
}).extend({
  /** The text to show; for `may_help` it includes the quotes in `sources`. */
  answer: z.string(),
  conversationId: Id,
  /** The URL to request a person at if the documents have no answer; otherwise null. */
  handOff: z.url().nullable(),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

/** The reply of GET /api/webhook/conversations/{conversationId}: a conversation as its customer sees it. */
export const WebhookConversation = z.object({
  conversationId: Id,
  /** A person answers in it, and the assistant does not. */
  takenOver: z.boolean(),
  /** The newest, oldest first. */
  messages: ConversationMessage.pick({ id: true, from: true, content: true, createdAt: true }).array(),
});
export type WebhookConversation = z.infer<typeof WebhookConversation>;

export const WebhookConversationQuery = z.object({
  /** The id of the last known message: replies with the messages after it. */
  after: Id.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type WebhookConversationQuery = z.infer<typeof WebhookConversationQuery>;

/** Requests a person for the customer. Replies 201, or 200 if the conversation already has an open ticket. */
export const WebhookHandOff = z.object({
  conversationId: Id,
  customerName: emptyAsAbsent(lineUpTo(200, "the name")),
  customerEmail: Line.max(254).pipe(z.email("Enter a valid email address.")).nullish(),
  customerPhone: emptyAsAbsent(lineUpTo(50, "the phone number")),
  /** A message from the customer for the ticket. */
  message: emptyAsAbsent(textUpTo(maxQuestionLength, "the message")),
});

/** Body of POST /api/webhook/ask-assistant, with `Authorization: Bearer {key}`: after a hand-off. */
export const WebhookAskAssistant = AskAssistant.extend({ conversationId: Id });

export const WebhookTicket = z.object({
  /** The ticket number for the customer, such as "TKT-0042". */
  ticketNumber: z.string(),
  conversationId: Id,
});
export type WebhookTicket = z.infer<typeof WebhookTicket>;

/** Body of POST /api/webhook/feedback, with `Authorization: Bearer {key}`. */
export const WebhookFeedbackCreate = RatingCreate.extend({
  customerEmail: Line.max(254).pipe(z.email("Enter a valid email address.")).optional(),
  customerPhone: Line.max(50).optional(),
  source: FeedbackSource.default("chat"),
  /** A conversation has one rating: rating it again corrects it. */
  conversationId: Id.optional(),
});

export const WebhookFeedback = Feedback.omit({ updatedAt: true, conversationId: true, ticketId: true });
export type WebhookFeedback = z.infer<typeof WebhookFeedback>;
