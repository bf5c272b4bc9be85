import { IdempotencyHeaders } from "../../../contract/common.ts";
import {
  Conversation,
  ConversationListQuery,
  ConversationMessage,
  ConversationReply,
  ConversationSummary,
  TakeOver,
} from "../../../contract/inbox.ts";
import { actorOf, keyOf, member, memberFor } from "../../auth/access.ts";
import { organizationOfConversation } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { messagePaging, readMessagePage } from "../../paging.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { customerFileRoutes } from "./customer-files.ts";
import { readInboxConversation } from "./conversation-rows.ts";
import { countConversations, listConversations } from "./list-conversations.ts";
import { readInboxMessages } from "./read-messages.ts";
import { sendReply, releaseConversation, takeOver } from "./take-over.ts";

const see = memberFor("see conversations", organizationOfConversation);
const answer = {
  access: memberFor("answer conversations", organizationOfConversation),
  rateLimit: perMinute(600),
};

/** Customers' conversations, for staff to read and take over. */
export function inboxRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/conversations", {
    access: member("see conversations"),
    summary: "List the conversations",
    description: "Newest message first. The header `x-next-cursor` has the cursor of the next page.",
    querystring: ConversationListQuery,
    response: { 200: Conversation.array() },
    page: (trx, request) => listConversations(trx, { ...request.query, ...actorOf(request) }),
  });

  routes.get("/api/organizations/:organizationId/conversations/summary", {
    access: member("see conversations"),
    summary: "Count the conversations",
    description: "How many wait for a person, are taken over, or are taken over by you.",
    response: { 200: ConversationSummary },
    transaction: (trx, request) => countConversations(trx, actorOf(request)),
  });

  routes.get("/api/conversations/:conversationId", {
    access: see,
    summary: "Get a conversation",
    response: { 200: Conversation },
    transaction: (trx, request) => readInboxConversation(trx, keyOf(request)),
  });

  routes.get("/api/conversations/:conversationId/messages", {
    access: see,
    summary: "List the messages of a conversation",
    ...messagePaging,
    response: { 200: ConversationMessage.array() },
    page: (trx, request) =>
      readMessagePage(request.query, (range) => readInboxMessages(trx, keyOf(request), range)),
  });

  customerFileRoutes(routes, context);
  answeringRoutes(routes, context);
}

function answeringRoutes(routes: Routes, context: Context): void {
  routes.post("/api/conversations/:conversationId/messages", {
    ...answer,
    summary: "Reply to a customer",
    description: "Retries with the same `Idempotency-Key` send the message once.",
    headers: IdempotencyHeaders,
    body: ConversationReply,
    response: { 201: ConversationMessage },
    transaction: (trx, request) => {
      const clientKey = request.headers["idempotency-key"] ?? null;
      return sendReply(trx, context, actorOf(request), { ...request.body, clientKey });
    },
  });

  routes.post("/api/conversations/:conversationId/take-over", {
    ...answer,
    summary: "Take over a conversation",
    description: "The assistant stops replying until the conversation is released.",
    body: TakeOver,
    response: { 200: Conversation },
    transaction: (trx, request) => takeOver(trx, context, actorOf(request), request.body),
  });

  routes.post("/api/conversations/:conversationId/give-back", {
    ...answer,
    summary: "Release a conversation",
    description: "The assistant replies again.",
    response: { 200: Conversation },
    transaction: (trx, request) => releaseConversation(trx, context, actorOf(request)),
  });
}
