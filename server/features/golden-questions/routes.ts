import { z } from "zod";
import { AudiencePaging } from "../../../contract/common.ts";
import {
  GoldenQuestion,
  GoldenQuestionChange,
  GoldenQuestionCreate,
  Rehearsal,
  VersionCheck,
} from "../../../contract/golden-questions.ts";
import { queueGoldenQuestions } from "../../answering/queue-golden-questions.ts";
import { actorOf, keyOf, member, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import { perHour, type Routes } from "../../routes.ts";
import { changeGolden, createGolden, deleteGolden, listGolden } from "./golden-questions.ts";
import { changeRehearsal, readRehearsal } from "./rehearsal.ts";
import { acceptVersion, listHeldVersions } from "./version-checks.ts";

const see = member("see analytics");
const write = member("write answers");

export function goldenQuestionRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/golden-questions", {
    access: see,
    summary: "List the golden questions",
    querystring: AudiencePaging,
    response: { 200: GoldenQuestion.array() },
    page: (trx, request) => listGolden(trx, tenantOf(request).organizationId, request.query),
  });

  routes.post("/api/organizations/:organizationId/golden-questions", {
    access: write,
    rateLimit: perHour(1000),
    summary: "Create a golden question",
    description:
      "Asked before each new document version goes live, and again when a preset, a curated answer or the language model changes. A version that fails it doesn't go live until a member accepts it.",
    body: GoldenQuestionCreate,
    response: { 201: GoldenQuestion },
    transaction: (trx, request) => createGolden(trx, context, actorOf(request), request.body),
  });

  routes.put("/api/organizations/:organizationId/golden-questions/:goldenQuestionId", {
    access: write,
    summary: "Update a golden question",
    body: GoldenQuestionChange,
    response: { 200: GoldenQuestion },
    transaction: (trx, request) => changeGolden(trx, context, keyOf(request), request.body),
  });

  routes.delete("/api/organizations/:organizationId/golden-questions/:goldenQuestionId", {
    access: write,
    summary: "Delete a golden question",
    transaction: (trx, request) => deleteGolden(trx, context, keyOf(request)),
  });

  routes.post("/api/organizations/:organizationId/golden-questions/ask", {
    access: write,
    rateLimit: perHour(60),
    summary: "Ask the golden questions again",
    description: "Runs in the background.",
    response: { 202: z.null() },
    transaction: (trx, request) => queueGoldenQuestions(trx, context.jobs, tenantOf(request).organizationId),
  });

  checkRoutes(routes, context);
}

/** Versions that are held back until a member accepts them, and the rehearsal setting. */
function checkRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/version-checks", {
    access: see,
    summary: "List the held versions",
    description: "Versions that are completed but not live, each with the answers that it would change.",
    response: { 200: VersionCheck.array() },
    transaction: (trx, request) => listHeldVersions(trx, tenantOf(request).organizationId),
  });

  routes.post("/api/organizations/:organizationId/version-checks/:versionId/accept", {
    access: write,
    summary: "Accept a version",
    description: "The version goes live even though it changes answers.",
    response: { 202: z.null() },
    transaction: (trx, request) => acceptVersion(trx, context, actorOf(request)),
  });

  routes.get("/api/organizations/:organizationId/rehearsal", {
    access: see,
    summary: "Get the dress rehearsal setting",
    response: { 200: Rehearsal },
    transaction: (trx, request) => readRehearsal(trx, tenantOf(request).organizationId),
  });

  routes.put("/api/organizations/:organizationId/rehearsal", {
    access: member("manage the business configuration"),
    summary: "Change the dress rehearsal setting",
    description:
      "While it is on, up to 300 questions from the last 90 days are asked of each new version before it goes live. A version that changes answers waits until a member accepts it.",
    body: Rehearsal,
    response: { 200: Rehearsal },
    transaction: (trx, request) => changeRehearsal(trx, actorOf(request), request.body),
  });
}
