import { z } from "zod";
import { Line } from "../../../contract/common.ts";
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
import { keyOf, member, memberFor, tenantOf } from "../../auth/access.ts";
import { organizationOfOwnChat } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { openLinkSigner } from "../../conversations/rating-link-signer.ts";
import { perMinute, type Routes } from "../../routes.ts";
import {
  createLink,
  openLink,
  rateByLink,
  type LinkTools,
  listFeedback,
  summarizeFeedback,
  listChatRatings,
  rateAnswer,
} from "./ratings.ts";
const byToken = z.object({ token: Line.min(1).max(200) });
const chat = memberFor("chat with the assistant", organizationOfOwnChat);

export function feedbackRoutes(routes: Routes, context: Context): void {
  const tools = { ...context, signer: openLinkSigner(context.secretKeys) };

  routes.get("/api/organizations/:organizationId/feedback", {
    access: member("see feedback"),
    summary: "List the feedback",
    querystring: FeedbackListQuery,
    response: { 200: Feedback.array() },
    page: (trx, request) => listFeedback(trx, { ...request.query, ...tenantOf(request) }),
  });

  routes.get("/api/organizations/:organizationId/feedback/summary", {
    access: member("see feedback"),
    summary: "Summarize the feedback",
    response: { 200: FeedbackSummary },
    transaction: (trx, request) => summarizeFeedback(trx, tenantOf(request)),
  });

  routes.post("/api/organizations/:organizationId/feedback/links", {
    access: member("ask for feedback"),
    rateLimit: perMinute(120),
    summary: "Create a rating link",
    description: "For a customer to rate a ticket without signing in.",
    body: FeedbackLinkCreate,
    response: { 201: FeedbackLink },
    transaction: (trx, request) => createLink(trx, tools, tenantOf(request).organizationId, request.body),
  });

  routes.get("/api/chat/sessions/:id/ratings", {
    access: chat,
    summary: "List the ratings of a chat session",
    description: "Newest first.",
    response: { 200: MessageRating.array() },
    transaction: (trx, request) => listChatRatings(trx, keyOf(request)),
  });

  routes.post("/api/chat/sessions/:id/messages/:messageId/rating", {
    access: chat,
    rateLimit: perMinute(120),
    summary: "Rate an answer",
    description: "Rating an answer again replaces the rating.",
    body: RatingCreate,
    response: { 201: OwnRating },
    transaction: (trx, request) => rateAnswer(trx, context, keyOf(request), request.body),
  });

  linkRoutes(routes, tools);
}

/** For customers, who have no account: the link's token is their permission. */
function linkRoutes(routes: Routes, tools: LinkTools): void {
  routes.get("/api/feedback/:token", {
    access: "anyone",
    rateLimit: perMinute(120),
    summary: "Get a rating link",
    description: "The ticket or email to rate, and the rating given so far.",
    params: byToken,
    response: { 200: FeedbackInvitation },
    handler: async (request) => openLink(tools, request.params.token),
  });

  routes.post("/api/feedback/:token", {
    access: "anyone",
    rateLimit: perMinute(30),
    summary: "Rate with a rating link",
    description: "Rating again replaces the rating.",
    params: byToken,
    body: RatingCreate,
    response: { 201: OwnRating },
    handler: async (request) => rateByLink(tools, request.params.token, request.body),
  });
}
