import { z } from "zod";
import { Audience, Id, Line, textUpTo, Timestamp } from "./common.ts";
import { ErrorReply } from "./errors.ts";
import { maxQuestionLength } from "./limits.ts";

export const ChatSessionCreate = z.object({
  type: Audience.default("internal"),
  title: Line.max(200).optional(),
});

export const ChatSession = z.object({ id: Id, type: Audience, title: z.string(), createdAt: Timestamp });
export type ChatSession = z.infer<typeof ChatSession>;

/** GET …/chat/sessions: the user's own sessions that have messages, newest first. */
export const ChatSessionSummary = ChatSession.extend({
  /** The first 200 characters of the first question. */
  firstQuestion: z.string(),
  lastMessageAt: Timestamp,
});
export type ChatSessionSummary = z.infer<typeof ChatSessionSummary>;

/**
 * Where an answer was found: `quote` is characters [start, end) of the page's text, verbatim. Of a message of the kind
 * `may_help` it has no clause numbers and line breaks, and may begin with its lead-in or its question.
 */
export const Source = z.object({
  documentId: Id,
  documentName: z.string(),
  version: z.int(),
  page: z.int(),
  quote: z.string(),
  start: z.int(),
  end: z.int(),
  /** For a quoted table row: the cells that answer, as characters [start, end) of the page, within the quote. */
  cells: z.array(z.object({ start: z.int(), end: z.int() })).optional(),
});
export type Source = z.infer<typeof Source>;

/**
 * The kind of a message of the assistant. `answer`: it answers the question. `may_help`: it has no answer, but up to
 * three quotes in `sources` are related to the question. `unknown`: the documents don't answer it. `hand_off`: a person
 * takes over, under a ticket number. `small_talk`: a polite message, based on no document;
 * one that offers a person has `answered` false.
 */
const AnswerKind = z.enum(["answer", "may_help", "unknown", "hand_off", "small_talk"]);

export const AnswerMetadata = z.object({
  /** The probability that the answer is right. Only messages of the kind `answer` have one. */
  confidence: z.number().min(0).max(1).optional(),
  answered: z.boolean(),
  sources: z.array(Source),
  /** What produced the text: quotes from the documents, a language model, or a curated answer. */
  engine: z.enum(["extractive", "model", "curated"]),
  latencyMs: z.number(),
  kind: AnswerKind,
  /** Hand-offs only: the ticket number for the customer, such as "TKT-0042". */
  ticketNumber: z.string().optional(),
  /** Absent from the reply to a later message of the customer while they wait. */
  ticketId: Id.optional(),
  /** Hand-offs only: the customer undid it. */
  undone: z.boolean().optional(),
  /** The question, if it has no answer. The list of unanswered questions is made from these. */
  asked: z.string().optional(),
  /** The organization has switched this topic off, so no answer was searched for. */
  declined: z.boolean().optional(),
  /**
   * Why the answer is not from the configured language model: it failed (`unavailable`), found no answer (`refused`), made
   * claims that the documents don't support (`unsupported`), or the organization's budget is used up (`budget`). After
   * `refused` and `unsupported` there is no answer; otherwise the documents are quoted.
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
  content: textUpTo(maxQuestionLength, "the question").min(1, "Write a question first."),
});

export const SuggestedQuestionsQuery = z.object({ type: Audience.default("internal") });

/** GET /api/organizations/{id}/chat/suggestions: the questions that an empty chat suggests. */
export const SuggestedQuestions = z.object({
  /** Whether questions can be answered: no document is uploaded, the first are still being read, or some are ready. */
  documents: z.enum(["none", "being_read", "ready"]),
  /** Each has been checked to have an answer. */
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

/** While a person handles the conversation, `assistantMessage` confirms the message once, and then the hand-off again. */
export const ChatExchange = z.object({ userMessage: ChatMessage, assistantMessage: ChatMessage });
export type ChatExchange = z.infer<typeof ChatExchange>;

/**
 * What POST …/messages streams to `Accept: text/event-stream`: `message` once the question is saved, `delta` for
 * every piece of the answer, `withdrawn` when the pieces so far must be discarded, `done` once the answer is saved. If
 * answering fails, ends with `error`; the question stays saved.
 */
export const ChatStreamEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("message"), data: ChatMessage }),
  z.object({ event: z.literal("delta"), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal("withdrawn"), data: z.object({}) }),
  z.object({ event: z.literal("done"), data: ChatMessage }),
  z.object({ event: z.literal("error"), data: ErrorReply }),
]);
export type ChatStreamEvent = z.infer<typeof ChatStreamEvent>;
