import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  IdempotencyHeaders,
  WebhookAnswer,
  WebhookAskAssistant,
  WebhookConversation,
  WebhookConversationQuery,
  WebhookFeedback,
  WebhookFeedbackCreate,
  WebhookHandOff,
  WebhookQuestion,
  WebhookTicket,
} from "../../../contract/webhook.ts";
import { AssistantResumed } from "../../../contract/conversations.ts";
import { Id } from "../../../contract/common.ts";
import { apiKeyOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { answerQuestion } from "./answer-question.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import { handOffConversation, resumeConversation } from "./hand-off.ts";
import { readConversation } from "./read-conversation.ts";
import { takeFeedback } from "./take-feedback.ts";

const perKey = (max: number) => ({
  max,
  timeWindow: "1 minute",
  keyGenerator: (request: FastifyRequest) => apiKeyOf(request).id,
});

/** Routes for programs and other sites' pages, with an API key instead of a session. */
export function webhookRoutes(app: App, context: Context): void {
  app.post("/api/webhook/chat", {
    config: {
      access: "API key",
      rateLimit: perKey(600),
      refusal: ({ organizationId }) => context.questions.refusal(organizationId),
    },
    onSend: allowOrigin,
    schema: {
      summary: "Ask a question",
      description: "Retries with the same `Idempotency-Key` within a day ask the question once.",
      headers: IdempotencyHeaders,
      body: WebhookQuestion,
      response: { 200: WebhookAnswer },
    },
    handler: async (request) =>
      answerQuestion(context, apiKeyOf(request), request.body, request.headers["idempotency-key"]),
  });

  app.post("/api/webhook/feedback", {
    config: { access: "API key", rateLimit: perKey(120) },
    onSend: allowOrigin,
    schema: {
      summary: "Rate a conversation",
      description:
        "Each conversation has one rating. Rating it again replaces it. Without a conversation, retries with the same `Idempotency-Key` are stored once.",
      headers: IdempotencyHeaders,
      body: WebhookFeedbackCreate,
      response: { 201: WebhookFeedback },
    },
    handler: async (request) => {
      const idempotencyKey = request.headers["idempotency-key"];
      return takeFeedback(context, apiKeyOf(request), request.body, idempotencyKey);
    },
  });

  app.post("/api/webhook/hand-off", {
    config: { access: "API key", rateLimit: perKey(60) },
    onSend: allowOrigin,
    schema: {
      summary: "Hand over a conversation",
      description:
        "Creates a ticket with the conversation in it. While it is open, calling again answers 200 with the same " +
        "ticket and adds the new messages. The key needs permission for the conversation's type.",
      body: WebhookHandOff,
      response: { 200: WebhookTicket, 201: WebhookTicket },
    },
    handler: async (request, reply) => {
      const { isNew, ...ticket } = await handOffConversation(context, apiKeyOf(request), request.body);
      reply.status(isNew ? 201 : 200);
      return ticket;
    },
  });

  app.post("/api/webhook/ask-assistant", {
    config: { access: "API key", rateLimit: perKey(60) },
    onSend: allowOrigin,
    schema: {
      summary: "Return a conversation to the assistant",
      description:
        "The assistant replies again. With `undo`, within a minute of the hand-off, also closes the ticket unless someone is working on it.",
      body: WebhookAskAssistant,
      response: { 200: AssistantResumed },
    },
    handler: async (request) => resumeConversation(context, apiKeyOf(request), request.body),
  });

  app.get("/api/webhook/conversations/:conversationId", {
    config: { access: "API key", rateLimit: perKey(600) },
    onSend: allowOrigin,
    schema: {
      summary: "Poll a conversation",
      description:
        "Use it to show your customer what your team writes after taking over: poll it " +
        "with `after` set to the last message you have. The key needs permission for the conversation's " +
        "type.",
      params: z.object({ conversationId: Id }),
      querystring: WebhookConversationQuery,
      response: { 200: WebhookConversation },
    },
    handler: async (request) =>
      readConversation(context.db, apiKeyOf(request), request.params.conversationId, request.query),
  });

  for (const url of [
    "/api/webhook/chat",
    "/api/webhook/feedback",
    "/api/webhook/hand-off",
    "/api/webhook/ask-assistant",
    "/api/webhook/conversations/:conversationId",
  ]) {
    app.options(url, {
      config: { access: "anyone", rateLimit: { max: 600, timeWindow: "1 minute" } },
      // A browser's preflight request; hidden because programs don't make it.
      schema: { hide: true, response: { 204: z.null() } },
      handler: async (request, reply) => answerPreflight(context.db, request, reply),
    });
  }
}
