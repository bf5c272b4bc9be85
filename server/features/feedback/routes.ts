import { z } from "zod";
import { Id, Line } from "../../../contract/common.ts";
import {
  Feedback,
  FeedbackInvitation,
  FeedbackLink,
  FeedbackLinkCreate,
  FeedbackListQuery,
  FeedbackSummary,
  OwnRating,
  MessageRating,
  RatingCreate,
} from "../../../contract/feedback.ts";
import { member, memberFor, tenantOf } from "../../auth/access.ts";
import { organizationOfOwnChat } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { sendPage } from "../../paging.ts";
import { openLinkSigner } from "../../conversations/rating.ts";
import { listFeedback, summarizeFeedback, listChatRatings, rateAnswer } from "./ratings.ts";
import { createLink, openLink, rateByLink, type LinkTools } from "./rating-links.ts";

const byId = z.object({ id: Id });
const answer = z.object({ id: Id, messageId: Id });
const byToken = z.object({ token: Line.min(1).max(200) });
const chat = memberFor("chat with the assistant", organizationOfOwnChat);

export function feedbackRoutes(app: App, context: Context): void {
  const tools = { ...context, signer: openLinkSigner(context.secretKeys) };
  listRoutes(app, tools);
  answerRoutes(app, context);
  linkRoutes(app, tools);
}

function listRoutes(app: App, tools: LinkTools): void {
  app.get("/api/organizations/:organizationId/feedback", {
    config: { access: member("see feedback") },
    schema: {
      summary: "List the feedback",
      description: "Newest first. The header `x-next-cursor` has the cursor of the next page.",
      querystring: FeedbackListQuery,
      response: { 200: Feedback.array() },
    },
    handler: async (request, reply) =>
      sendPage(reply, await listFeedback(tools.db, { ...request.query, ...tenantOf(request) })),
  });

  app.get("/api/organizations/:organizationId/feedback/summary", {
    config: { access: member("see feedback") },
    schema: {
      summary: "Summarize the feedback",
      response: { 200: FeedbackSummary },
    },
    handler: async (request) => summarizeFeedback(tools.db, tenantOf(request)),
  });

  app.post("/api/organizations/:organizationId/feedback/links", {
    config: { access: member("ask for feedback"), rateLimit: { max: 120, timeWindow: "1 minute" } },
    schema: {
      summary: "Create a rating link",
      description: "For a customer to rate a ticket without signing in.",
      body: FeedbackLinkCreate,
      response: { 201: FeedbackLink },
    },
    handler: async (request) => createLink(tools, tenantOf(request).organizationId, request.body),
  });
}

function answerRoutes(app: App, context: Context): void {
  app.get("/api/chat/sessions/:id/ratings", {
    config: { access: chat },
    schema: {
      summary: "List the ratings of a chat session",
      description: "Newest first.",
      params: byId,
      response: { 200: MessageRating.array() },
    },
    handler: async (request) => listChatRatings(context.db, { ...tenantOf(request), ...request.params }),
  });

  app.post("/api/chat/sessions/:id/messages/:messageId/rating", {
    config: { access: chat, rateLimit: { max: 120, timeWindow: "1 minute" } },
    schema: {
      summary: "Rate an answer",
      description: "Rating an answer again replaces the rating.",
      params: answer,
      body: RatingCreate,
      response: { 201: OwnRating },
    },
    handler: async (request) => {
      const rated = { organizationId: tenantOf(request).organizationId, ...request.params };
      return rateAnswer(context, rated, request.body);
    },
  });
}

/** For customers, who have no account: the link's token is their permission. */
function linkRoutes(app: App, tools: LinkTools): void {
  app.get("/api/feedback/:token", {
    config: { access: "anyone", rateLimit: { max: 120, timeWindow: "1 minute" } },
    schema: {
      summary: "Get a rating link",
      description: "What is rated, and the rating given so far.",
      params: byToken,
      response: { 200: FeedbackInvitation },
    },
    handler: async (request) => openLink(tools, request.params.token),
  });

  app.post("/api/feedback/:token", {
    config: { access: "anyone", rateLimit: { max: 30, timeWindow: "1 minute" } },
    schema: {
      summary: "Rate by rating link",
      description: "Rating again replaces the rating.",
      params: byToken,
      body: RatingCreate,
      response: { 201: OwnRating },
    },
    handler: async (request) => rateByLink(tools, request.params.token, request.body),
  });
}
