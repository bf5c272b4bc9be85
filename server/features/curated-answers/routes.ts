import { AudiencePaging } from "../../../contract/common.ts";
import {
  CuratedAnswer,
  CuratedAnswerChange,
  CuratedAnswerCreate,
  UnansweredDismiss,
  UnansweredGroup,
  UnansweredQuery,
} from "../../../contract/curated-answers.ts";
import { actorOf, keyOf, member, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import { perHour, type Routes } from "../../routes.ts";
import {
  changeCuratedAnswer,
  createCuratedAnswer,
  deleteCuratedAnswer,
  listCuratedAnswers,
} from "./curated-answers.ts";
import { dismissUnanswered, listUnanswered } from "./unanswered.ts";

const see = member("see analytics");
const write = member("write answers");

export function curatedAnswerRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/curated-answers", {
    access: see,
    summary: "List the curated answers",
    querystring: AudiencePaging,
    response: { 200: CuratedAnswer.array() },
    page: (trx, request) => listCuratedAnswers(trx, tenantOf(request).organizationId, request.query),
  });

  routes.post("/api/organizations/:organizationId/curated-answers", {
    access: write,
    rateLimit: perHour(1000),
    summary: "Create a curated answer",
    description: "Used for this question and similar ones, before documents are searched.",
    body: CuratedAnswerCreate,
    response: { 201: CuratedAnswer },
    handler: async (request) => createCuratedAnswer(context, actorOf(request), request.body),
  });

  routes.put("/api/organizations/:organizationId/curated-answers/:curatedAnswerId", {
    access: write,
    summary: "Update a curated answer",
    body: CuratedAnswerChange,
    response: { 200: CuratedAnswer },
    handler: async (request) => changeCuratedAnswer(context, actorOf(request), request.body),
  });

  routes.delete("/api/organizations/:organizationId/curated-answers/:curatedAnswerId", {
    access: write,
    summary: "Delete a curated answer",
    handler: async (request) => deleteCuratedAnswer(context, keyOf(request)),
  });

  routes.get("/api/organizations/:organizationId/unanswered-questions", {
    access: see,
    summary: "List the unanswered questions",
    description: "Questions of the last 90 days, with similar ones grouped.",
    querystring: UnansweredQuery,
    response: { 200: UnansweredGroup.array() },
    handler: async (request) =>
      listUnanswered(context, { ...tenantOf(request), audience: request.query.type }),
  });

  routes.post("/api/organizations/:organizationId/unanswered-questions/dismiss", {
    access: write,
    summary: "Dismiss similar unanswered questions",
    description: "Hides this question and similar ones until they are asked again.",
    body: UnansweredDismiss,
    transaction: (trx, request) => dismissUnanswered(trx, context, actorOf(request), request.body),
  });
}
