import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  GoldenQuestion,
  GoldenQuestionChange,
  GoldenQuestionCreate,
  GoldenQuestionQuery,
  Rehearsal,
  VersionCheck,
} from "../../../contract/golden-questions.ts";
import { member, tenantOf, userOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { sendPage } from "../../paging.ts";
import { askGoldenAgain, changeGolden, createGolden, deleteGolden, listGolden } from "./golden-questions.ts";
import { changeRehearsal, readRehearsal } from "./rehearse.ts";
import { acceptVersion, listHeldVersions } from "./version-checks.ts";

const params = z.object({ organizationId: Id, goldenQuestionId: Id });
const see = member("see analytics");
const write = member("write answers");

export function goldenQuestionRoutes(app: App, context: Context): void {
  questionRoutes(app, context);
  versionRoutes(app, context);
}

function questionRoutes(app: App, context: Context): void {
  app.get("/api/organizations/:organizationId/golden-questions", {
    config: { access: see },
    schema: {
      summary: "List the golden questions",
      description: "Newest first. The header `x-next-cursor` has the cursor of the next page.",
      querystring: GoldenQuestionQuery,
      response: { 200: GoldenQuestion.array() },
    },
    handler: async (request, reply) =>
      sendPage(reply, await listGolden(context, tenantOf(request).organizationId, request.query)),
  });

  app.post("/api/organizations/:organizationId/golden-questions", {
    config: { access: write, rateLimit: { max: 1000, timeWindow: "1 hour" } },
    schema: {
      summary: "Create a golden question",
      description:
        "Asked of every new version of a document, and again when a preset, a curated answer or the language model changes. A version that breaks it doesn't go live until a member accepts it.",
      body: GoldenQuestionCreate,
      response: { 201: GoldenQuestion },
    },
    handler: async (request) =>
      createGolden(context, tenantOf(request).organizationId, request.body, userOf(request).id),
  });

  app.put("/api/organizations/:organizationId/golden-questions/:goldenQuestionId", {
    config: { access: write },
    schema: {
      summary: "Update a golden question",
      params,
      body: GoldenQuestionChange,
      response: { 200: GoldenQuestion },
    },
    handler: async (request) =>
      changeGolden(context, { ...request.params, ...tenantOf(request) }, request.body),
  });

  app.delete("/api/organizations/:organizationId/golden-questions/:goldenQuestionId", {
    config: { access: write },
    schema: { summary: "Delete a golden question", params, response: { 204: z.null() } },
    handler: async (request) => deleteGolden(context, { ...request.params, ...tenantOf(request) }),
  });

  app.post("/api/organizations/:organizationId/golden-questions/ask", {
    config: { access: write, rateLimit: { max: 60, timeWindow: "1 hour" } },
    schema: {
      summary: "Ask the golden questions again",
      description: "In the background.",
      response: { 202: z.null() },
    },
    handler: async (request) => askGoldenAgain(context, tenantOf(request).organizationId),
  });
}

function versionRoutes(app: App, context: Context): void {
  app.get("/api/organizations/:organizationId/version-checks", {
    config: { access: see },
    schema: {
      summary: "List the held versions",
      description: "Completed, but not live, with the answers that each would change.",
      response: { 200: VersionCheck.array() },
    },
    handler: async (request) => listHeldVersions(context, tenantOf(request).organizationId),
  });

  app.post("/api/organizations/:organizationId/version-checks/:versionId/accept", {
    config: { access: write },
    schema: {
      summary: "Accept a version",
      description: "It goes live although it changes answers.",
      params: z.object({ organizationId: Id, versionId: Id }),
      response: { 202: z.null() },
    },
    handler: async (request) =>
      acceptVersion(context, { ...request.params, ...tenantOf(request), userId: userOf(request).id }),
  });

  app.get("/api/organizations/:organizationId/rehearsal", {
    config: { access: see },
    schema: {
      summary: "Get the dress rehearsal setting",
      response: { 200: Rehearsal },
    },
    handler: async (request) => readRehearsal(context.db, tenantOf(request).organizationId),
  });

  app.put("/api/organizations/:organizationId/rehearsal", {
    config: { access: member("manage the business configuration") },
    schema: {
      summary: "Change the dress rehearsal setting",
      description:
        "While on, a new version is asked up to 300 questions of the last 90 days before it goes live. One that changes answers waits for a member to accept it.",
      body: Rehearsal,
      response: { 200: Rehearsal },
    },
    handler: async (request) => {
      const key = { ...tenantOf(request), userId: userOf(request).id };
      return changeRehearsal(context.db, key, request.body);
    },
  });
}
