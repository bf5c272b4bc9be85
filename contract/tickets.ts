import { z } from "zod";
import {
  Audience,
  Id,
  Line,
  lineUpTo,
  emptyAsAbsent,
  Paging,
  Person,
  textUpTo,
  Timestamp,
} from "./common.ts";
import { AnswerMetadata, Source } from "./conversations.ts";
import { maxQuestionLength } from "./limits.ts";
import { MessageFile } from "./message-files.ts";

export const TicketCategory = z.enum(["technical", "billing", "general", "feature_request"]);
export type TicketCategory = z.infer<typeof TicketCategory>;

export const TicketPriority = z.enum(["urgent", "high", "medium", "low"]);
export type TicketPriority = z.infer<typeof TicketPriority>;

export const TicketStatus = z.enum(["open", "in_progress", "resolved", "closed"]);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** The value that a form sends for an empty field. */
const emptyField = z.literal(["", null]).transform(() => undefined);

/** A field that may be absent, null or empty, all of which mean absent. */
const optional = <Schema extends z.ZodType>(schema: Schema) => z.union([emptyField, schema]).optional();

/** The form sets no limits of its own; these bound what a member can store. */
const FieldLine = lineUpTo(2000, "each line");
const FieldText = textUpTo(20_000, "the description");
const optionalLine = emptyAsAbsent(FieldLine);

const CustomerEmail = FieldLine.refine(
  (text) => text === "" || z.email().safeParse(text).success,
  "Enter a valid email address for the customer.",
);

/** Nothing is required: an empty title becomes "Untitled ticket", and empty fields count as absent. */
export const TicketCreate = z.object({
  title: optionalLine,
  description: emptyAsAbsent(FieldText),
  category: optional(TicketCategory),
  priority: optional(TicketPriority),
  customerName: optionalLine,
  customerEmail: emptyAsAbsent(CustomerEmail),
  customerPhone: optionalLine,
  /** The audience whose documents the draft is made from: `internal` when staff ask. */
  audience: Audience.default("external"),
});
export type TicketCreate = z.infer<typeof TicketCreate>;

