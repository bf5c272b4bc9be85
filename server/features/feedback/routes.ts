import { z } from "zod";
import { Id, Line } from "../../../contract/common.ts";
import {
  Feedback,
  FeedbackInvitation,
  FeedbackLink,
  FeedbackLinkCreate,
  FeedbackListQuery,
  FeedbackSummary,
  GivenRating,
  MessageRating,
  RatingCreate,
} from "../../../contract/feedback.ts";
import { member, memberFor, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { openLinkSigner } from "../../conversations/hand-off/rating-token.ts";
import { listFeedback, summarizeFeedback } from "./list-feedback.ts";
import { listSessionRatings, organizationOfRatedSession, rateAnswer } from "./rate-answer.ts";
import { createLink, openLink, rateByLink, type LinkTools } from "./rating-links.ts";

const tags = ["Feedback"];
const organization = z.object({ organizationId: Id });
const session = z.object({ id: Id });
const answer = z.object({ id: Id, messageId: Id });
const byToken = z.object({ token: Line.min(1).max(200) });
const chat = memberFor("chat with the assistant", organizationOfRatedSession);

export function feedbackRoutes(app: App, context: Context): void {
  const tools = { ...context, signer: openLinkSigner(context.secretKeys) };
  listRoutes(app, tools);
  answerRoutes(app, context);
  linkRoutes(app, tools);
}

function listRoutes(app: App, tools: LinkTools): void {
  app.get(
    "/api/organizations/:organizationId/feedback",
    {
      config: { access: member("see feedback") },
      schema: {
        tags,
        summary: "Feedback, newest first",
        description: "The cursor of the next page comes in the header `x-next-cursor`.",
        params: organization,
        querystring: FeedbackListQuery,
        response: { 200: Feedback.array() },
      },
    },
    async (request, reply) => {
      const asked = { ...request.query, ...tenantOf(request) };
      const { feedback, nextCursor } = await listFeedback(tools.db, asked);
      if (nextCursor !== null) reply.header("x-next-cursor", nextCursor);
      return feedback;
    },
  );

  app.get(
    "/api/organizations/:organizationId/feedback/summary",
    {
      config: { access: member("see feedback") },
      schema: {
        tags,
        summary: "What all of it says together",
        params: organization,
        response: { 200: FeedbackSummary },
      },
    },
    async (request) => summarizeFeedback(tools.db, tenantOf(request)),
  );

  app.post(
    "/api/organizations/:organizationId/feedback/links",
    {
      config: { access: member("ask for feedback"), rateLimit: { max: 120, timeWindow: "1 minute" } },
      schema: {
        tags,
        summary: "A link for a customer to rate by",
        params: organization,
        body: FeedbackLinkCreate,
        response: { 201: FeedbackLink },
      },
    },
    async (request, reply) => {
      const link = await createLink(tools, tenantOf(request).organizationId, request.body);
      reply.status(201);
      return link;
    },
  );
}

function answerRoutes(app: App, context: Context): void {
  app.get(
    "/api/chat/sessions/:id/ratings",
    {
      config: { access: chat },
      schema: {
        tags,
        summary: "What was rated in a session, newest first",
        params: session,
        response: { 200: MessageRating.array() },
      },
    },
    async (request) => listSessionRatings(context.db, { ...tenantOf(request), ...request.params }),
  );

  app.post(
    "/api/chat/sessions/:id/messages/:messageId/rating",
    {
      config: { access: chat, rateLimit: { max: 120, timeWindow: "1 minute" } },
      schema: {
        tags,
        summary: "Rate an answer, or correct its rating",
        params: answer,
        body: RatingCreate,
        response: { 201: GivenRating },
      },
    },
    async (request, reply) => {
      const rated = { organizationId: tenantOf(request).organizationId, ...request.params };
      const rating = await rateAnswer(context, rated, request.body);
      reply.status(201);
      return rating;
    },
  );
}

/** For customers, who have no account: the token says what they may. */
function linkRoutes(app: App, tools: LinkTools): void {
  app.get(
    "/api/feedback/:token",
    {
      config: { access: "anyone", rateLimit: { max: 120, timeWindow: "1 minute" } },
      schema: {
        tags,
        summary: "What a rating link is for",
        params: byToken,
        response: { 200: FeedbackInvitation },
      },
    },
    async (request) => openLink(tools, request.params.token),
  );

  app.post(
    "/api/feedback/:token",
    {
      config: { access: "anyone", rateLimit: { max: 30, timeWindow: "1 minute" } },
      schema: {
        tags,
        summary: "Rate by a link, or correct that",
        params: byToken,
        body: RatingCreate,
        response: { 201: GivenRating },
      },
    },
    async (request, reply) => {
      const rating = await rateByLink(tools, request.params.token, request.body);
      reply.status(201);
      return rating;
    },
  );
}
