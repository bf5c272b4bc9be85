import { z } from "zod";
import { Audience, Id, Line, Text, Timestamp } from "./common.ts";
import { Paging } from "./paging.ts";
import { ErrorReply } from "./errors.ts";

export const ChatSessionCreate = z.object({
  type: Audience.default("internal"),
  title: Line.max(200).optional(),
});
export type ChatSessionCreate = z.infer<typeof ChatSessionCreate>;

export const ChatSession = z.object({
  id: Id,
  type: Audience,
  title: z.string(),
  createdAt: Timestamp,
});
export type ChatSession = z.infer<typeof ChatSession>;

/** GET …/chat/sessions: one's own in which something was said, newest first. */
export const ChatSessionListQuery = Paging.extend({ type: Audience.optional() });
export const ChatSessionSummary = ChatSession.extend({
  /** What was asked first, at most 200 characters of it. */
  firstQuestion: z.string(),
  lastMessageAt: Timestamp,
});
export type ChatSessionSummary = z.infer<typeof ChatSessionSummary>;

/** Where an answer stands: `quote` is verbatim characters [start, end) of the text of that page. */
export const Source = z.object({
  documentId: Id,
  documentName: z.string(),
  version: z.int(),
  page: z.int(),
  quote: z.string(),
  start: z.int(),
  end: z.int(),
});
export type Source = z.infer<typeof Source>;

/**
 * What a message of the assistant's is. `answer`: it says what was asked. `may_help`: nothing is claimed, but up to
 * three quotes in `sources` are near the question. `unknown`: the documents hold nothing. `hand_off`: a person has it,
 * under the number of the ticket. `small_talk`: politeness, which stands on no document.
 */
export const AnswerKind = z.enum(["answer", "may_help", "unknown", "hand_off", "small_talk"]);
export type AnswerKind = z.infer<typeof AnswerKind>;

export const AnswerMetadata = z.object({
  /** How likely the answer is right. Only an answer has one: nothing else claims anything. */
  confidence: z.number().min(0).max(1).optional(),
  answered: z.boolean(),
  sources: z.array(Source),
  /** Who found the words: quoted from the documents, a language model, or a person of the team beforehand. */
  engine: z.enum(["extractive", "model", "curated"]),
  latencyMs: z.number(),
  kind: AnswerKind,
  /** Of a hand-off: what the customer can refer to, such as "TKT-0042". */
  ticketNumber: z.string().optional(),
  ticketId: Id.optional(),
  /** Of a hand-off: the customer took it back. */
  undone: z.boolean().optional(),
  /** The question, where it found no answer: what the list of unanswered questions is made of. */
  asked: z.string().optional(),
  /** The organization has this topic switched off, so no answer was looked for. */
  declined: z.boolean().optional(),
  /**
   * Why no answer of the language model is given although one is set up: it could not be reached or failed, found no
   * answer, said what the documents don't support, or the organization's budget is used up. After `refused` and
   * `unsupported` nothing is claimed; in the other cases the documents are quoted.
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
  content: Text.min(1, "Write a question first.").max(4000, "Use at most 4000 characters for the question."),
});
export type ChatMessageCreate = z.infer<typeof ChatMessageCreate>;

export const SuggestedQuestionsQuery = z.object({ type: Audience.default("internal") });

/** GET /api/organizations/{id}/chat/suggestions: what an empty chat offers to ask. */
export const SuggestedQuestions = z.object({
  /** False: nothing can be asked before a document is uploaded. */
  hasDocuments: z.boolean(),
  /** Each of them finds an answer. */
  questions: z.array(z.string()),
});
export type SuggestedQuestions = z.infer<typeof SuggestedQuestions>;

/** Body of POST /api/chat/sessions/{id}/ask-assistant: after a hand-off the customer asks the assistant again. */
export const AskAssistant = z.object({
  /** Within a minute: the hand-off counts as never wished, and its ticket is closed if nobody has touched it. */
  undo: z.boolean().default(false),
});
export type AskAssistant = z.input<typeof AskAssistant>;

export const AssistantResumed = z.object({
  /** The ticket was closed again. */
  ticketTakenBack: z.boolean(),
});
export type AssistantResumed = z.infer<typeof AssistantResumed>;

/** While a person has the conversation the assistant is silent: its message is then the hand-off that stands. */
export const ChatExchange = z.object({ userMessage: ChatMessage, assistantMessage: ChatMessage });
export type ChatExchange = z.infer<typeof ChatExchange>;

/**
 * What POST …/messages streams to `Accept: text/event-stream`: `message` once the question is saved,
 * `delta` for every piece of the answer, `withdrawn` where the pieces so far are no part of it after all, `done`
 * once it is saved; or `error`, and the question stays.
 */
export const ChatStreamEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("message"), data: ChatMessage }),
  z.object({ event: z.literal("delta"), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal("withdrawn"), data: z.object({}) }),
  z.object({ event: z.literal("done"), data: ChatMessage }),
  z.object({ event: z.literal("error"), data: ErrorReply }),
]);
export type ChatStreamEvent = z.infer<typeof ChatStreamEvent>;
