import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { IdempotencyHeaders } from "../../../contract/common.ts";
import {
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
import { apiKeyOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { Database } from "../../database/database.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { answerQuestion } from "./answer-question.ts";
import { handOffConversation, resumeConversation, readWebhookConversation } from "./conversations.ts";
import { takeFeedback } from "./take-feedback.ts";

const byKey = (perMinuteAndKey: number) => ({
  access: "API key" as const,
  rateLimit: {
    ...perMinute(perMinuteAndKey),
    keyGenerator: (request: FastifyRequest) => apiKeyOf(request).id,
  },
  onSend: allowOrigin,
});

/** Routes for programs and other sites' pages, with an API key instead of a session. */
export function publicWebhookRoutes(routes: Routes, context: Context): void {
  routes.post("/api/webhook/chat", {
    ...byKey(600),
    refusal: ({ organizationId }) => context.questions.refusal(organizationId),
    summary: "Ask a question",
    description: "Retries with the same `Idempotency-Key` within a day ask the question once.",
    headers: IdempotencyHeaders,
    body: WebhookQuestion,
    response: { 200: WebhookAnswer },
    handler: async (request) =>
      answerQuestion(context, apiKeyOf(request), request.body, request.headers["idempotency-key"]),
  });

  routes.post("/api/webhook/feedback", {
    ...byKey(120),
    summary: "Rate a conversation",
    description:
      "Each conversation has one rating. Rating it again replaces it. Without a conversation, retries with the same `Idempotency-Key` are stored once.",
    headers: IdempotencyHeaders,
    body: WebhookFeedbackCreate,
    response: { 201: WebhookFeedback },
    transaction: (trx, request) =>
      takeFeedback(trx, context, apiKeyOf(request), {
        ...request.body,
        idempotencyKey: request.headers["idempotency-key"],
      }),
  });

  personRoutes(routes, context);
  preflightRoutes(routes, context);
}

/** Conversations in which a person takes part. */
function personRoutes(routes: Routes, context: Context): void {
  routes.post("/api/webhook/hand-off", {
    ...byKey(60),
    summary: "Hand off a conversation",
    description:
      "Creates a ticket with the conversation in it. While it is open, calling again replies 200 with the same " +
      "ticket and adds the new messages. The key needs permission for the conversation's type.",
    body: WebhookHandOff,
    response: { 200: WebhookTicket, 201: WebhookTicket },
    transaction: async (trx, request, reply) => {
      const { isNew, ...ticket } = await handOffConversation(trx, context, apiKeyOf(request), request.body);
      reply.status(isNew ? 201 : 200);
      return ticket;
    },
  });

  routes.post("/api/webhook/ask-assistant", {
    ...byKey(60),
    summary: "Return a conversation to the assistant",
    description:
      "The assistant replies again. With `undo`, within a minute of the hand-off, also closes the ticket unless someone is working on it.",
    body: WebhookAskAssistant,
    response: { 200: AssistantResumed },
    transaction: (trx, request) => resumeConversation(trx, context, apiKeyOf(request), request.body),
  });

  routes.get("/api/webhook/conversations/:conversationId", {
    ...byKey(600),
    summary: "Poll a conversation",
    description:
      "Use it to show your customer what your team writes after taking over: poll it " +
      "with `after` set to the last message you have. The key needs permission for the conversation's type.",
    querystring: WebhookConversationQuery,
    response: { 200: WebhookConversation },
    transaction: (trx, request) =>
      readWebhookConversation(trx, apiKeyOf(request), request.params.conversationId, request.query),
  });
}

/** Lets pages of the key's allowed origins read the reply, errors included. */
async function allowOrigin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("vary", "Origin");
  const { origin } = request.headers;
  if (origin === undefined || !request.apiKey?.allowedOrigins.includes(origin)) return;
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-expose-headers":
      "retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset",
  });
}

/** How long a browser may remember the answer to a preflight, in seconds. */
const maxAge = 600;

/**
 * A browser's preflight requests, which have no key: allows the page's origin if any active key does. The actual request
 * then checks its own key. Hidden because programs don't make them.
 */
function preflightRoutes({ app }: Routes, { db }: Context): void {
  for (const url of [
    "/api/webhook/chat",
    "/api/webhook/feedback",
    "/api/webhook/hand-off",
    "/api/webhook/ask-assistant",
    "/api/webhook/conversations/:conversationId",
  ]) {
    app.options(url, {
      config: { access: "anyone", rateLimit: perMinute(600) },
      schema: { hide: true, response: { 204: z.null() } },
      handler: async ({ headers: { origin } }, reply) => {
        reply.header("vary", "Origin");
        if (origin !== undefined && origin.length <= 300 && (await isOriginOfSomeKey(db, origin)))
          reply.headers({
            "access-control-allow-origin": origin,
            "access-control-allow-methods": "POST",
            "access-control-allow-headers": "authorization, content-type, idempotency-key",
            "access-control-max-age": String(maxAge),
          });
        return reply.status(204).send(null);
      },
    });
  }
}

async function isOriginOfSomeKey(db: Database, origin: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select is_api_key_origin(${origin}) as known`.execute(db);
  return rows[0]?.known === true;
}
