import { z } from "zod";
import { Id, Line } from "../../../contract/common.ts";
import { Paging } from "../../../contract/paging.ts";
import {
  Conversation,
  ConversationListQuery,
  ConversationMessage,
  ConversationReply,
  ConversationSummary,
  TakeOver,
} from "../../../contract/inbox.ts";
import { member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfConversation } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { App } from "../../http.ts";
import { readMessagePage, sendPage } from "../../paging.ts";
import { customerFileRoutes } from "./customer-files.ts";
import { readConversation } from "./conversation-rows.ts";
import { countConversations, listConversations } from "./list-conversations.ts";
import { readMessages } from "./read-messages.ts";
import { sendReply } from "./reply.ts";
import { giveBack, takeOver, type Staff } from "./take-over.ts";

const params = z.object({ conversationId: Id });
const see = memberFor("see conversations", organizationOfConversation);
const answer = {
  access: memberFor("answer conversations", organizationOfConversation),
  rateLimit: { max: 600, timeWindow: "1 minute" },
};

/** Customers' conversations, for staff to read and take over. */
export function inboxRoutes(app: App, context: Context): void {
  listRoutes(app, context);
  readingRoutes(app, context);
  customerFileRoutes(app, context);
  answeringRoutes(app, context);
}

function listRoutes(app: App, { db }: Context): void {
  app.get("/api/organizations/:organizationId/conversations", {
    config: { access: member("see conversations") },
    schema: {
      summary: "List the conversations",
      description: "Newest message first. The header `x-next-cursor` has the cursor of the next page.",
      querystring: ConversationListQuery,
      response: { 200: Conversation.array() },
    },
    handler: async (request, reply) => {
      const asker = { ...tenantOf(request), userId: userOf(request).id };
      return sendPage(reply, await listConversations(db, { ...request.query, ...asker }));
    },
  });

  app.get("/api/organizations/:organizationId/conversations/summary", {
    config: { access: member("see conversations") },
    schema: {
      summary: "Count the conversations",
      description: "How many wait for a person, are taken over, or are assigned to you.",
      response: { 200: ConversationSummary },
    },
    handler: async (request) => countConversations(db, { ...tenantOf(request), userId: userOf(request).id }),
  });
}

function readingRoutes(app: App, { db }: Context): void {
  app.get("/api/conversations/:conversationId", {
    config: { access: see },
    schema: { summary: "Get a conversation", params, response: { 200: Conversation } },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const key = { organizationId, conversationId: request.params.conversationId };
      return withTenant(db, organizationId, (trx) => readConversation(trx, key));
    },
  });

  app.get("/api/conversations/:conversationId/messages", {
    config: { access: see },
    schema: {
      summary: "List the messages of a conversation",
      description:
        "The newest messages, oldest first. The header `x-next-cursor` has the cursor of the messages before them.",
      params,
      querystring: Paging,
      response: { 200: ConversationMessage.array() },
    },
    handler: async (request, reply) => {
      const key = {
        organizationId: tenantOf(request).organizationId,
        conversationId: request.params.conversationId,
      };
      return sendPage(reply, await readMessagePage(request.query, (range) => readMessages(db, key, range)));
    },
  });
}

function answeringRoutes(app: App, context: Context): void {
  app.post("/api/conversations/:conversationId/messages", {
    config: answer,
    schema: {
      summary: "Reply to a customer",
      description: "Retries with the same `Idempotency-Key` send the message once.",
      params,
      headers: z.looseObject({ "idempotency-key": Line.min(1).max(100).optional() }),
      body: ConversationReply,
      response: { 201: ConversationMessage },
    },
    handler: async (request) => {
      const clientKey = request.headers["idempotency-key"] ?? null;
      return sendReply(context, staffOf(request), { ...request.body, clientKey });
    },
  });

  app.post("/api/conversations/:conversationId/take-over", {
    config: answer,
    schema: {
      summary: "Take over a conversation",
      description: "The assistant stops replying until the conversation is released.",
      params,
      body: TakeOver,
      response: { 200: Conversation },
    },
    handler: async (request) => takeOver(context, staffOf(request), request.body),
  });

  app.post("/api/conversations/:conversationId/give-back", {
    config: answer,
    schema: {
      summary: "Release a conversation",
      description: "The assistant replies again.",
      params,
      response: { 200: Conversation },
    },
    handler: async (request) => giveBack(context, staffOf(request)),
  });
}

function staffOf(request: Parameters<typeof tenantOf>[0]): Staff {
  const { conversationId } = request.params as z.infer<typeof params>;
  const { organizationId } = tenantOf(request);
  return { organizationId, conversationId, userId: userOf(request).id };
}
