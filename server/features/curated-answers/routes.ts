import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  CuratedAnswer,
  CuratedAnswerChange,
  CuratedAnswerCreate,
  CuratedAnswerQuery,
  UnansweredDismiss,
  UnansweredGroup,
  UnansweredQuery,
} from "../../../contract/curated-answers.ts";
import { member, tenantOf, userOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { sendPage } from "../../paging.ts";
import {
  changeCuratedAnswer,
  createCuratedAnswer,
  deleteCuratedAnswer,
  listCuratedAnswers,
} from "./curated-answers.ts";
import { dismissUnanswered, listUnanswered } from "./unanswered.ts";

const params = z.object({ organizationId: Id, curatedAnswerId: Id });
const see = member("see analytics");
const write = member("write answers");
const perHour = { max: 1000, timeWindow: "1 hour" };

export function curatedAnswerRoutes(app: App, context: Context): void {
  answerRoutes(app, context);
  unansweredRoutes(app, context);
}

function answerRoutes(app: App, context: Context): void {
  app.get("/api/organizations/:organizationId/curated-answers", {
    config: { access: see },
    schema: {
      summary: "List the curated answers",
      description: "Newest first. The header `x-next-cursor` has the cursor of the next page.",
      querystring: CuratedAnswerQuery,
      response: { 200: CuratedAnswer.array() },
    },
    handler: async (request, reply) =>
      sendPage(reply, await listCuratedAnswers(context, tenantOf(request).organizationId, request.query)),
  });

  app.post("/api/organizations/:organizationId/curated-answers", {
    config: { access: write, rateLimit: perHour },
    schema: {
      summary: "Create a curated answer",
      description: "Used for this question and similar ones, before documents are searched.",
      body: CuratedAnswerCreate,
      response: { 201: CuratedAnswer },
    },
    handler: async (request) =>
      createCuratedAnswer(context, tenantOf(request).organizationId, request.body, userOf(request).id),
  });

  app.put("/api/organizations/:organizationId/curated-answers/:curatedAnswerId", {
    config: { access: write },
    schema: {
      summary: "Update a curated answer",
      params,
      body: CuratedAnswerChange,
      response: { 200: CuratedAnswer },
    },
    handler: async (request) => {
      const key = { ...request.params, ...tenantOf(request) };
      return changeCuratedAnswer(context, key, request.body, userOf(request).id);
    },
  });

  app.delete("/api/organizations/:organizationId/curated-answers/:curatedAnswerId", {
    config: { access: write },
    schema: { summary: "Delete a curated answer", params, response: { 204: z.null() } },
    handler: async (request) => deleteCuratedAnswer(context, { ...request.params, ...tenantOf(request) }),
  });
}

function unansweredRoutes(app: App, context: Context): void {
  app.get("/api/organizations/:organizationId/unanswered-questions", {
    config: { access: see },
    schema: {
      summary: "List the unanswered questions",
      description: "From the last 90 days, similar questions grouped.",
      querystring: UnansweredQuery,
      response: { 200: UnansweredGroup.array() },
    },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      return listUnanswered(context, { organizationId, type: request.query.type });
    },
  });

  app.post("/api/organizations/:organizationId/unanswered-questions/dismiss", {
    config: { access: write },
    schema: {
      summary: "Dismiss similar unanswered questions",
      description: "Hides this question and similar ones until they are asked again.",
      body: UnansweredDismiss,
      response: { 204: z.null() },
    },
    handler: async (request) =>
      dismissUnanswered(context, tenantOf(request).organizationId, request.body, userOf(request).id),
  });
}