/** A ticket as lists show it. */
export const Ticket = z.object({
  id: Id,
  /** Such as "TKT-0001"; counts up by one within an organization, without gaps. */
  ticketNumber: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  category: TicketCategory.nullable(),
  priority: TicketPriority,
  status: TicketStatus,
  audience: Audience,
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** The id of the assigned user; `assignee` has the name. */
  assignedTo: Id.nullable(),
  assignee: Person.nullable(),
  /** The conversation that the ticket was opened from. */
  sessionId: Id.nullable(),
  /** The channel of that conversation; null when there is none. */
  channel: z.enum(["chat", "webhook", "whatsapp"]).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Ticket = z.infer<typeof Ticket>;

/** `search` finds tickets that have all its words in the number, title, description or customer's details. */
export const TicketListQuery = Paging.extend({
  status: TicketStatus.optional(),
  priority: TicketPriority.optional(),
  category: TicketCategory.optional(),
  assignedTo: z.union([Id, z.literal("unassigned")]).optional(),
  search: Line.max(200).optional(),
});
export type TicketListQuery = z.infer<typeof TicketListQuery>;

/** GET …/tickets/summary: how many tickets the organization has in each status. */
export const TicketSummary = z.object({
  open: z.int(),
  in_progress: z.int(),
  resolved: z.int(),
  closed: z.int(),
  total: z.int(),
});
export type TicketSummary = z.infer<typeof TicketSummary>;

/** PUT /api/tickets/{ticketId}/status. `assignedTo` null removes the assignee; absent, the assignee stays. */
export const TicketStatusUpdate = z.object({ status: TicketStatus, assignedTo: Id.nullable().optional() });
export type TicketStatusUpdate = z.infer<typeof TicketStatusUpdate>;

/** PUT /api/tickets/{ticketId}: an absent field stays, null or an empty text clears it. */
export const TicketUpdate = z
  .object({
    title: FieldLine,
    description: FieldText.nullable(),
    category: TicketCategory.nullable(),
    priority: TicketPriority,
    customerName: FieldLine.nullable(),
    customerEmail: CustomerEmail.nullable(),
    customerPhone: FieldLine.nullable(),
    assignedTo: Id.nullable(),
  })
  .partial();
export type TicketUpdate = z.infer<typeof TicketUpdate>;

/**
 * `reply`: to the customer. `note`: among staff. `customer`: from the customer. `assistant`: the assistant's answer in the
 * conversation that the ticket was opened from.
 */
const TicketMessageKind = z.enum(["reply", "note", "customer", "assistant"]);

/**
 * How a reply is delivered. `conversation`: in the conversation that the ticket came from. `mailing`: by email, not
 * sent yet; then `mailed`, or `mail_failed` when the mail server refused it. `mail_limit` (the organization has sent as
 * many emails as it may in a day), `no_mail_server`, `no_address`: the reply is only stored, and its author has to
 * contact the customer.
 */
export const ReplyDelivery = z.enum([
  "conversation",
  "mailing",
  "mailed",
  "mail_failed",
  "mail_limit",
  "no_mail_server",
  "no_address",
]);
export type ReplyDelivery = z.infer<typeof ReplyDelivery>;

export const TicketMessage = z.object({
  id: Id,
  kind: TicketMessageKind,
  content: z.string(),
  /** Who wrote it, or entered it for the customer; null when they have left. */
  author: Person.nullable(),
  /** Whether the reply was made from the assistant's draft. */
  fromDraft: z.boolean(),
  /** Null unless the message is a reply. */
  delivery: ReplyDelivery.nullable(),
  /** The file that the customer sent with it. */
  file: MessageFile.nullable(),
  createdAt: Timestamp,
});
export type TicketMessage = z.infer<typeof TicketMessage>;

const MessageContent = textUpTo(20_000, "the message").min(1, "Write a message first.");

/** POST /api/tickets/{ticketId}/messages → 201 TicketMessage. One of kind `customer` gets a new draft. */
export const TicketMessageCreate = z.object({
  kind: TicketMessageKind.exclude(["assistant"]).default("reply"),
  content: MessageContent,
});
export type TicketMessageCreate = z.infer<typeof TicketMessageCreate>;

/**
 * The assistant's draft of a reply to the customer's last message. `writing`: not ready; `ticket.updated` is
 * published when it is. `failed`: it has to be requested again. `sent` and `discarded` are final.
 */
export const TicketDraft = z.object({
  id: Id,
  state: z.enum(["writing", "ready", "failed", "sent", "discarded"]),
  /** Null until it is written, and if the documents have no answer (`answered` is false). */
  content: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  answered: z.boolean().nullable(),
  sources: z.array(Source),
  /** As in a chat: what produced the text, and why it is quoted although a language model is set up. */
  engine: AnswerMetadata.shape.engine,
  fallback: AnswerMetadata.shape.fallback,
  createdAt: Timestamp,
});
export type TicketDraft = z.infer<typeof TicketDraft>;

/** The reply of GET /api/tickets/{ticketId} and of the PUTs. */
export const TicketDetail = Ticket.extend({
  /** The newest 200, oldest first; GET …/messages pages through all of them. */
  messages: TicketMessage.array(),
  /** The newest draft; null when the ticket has no text that could be answered. */
  draft: TicketDraft.nullable(),
  /** How a reply would be delivered now. */
  replyDelivery: ReplyDelivery,
});
export type TicketDetail = z.infer<typeof TicketDetail>;

/** `draftId` is the draft on the screen: 409 `draft_gone` when there is a newer one, or it was sent or discarded. */
export const TicketDraftSend = z.object({ draftId: Id, content: MessageContent });
export type TicketDraftSend = z.infer<typeof TicketDraftSend>;
export const TicketDraftDiscard = TicketDraftSend.pick({ draftId: true });
export type TicketDraftDiscard = z.infer<typeof TicketDraftDiscard>;

/** POST /api/chat/sessions/{id}/hand-off: requests a person → 201 TicketReference, or 200 if a ticket is open. */
export const ChatHandOff = z.object({ message: emptyAsAbsent(textUpTo(maxQuestionLength, "the message")) });

export const TicketReference = Ticket.pick({ id: true, ticketNumber: true, status: true });
export type TicketReference = z.infer<typeof TicketReference>;
