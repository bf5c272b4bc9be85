import { z } from "zod";
import { Audience, Id, Line, textUpTo, Timestamp } from "./common.ts";
import { Paging } from "./paging.ts";
import { ErrorReply } from "./errors.ts";

export const ChatSessionCreate = z.object({
  type: Audience.default("internal"),
  title: Line.max(200).optional(),
});

export const ChatSession = z.object({ id: Id, type: Audience, title: z.string(), createdAt: Timestamp });
export type ChatSession = z.infer<typeof ChatSession>;

/** GET …/chat/sessions: the user's own sessions that have messages, newest first. */
export const ChatSessionListQuery = Paging.extend({ type: Audience.optional() });
export const ChatSessionSummary = ChatSession.extend({
  /** The first 200 characters of the first question. */
  firstQuestion: z.string(),
  lastMessageAt: Timestamp,
});
export type ChatSessionSummary = z.infer<typeof ChatSessionSummary>;

/** Where an answer was found: `quote` is characters [start, end) of the page's text, verbatim. */
export const Source = z.object({
  documentId: Id,
  documentName: z.string(),
  version: z.int(),
  page: z.int(),
  quote: z.string(),
  start: z.int(),
  end: z.int(),
  /** Of a quoted row of a table: the cells that answer, characters [start, end) of the page within the quote. */
  cells: z.array(z.object({ start: z.int(), end: z.int() })).optional(),
});
export type Source = z.infer<typeof Source>;

/**
 * What a message of the assistant is. `answer`: it answers the question. `may_help`: it claims nothing, but up to
 * three quotes in `sources` are close to the question. `unknown`: the documents don't answer it. `hand_off`: a person
 * takes over, under the number of a ticket. `small_talk`: politeness, without a document behind it.
 */
export const AnswerKind = z.enum(["answer", "may_help", "unknown", "hand_off", "small_talk"]);

export const AnswerMetadata = z.object({
  /** The probability that the answer is right. Only answers have one, since nothing else makes a claim. */
  confidence: z.number().min(0).max(1).optional(),
  answered: z.boolean(),
  sources: z.array(Source),
  /** What produced the text: quotes from the documents, a language model, or a curated answer. */
  engine: z.enum(["extractive", "model", "curated"]),
  latencyMs: z.number(),
  kind: AnswerKind,
  /** Hand-offs only: the number that the customer can refer to, such as "TKT-0042". */
  ticketNumber: z.string().optional(),
  ticketId: Id.optional(),
  /** Hand-offs only: the customer undid it. */
  undone: z.boolean().optional(),
  /** The question, where it found no answer. The list of unanswered questions is made of these. */
  asked: z.string().optional(),
  /** The organization has this topic switched off, so no answer was looked for. */
  declined: z.boolean().optional(),
  /**
   * Why the answer is not the language model's although one is set up: it failed (`unavailable`), found no answer
   * (`refused`), made claims that the documents don't support (`unsupported`), or the organization's budget is used up
   * (`budget`). After `refused` and `unsupported` nothing is claimed; otherwise the documents are quoted.
   */
  fallback: z.enum(["unavailable", "refused", "unsupported", "budget"]).optional(),
});
export type AnswerMetadata = z.infer<typeof AnswerMetadata>;

export const ChatMessage = z.object({
  id: Id,
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  createdAt: Timestamp,
  metadata: AnswerMetadata.nullable(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatMessageCreate = z.object({
  role: z.literal("user").default("user"),
  content: textUpTo(4000, "the question").min(1, "Write a question first."),
});

export const SuggestedQuestionsQuery = z.object({ type: Audience.default("internal") });

/** GET /api/organizations/{id}/chat/suggestions: the questions that an empty chat suggests. */
export const SuggestedQuestions = z.object({
  /** Whether documents can be asked: `none` is uploaded, the first are still being read, or some are `ready`. */
  documents: z.enum(["none", "being_read", "ready"]),
  /** Questions that have been answered once, so that each suggestion works. */
  questions: z.array(z.string()),
});
export type SuggestedQuestions = z.infer<typeof SuggestedQuestions>;

/** Body of POST /api/chat/sessions/{id}/ask-assistant: goes back to the assistant after a hand-off. */
export const AskAssistant = z.object({
  /** Within a minute, undoes the hand-off and closes its ticket unless someone has worked on it. */
  undo: z.boolean().default(false),
});
export type AskAssistant = z.input<typeof AskAssistant>;

export const AssistantResumed = z.object({
  /** Whether the ticket was closed. */
  ticketTakenBack: z.boolean(),
});
export type AssistantResumed = z.infer<typeof AssistantResumed>;

/** While a person has the conversation the assistant doesn't answer: its message is the hand-off from before. */
export const ChatExchange = z.object({ userMessage: ChatMessage, assistantMessage: ChatMessage });
export type ChatExchange = z.infer<typeof ChatExchange>;

/**
 * What POST …/messages streams to `Accept: text/event-stream`: `message` once the question is saved, `delta` for
 * every piece of the answer, `withdrawn` when the pieces so far are to be dropped, `done` once the answer is
 * saved. Or `error`; the question stays saved.
 */
export const ChatStreamEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("message"), data: ChatMessage }),
  z.object({ event: z.literal("delta"), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal("withdrawn"), data: z.object({}) }),
  z.object({ event: z.literal("done"), data: ChatMessage }),
  z.object({ event: z.literal("error"), data: ErrorReply }),
]);
export type ChatStreamEvent = z.infer<typeof ChatStreamEvent>;
