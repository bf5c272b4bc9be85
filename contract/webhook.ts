import { z } from "zod";
import { Audience, Id, Line, Text, Timestamp } from "./common.ts";
import { AnswerMetadata, AskAssistant } from "./conversations.ts";
import { Feedback, FeedbackSource, RatingCreate } from "./feedback.ts";

const absentWhenEmpty = (text: string): string | undefined => (text === "" ? undefined : text);

/** Body of POST /api/webhook/chat, with `Authorization: Bearer {key}`. */
export const WebhookQuestion = z.object({
  question: Text.min(1, "Write a question first.").max(4000, "Use at most 4000 characters for the question."),
  /** Which documents answer; the key must have that permission. */
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
  /** Ready to be shown as it is; of `may_help` with the quotes that are in `sources`. */
  answer: z.string(),
  conversationId: Id,
  /** Where to ask for a person, offered where the documents hold no answer; null else. */
  handOff: z.url().nullable(),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

/** What GET /api/webhook/conversations/{conversationId} answers: a conversation as its customer sees it. */
export const WebhookConversation = z.object({
  conversationId: Id,
  /** A person of the team answers in it now; the assistant is silent. */
  takenOver: z.boolean(),
  /** The newest, oldest first. */
  messages: z.array(
    z.object({
      id: Id,
      from: z.enum(["customer", "assistant", "person"]),
      content: z.string(),
      createdAt: Timestamp,
    }),
  ),
});
export type WebhookConversation = z.infer<typeof WebhookConversation>;

export const WebhookConversationQuery = z.object({
  /** The id of the last message that is known: only what came after it. */
  after: Id.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type WebhookConversationQuery = z.infer<typeof WebhookConversationQuery>;

/** The same key with the same body is the same request, for a day; with another body it is refused. */
export const IdempotencyHeaders = z.looseObject({ "idempotency-key": Line.min(1).max(200).optional() });

/**
 * Body of POST /api/webhook/hand-off, with `Authorization: Bearer {key}`: the customer wants a person. → 201,
 * or 200 where the conversation has a ticket that is still worked on.
 */
export const WebhookHandOff = z.object({
  conversationId: Id,
  customerName: Line.max(200, "Use at most 200 characters for the name.")
    .transform(absentWhenEmpty)
    .nullish(),
  customerEmail: Line.max(254).pipe(z.email("Enter a valid email address.")).nullish(),
  customerPhone: Line.max(50, "Use at most 50 characters for the phone number.")
    .transform(absentWhenEmpty)
    .nullish(),
  /** What the customer wants to add. */
  message: Text.max(4000, "Use at most 4000 characters for the message.")
    .transform(absentWhenEmpty)
    .nullish(),
});
export type WebhookHandOff = z.input<typeof WebhookHandOff>;

/** Body of POST /api/webhook/ask-assistant, with `Authorization: Bearer {key}`: after a hand-off. */
export const WebhookAskAssistant = AskAssistant.extend({ conversationId: Id });
export type WebhookAskAssistant = z.input<typeof WebhookAskAssistant>;

export const WebhookTicket = z.object({
  /** What the customer can refer to, such as "TKT-0042". */
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
/** As it is sent: what has a default may be absent. */
export type WebhookFeedbackCreate = z.input<typeof WebhookFeedbackCreate>;

export const WebhookFeedback = Feedback.omit({ updatedAt: true, conversationId: true, ticketId: true });
export type WebhookFeedback = z.infer<typeof WebhookFeedback>;
