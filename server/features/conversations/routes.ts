import type { FastifyRequest, FastifyBaseLogger } from "fastify";
import { AudiencePaging, IdempotencyHeaders } from "../../../contract/common.ts";
import {
  AskAssistant,
  AssistantResumed,
  ChatExchange,
  ChatMessage,
  ChatMessageCreate,
  ChatSession,
  ChatSessionCreate,
  ChatSessionSummary,
  SuggestedQuestions,
  SuggestedQuestionsQuery,
  type ChatStreamEvent,
} from "../../../contract/conversations.ts";
import { actorOf, member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfOwnChat } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { messagePaging, readMessagePage } from "../../paging.ts";
import { exchange, type ExchangeListener } from "../../conversations/exchange.ts";
import { askAssistant } from "../../conversations/hand-off/silence.ts";
import { readMessages } from "../../conversations/messages.ts";
import { stopAnswer } from "../../conversations/stop-answer.ts";
import { eventHeaders, eventText, openEventStream } from "../../sse.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { listChats, openChat } from "./own-chats.ts";
import { openSuggestions } from "./suggestions.ts";
import { describeError, toReply } from "../../errors.ts";

const chat = memberFor("chat with the assistant", organizationOfOwnChat);
const chatOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
  organizationId: tenantOf(request).organizationId,
  conversationId: request.params.id,
});

export function conversationRoutes(routes: Routes, context: Context): void {
  routes.post("/api/organizations/:organizationId/chat/sessions", {
    access: member("chat with the assistant"),
    rateLimit: perMinute(600),
    summary: "Open a chat session",
    body: ChatSessionCreate,
    response: { 201: ChatSession },
    transaction: (trx, request) => {
      const { type, title } = request.body;
      return openChat(trx, { ...actorOf(request), type, title: title || `${type} Chat` });
    },
  });

  routes.get("/api/organizations/:organizationId/chat/sessions", {
    access: member("chat with the assistant"),
    summary: "List your chat sessions",
    querystring: AudiencePaging,
    response: { 200: ChatSessionSummary.array() },
    page: (trx, request) => listChats(trx, { ...actorOf(request), ...request.query }),
  });

  const suggest = openSuggestions(context);
  routes.get("/api/organizations/:organizationId/chat/suggestions", {
    access: member("chat with the assistant"),
    rateLimit: perMinute(120),
    summary: "List the suggested questions",
    description: "Each suggested question has an answer.",
    querystring: SuggestedQuestionsQuery,
    response: { 200: SuggestedQuestions },
    transaction: (trx, request) => suggest(trx, { ...tenantOf(request), audience: request.query.type }),
  });

  messageRoutes(routes, context);
  interruptingRoutes(routes, context);
}

function messageRoutes(routes: Routes, context: Context): void {
  routes.get("/api/chat/sessions/:id/messages", {
    access: chat,
    summary: "List the messages of a chat session",
    ...messagePaging,
    response: { 200: ChatMessage.array() },
    page: (trx, request) =>
      readMessagePage(request.query, (range) => readMessages(trx, { ...chatOf(request), ...range })),
  });

  routes.post("/api/chat/sessions/:id/messages", {
    access: chat,
    rateLimit: perMinute(600),
    summary: "Ask a question in a chat session",
    description:
      "Replies when the answer is saved. With `Accept: text/event-stream`, streams it as the events `message`, " +
      "`delta`, `withdrawn`, `done` and `error`. Retries with the same `Idempotency-Key` ask the question once.",
    headers: IdempotencyHeaders,
    body: ChatMessageCreate,
    response: { 201: ChatExchange },
    handler: async (request, reply) => {
      const key = chatOf(request);
      await context.questions.admit(key.organizationId);
      const clientKey = request.headers["idempotency-key"] ?? null;
      const { email, firstName, lastName } = userOf(request);
      const customerName = [firstName, lastName].filter(Boolean).join(" ") || null;
      const customer = { customerName, customerEmail: email };
      const question = { ...key, content: request.body.content, clientKey, customer };
      const run = async (listener?: ExchangeListener): Promise<ChatExchange> => {
        const { userMessage, assistantMessage } = await exchange(context, question, listener);
        // A member's own chat can't be taken over.
        if (assistantMessage === null) throw new Error("a chat was taken over");
        return { userMessage, assistantMessage };
      };
      if (!(request.headers.accept ?? "").includes("text/event-stream")) return run();
      // The reply's schema is for JSON, so a stream bypasses it.
      return reply.headers(eventHeaders).send(streamExchange(run, request.log));
    },
  });
}

function interruptingRoutes(routes: Routes, context: Context): void {
  routes.post("/api/chat/sessions/:id/ask-assistant", {
    access: chat,
    rateLimit: perMinute(60),
    summary: "Return a chat session to the assistant",
    description:
      "The assistant replies again. With `undo`, within a minute of the hand-off, also closes the ticket unless someone is working on it.",
    body: AskAssistant,
    response: { 200: AssistantResumed },
    transaction: (trx, request) => askAssistant(trx, context, chatOf(request), request.body),
  });

  routes.post("/api/chat/sessions/:id/stop", {
    access: chat,
    summary: "Stop the answer being generated",
    description: "Saves what has been written so far.",
    transaction: (trx, request) => stopAnswer(trx, context, chatOf(request)),
  });
}

/** Streams an exchange. When the reader disconnects, the answer is still completed and saved. */
function streamExchange(run: (listener: ExchangeListener) => Promise<ChatExchange>, log: FastifyBaseLogger) {
  const eventStream = openEventStream();
  const send = ({ event, data }: ChatStreamEvent): void => eventStream.write(eventText(event, data));
  run({
    onSaved: (message) => send({ event: "message", data: message }),
    onDelta: (text) => send({ event: "delta", data: { text } }),
    onRetract: () => send({ event: "withdrawn", data: {} }),
  })
    .then(({ assistantMessage }) => send({ event: "done", data: assistantMessage }))
    .catch((error: Error) => {
      const { status, body } = toReply(error);
      if (status >= 500) log.error({ err: describeError(error) }, "an answer failed");
      send({ event: "error", data: body });
    })
    .finally(() => eventStream.end());
  return eventStream.stream;
}
