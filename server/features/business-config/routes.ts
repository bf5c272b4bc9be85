import { z } from "zod";
import {
  BusinessConfig,
  BusinessConfigChange,
  BusinessConfigCreate,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { Id } from "../../../contract/common.ts";
import { member, organizationParams, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { withTenant } from "../../database/database.ts";
import { greetingOf } from "../../answering/guidance/greeting.ts";
import {
  applyConfiguration,
  changeConfiguration,
  listConfigurations,
  removeConfiguration,
} from "./configurations.ts";

export function businessConfigRoutes(app: App, context: Context): void {
  const { db, guidance } = context;

  app.get("/api/organizations/:organizationId/business-config", {
    config: { access: member("see the business configuration") },
    schema: {
      summary: "List the business configurations",
      description: "Oldest first.",
      response: { 200: BusinessConfig.array() },
    },
    handler: async (request) => listConfigurations(db, tenantOf(request).organizationId),
  });

  app.post("/api/organizations/:organizationId/business-config", {
    config: {
      access: member("manage the business configuration"),
      rateLimit: { max: 300, timeWindow: "1 hour" },
    },
    schema: {
      summary: "Apply a business configuration",
      description: "Applying a business type again replaces its configuration.",
      body: BusinessConfigCreate,
      response: { 200: BusinessConfig, 201: BusinessConfig },
    },
    handler: async (request, reply) => {
      const { isNew, configuration } = await applyConfiguration(
        context,
        tenantOf(request).organizationId,
        request.body,
      );
      reply.status(isNew ? 201 : 200);
      return configuration;
    },
  });

  app.put("/api/organizations/:organizationId/business-config/:configurationId", {
    config: { access: member("manage the business configuration") },
    schema: {
      summary: "Update a business configuration",
      description:
        "Turns the configuration or its flags on or off and changes its texts. Fields you leave out stay unchanged.",
      params: organizationParams.extend({ configurationId: Id }),
      body: BusinessConfigChange,
      response: { 200: BusinessConfig },
    },
    handler: async (request) =>
      changeConfiguration(context, { ...request.params, ...tenantOf(request) }, request.body),
  });

  app.delete("/api/organizations/:organizationId/business-config/:configurationId", {
    config: { access: member("manage the business configuration") },
    schema: {
      summary: "Remove a business configuration",
      params: organizationParams.extend({ configurationId: Id }),
      response: { 204: z.null() },
    },
    handler: async (request) => removeConfiguration(context, { ...request.params, ...tenantOf(request) }),
  });

  app.get("/api/organizations/:organizationId/business-config/greeting", {
    config: { access: member("chat with the assistant") },
    schema: {
      summary: "Get the chat guidance",
      description: "The greeting and the suggested questions of the active configurations.",
      response: { 200: CustomerGreeting },
    },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const guide = await withTenant(db, organizationId, (trx) => guidance.of(trx, organizationId));
      return greetingOf(guide) ?? { text: null, suggestions: [] };
    },
  });
}
