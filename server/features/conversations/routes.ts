import { LRUCache } from "lru-cache";
import { z } from "zod";
import { Id, Line } from "../../../contract/common.ts";
import { Paging } from "../../../contract/paging.ts";
import {
  AskAssistant,
  AssistantResumed,
  ChatExchange,
  ChatMessage,
  ChatMessageCreate,
  ChatSession,
  ChatSessionCreate,
  ChatSessionListQuery,
  ChatSessionSummary,
  SuggestedQuestions,
  SuggestedQuestionsQuery,
} from "../../../contract/conversations.ts";
import { member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfOwnChat } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { App } from "../../http.ts";
import { readMessagePage, sendPage } from "../../paging.ts";
import { exchange, type ExchangeListener } from "../../conversations/exchange.ts";
import { askAssistant } from "../../conversations/hand-off/silence.ts";
import { readMessages } from "../../conversations/messages.ts";
import { stopAnswer } from "../../conversations/stop-answer.ts";
import { eventHeaders } from "../../sse.ts";
import { listChats, openChat } from "./own-chats.ts";
import { readSuggestions, type GuidedSuggestions } from "./suggestions.ts";
import { streamExchange } from "./stream-exchange.ts";

const params = z.object({ id: Id });
const chat = memberFor("chat with the assistant", organizationOfOwnChat);

export function conversationRoutes(app: App, context: Context): void {
  chatRoutes(app, context);
  suggestionRoute(app, context);
  messageRoutes(app, context);
  askAssistantRoute(app, context);
  stopRoute(app, context);
}

function chatRoutes(app: App, { db }: Context): void {
  app.post("/api/organizations/:organizationId/chat/sessions", {
    config: { access: member("chat with the assistant"), rateLimit: { max: 600, timeWindow: "1 minute" } },
    schema: {
      summary: "Open a chat session",
      body: ChatSessionCreate,
      response: { 201: ChatSession },
    },
    handler: async (request) => {
      const { type, title = "" } = request.body;
      const named = { type, title: title === "" ? `${type} Chat` : title };
      return openChat(db, { ...tenantOf(request), userId: userOf(request).id, ...named });
    },
  });

  app.get("/api/organizations/:organizationId/chat/sessions", {
    config: { access: member("chat with the assistant") },
    schema: {
      summary: "List my chat sessions",
      description: "Newest first. The header `x-next-cursor` has the cursor of the next page.",
      querystring: ChatSessionListQuery,
      response: { 200: ChatSessionSummary.array() },
    },
    handler: async (request, reply) => {
      const mine = { organizationId: tenantOf(request).organizationId, userId: userOf(request).id };
      return sendPage(reply, await listChats(db, { ...mine, ...request.query }));
    },
  });
}

/** Suggestions are cached this long, since finding them costs as much as several answers. */
const suggestionsTtlMs = 60_000;

function suggestionRoute(app: App, context: Context): void {
  const cache = new LRUCache<string, GuidedSuggestions>({ max: 1000, ttl: suggestionsTtlMs });
  app.get("/api/organizations/:organizationId/chat/suggestions", {
    config: { access: member("chat with the assistant"), rateLimit: { max: 120, timeWindow: "1 minute" } },
    schema: {
      summary: "List the suggested questions",
      description: "Your documents answer each of them.",
      querystring: SuggestedQuestionsQuery,
      response: { 200: SuggestedQuestions },
    },
    handler: async (request) => {
      const collection = { ...tenantOf(request), audience: request.query.type };
      const key = `${collection.organizationId} ${collection.audience}`;
      const before = cache.get(key);
      const found = await readSuggestions(context, collection, before);
      if (found !== before && found.suggestions.questions.length > 0) cache.set(key, found);
      return found.suggestions;
    },
  });
}

function messageRoutes(app: App, context: Context): void {
  const { db } = context;

  app.get("/api/chat/sessions/:id/messages", {
    config: { access: chat },
    schema: {
      summary: "List the messages of a chat session",
      description:
        "The newest messages, oldest first. The header `x-next-cursor` has the cursor of the messages before them.",
      params,
      querystring: Paging,
      response: { 200: ChatMessage.array() },
    },
    handler: async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const key = { organizationId, conversationId: request.params.id };
      const page = await readMessagePage(request.query, (range) =>
        withTenant(db, organizationId, (trx) => readMessages(trx, { ...key, ...range })),
      );
      return sendPage(reply, page);
    },
  });

  app.post("/api/chat/sessions/:id/messages", {
    config: { access: chat, rateLimit: { max: 600, timeWindow: "1 minute" } },
    schema: {
      summary: "Ask a question in a chat session",
      description:
        "Replies when the answer is saved. With `Accept: text/event-stream`, streams it as the events `message`, " +
        "`delta`, `done` and `error`. Retries with the same `Idempotency-Key` ask the question once.",
      params,
      headers: z.looseObject({ "idempotency-key": Line.min(1).max(100).optional() }),
      body: ChatMessageCreate,
      response: { 201: ChatExchange },
    },
    handler: async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const key = { organizationId, conversationId: request.params.id };
      await context.questions.admit(organizationId);
      const clientKey = request.headers["idempotency-key"] ?? null;
      const { email, firstName, lastName } = userOf(request);
      const customerName = [firstName, lastName].filter(Boolean).join(" ") || null;
      const customer = { customerName, customerEmail: email };
      const question = { ...key, content: request.body.content, clientKey, customer };
      const run = async (listener?: ExchangeListener): Promise<ChatExchange> => {
        const { userMessage, assistantMessage } = await exchange(context, question, listener);
        // Nobody takes a chat of a member over.
        if (assistantMessage === null) throw new Error("a chat was taken over");
        return { userMessage, assistantMessage };
      };
      if (!(request.headers.accept ?? "").includes("text/event-stream")) return run();
      // A stream is not serialized: the schema of the reply is for JSON.
      return reply.headers(eventHeaders).send(streamExchange(run, request.log) as never);
    },
  });
}

function askAssistantRoute(app: App, context: Context): void {
  app.post("/api/chat/sessions/:id/ask-assistant", {
    config: { access: chat, rateLimit: { max: 60, timeWindow: "1 minute" } },
    schema: {
      summary: "Return a chat session to the assistant",
      description:
        "The assistant replies again. With `undo`, within a minute of the hand-off, also closes the ticket unless someone is working on it.",
      params,
      body: AskAssistant,
      response: { 200: AssistantResumed },
    },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const key = { organizationId, conversationId: request.params.id };
      const { ticketTakenBack } = await withTenant(context.db, organizationId, (trx) =>
        askAssistant(trx, context, key, request.body),
      );
      return { ticketTakenBack };
    },
  });
}

function stopRoute(app: App, context: Context): void {
  app.post("/api/chat/sessions/:id/stop", {
    config: { access: chat },
    schema: {
      summary: "Stop the answer being generated",
      description: "Saves what has been written so far.",
      params,
      response: { 204: z.null() },
    },
    handler: async (request) =>
      stopAnswer(context, { ...tenantOf(request), conversationId: request.params.id }),
  });
}
