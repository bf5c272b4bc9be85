import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  WhatsappIntegration,
  WhatsappIntegrationCreate,
  WhatsappIntegrationUpdate,
  WhatsappTest,
} from "../../../contract/whatsapp.ts";
import { member, tenantOf } from "../../auth/access.ts";
import { may } from "../../../contract/permissions.ts";
import { openSecretBox } from "../../auth/secret-box.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { createIntegration, deleteIntegration, listIntegrations, updateIntegration } from "./integrations.ts";
import { testIntegration } from "./test-integration.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const manage = {
  access: member("manage the WhatsApp integration"),
  rateLimit: { max: 60, timeWindow: "1 hour" },
};
const integrationParams = z.object({ organizationId: Id, integrationId: Id });

export function whatsappRoutes(app: App, context: Context): void {
  const tools = { ...context, secrets: openSecretBox(context.secretKeys) };

  app.get("/api/organizations/:organizationId/whatsapp", {
    config: { access: member("see the WhatsApp integration") },
    schema: {
      summary: "List the WhatsApp integrations",
      response: { 200: WhatsappIntegration.array() },
    },
    handler: async (request) => {
      const { organizationId, role } = tenantOf(request);
      const showVerifyToken = may(role, "manage the WhatsApp integration");
      return listIntegrations(tools, { organizationId, showVerifyToken });
    },
  });

  app.post("/api/organizations/:organizationId/whatsapp", {
    config: manage,
    schema: {
      summary: "Create a WhatsApp integration",
      body: WhatsappIntegrationCreate,
      response: { 201: WhatsappIntegration },
    },
    handler: async (request) => createIntegration(tools, tenantOf(request).organizationId, request.body),
  });

  app.put("/api/organizations/:organizationId/whatsapp/:integrationId", {
    config: manage,
    schema: {
      summary: "Update a WhatsApp integration",
      description: "Fields you leave out stay unchanged.",
      params: integrationParams,
      body: WhatsappIntegrationUpdate,
      response: { 200: WhatsappIntegration },
    },
    handler: async (request) =>
      updateIntegration(tools, { ...request.params, ...tenantOf(request) }, request.body),
  });

  app.delete("/api/organizations/:organizationId/whatsapp/:integrationId", {
    config: manage,
    schema: {
      summary: "Remove a WhatsApp integration",
      params: integrationParams,
      response: { 204: z.null() },
    },
    handler: async (request) => deleteIntegration(tools, { ...request.params, ...tenantOf(request) }),
  });

  app.post("/api/organizations/:organizationId/whatsapp/:integrationId/test", {
    config: manage,
    schema: {
      summary: "Test a WhatsApp integration",
      description: "Sends nothing to customers.",
      params: integrationParams,
      response: { 200: WhatsappTest },
    },
    handler: async (request) => testIntegration(tools, { ...request.params, ...tenantOf(request) }),
  });

  webhookRoutes(app, tools);
}
