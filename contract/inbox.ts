import { z } from "zod";
import { Audience, Id, Line, Paging, Person, textUpTo, Timestamp } from "./common.ts";
import { AnswerMetadata } from "./conversations.ts";
import { maxReplyLength } from "./limits.ts";
import { MessageFile } from "./message-files.ts";
import { TicketStatus } from "./tickets.ts";

/** The channels that customers use. */
const ConversationChannel = z.enum(["whatsapp", "webhook"]);

/** Who wrote a message; staff are `person`. */
export const MessageOrigin = z.enum(["customer", "assistant", "person"]);
export type MessageOrigin = z.infer<typeof MessageOrigin>;

export const Conversation = z.object({
  id: Id,
  channel: ConversationChannel,
  /** The audience whose documents answer it. */
  type: Audience,
  title: z.string(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** The colleague who answers in it; null: the assistant does. */
  owner: Person.nullable(),
  takenOverAt: Timestamp.nullable(),
  /** Since when the customer has been waiting for a person; null once someone has taken over. */
  personRequestedAt: Timestamp.nullable(),
  /** Since when the assistant has been silent; null: it answers. */
  handedOffAt: Timestamp.nullable(),
  lastMessageAt: Timestamp,
  /** The beginning of the customer's last message. */
  lastCustomerMessage: z.string().nullable(),
  /** The newest ticket that was opened from it. */
  ticket: z.object({ id: Id, ticketNumber: z.string(), status: TicketStatus }).nullable(),
  /** Until when WhatsApp lets the business write; null: the channel knows no such limit. */
  writableUntil: Timestamp.nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

const ConversationFilter = z.enum(["all", "waiting", "taken_over", "mine"]);

export const ConversationListQuery = Paging.extend({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  channel: ConversationChannel.optional(),
  show: ConversationFilter.default("all"),
  /** Words in the title, the customer's name or telephone number. */
  search: Line.max(200).optional(),
});
export type ConversationListQuery = z.infer<typeof ConversationListQuery>;

/** How many conversations wait for a person, are taken over, and are taken over by the caller. */
export const ConversationSummary = z.object({ waiting: z.int(), takenOver: z.int(), mine: z.int() });
export type ConversationSummary = z.infer<typeof ConversationSummary>;

/** How far a message got on its way to the customer. */
export const MessageDelivery = z.object({
  state: z.enum(["waiting", "unconfirmed", "failed", "sent", "delivered", "read"]),
  /** What went wrong, as a sentence. */
  reason: z.string().nullable(),
});
export type MessageDelivery = z.infer<typeof MessageDelivery>;

export const ConversationMessage = z.object({
  id: Id,
  from: MessageOrigin,
  /** The author of a person's message; null also when they have left. */
  author: Person.nullable(),
  content: z.string(),
  createdAt: Timestamp,
  /** The answer's kind, confidence and sources. */
  metadata: AnswerMetadata.nullable(),
  /** Null for messages of customers, and for channels that fetch their messages. */
  delivery: MessageDelivery.nullable(),
  /** The file that the customer sent with it. */
  file: MessageFile.nullable(),
  /** For customers' messages: it waits for an answer while its WhatsApp number is inactive. */
  isHeld: z.boolean(),
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

export const TakeOver = z.object({
  /** The colleague to take it over from; absent: the assistant. */
  from: Id.optional(),
});
export type TakeOver = z.infer<typeof TakeOver>;

export const ConversationReply = z.object({
  content: textUpTo(maxReplyLength, "the message").min(1, "Write a message first."),
});
