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
import { countConversations, listConversations, readInboxConversation } from "./conversations.ts";
import { readInboxMessages } from "./read-messages.ts";
import { sendReply, releaseConversation, takeOver } from "./take-over.ts";
import { readByteRange } from "../../byte-range.ts";
import { contentDisposition } from "../../content-disposition.ts";
import { findMessageFile } from "../../conversations/message-files.ts";
import { withTenant } from "../../database/database.ts";
import { AppError, notFound } from "../../errors.ts";

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

  routes.post("/api/conversations/:conversationId/release", {
    ...answer,
    summary: "Release a conversation",
    description: "The assistant replies again.",
    response: { 200: Conversation },
    transaction: (trx, request) => releaseConversation(trx, context, actorOf(request)),
  });
}

/** Headers that keep a browser from running anything in a customer's file with access to the product. */
const fileHeaders = {
  "accept-ranges": "bytes",
  "cache-control": "private, no-cache",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** Serves the pictures, recordings, videos and documents that customers send. */
function customerFileRoutes(routes: Routes, { db, storage }: Context): void {
  routes.get("/api/conversations/:conversationId/files/:fileId", {
    access: see,
    summary: "Get a file of a customer's message",
    description:
      "Pictures, recordings and videos can be displayed inline; everything else is a download. Supports the `Range` header.",
    handler: async (request, reply) => {
      const key = keyOf(request);
      const file = await withTenant(db, key.organizationId, (trx) => findMessageFile(trx, key));
      if (file === null) throw notFound("file");
      // The file under an id never changes.
      const etag = `"${key.fileId}"`;
      const range = readByteRange(request.headers, { sizeBytes: file.sizeBytes, etag });
      if (range === "unsatisfiable") {
        reply.header("content-range", `bytes */${file.sizeBytes}`);
        throw new AppError(
          416,
          "range_not_satisfiable",
          "The requested range is beyond the end of this file.",
        );
      }
      const { stream, sizeBytes } = await storage.open(file.storageKey, range ?? undefined);
      if (range !== null) {
        reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
      }
      return reply
        .headers({ ...fileHeaders, etag, "content-length": sizeBytes })
        .header("content-disposition", contentDisposition(file.isShown ? "inline" : "attachment", file.name))
        .type(file.mediaType)
        .send(stream);
    },
  });
}
