import {
  BusinessConfig,
  BusinessConfigChange,
  BusinessConfigCreate,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { keyOf, member, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import { greetingOf } from "../../answering/guidance/answer-guided.ts";
import { perHour, type Routes } from "../../routes.ts";
import {
  applyConfiguration,
  changeConfiguration,
  listConfigurations,
  removeConfiguration,
} from "./configurations.ts";

export function businessConfigRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/business-config", {
    access: member("see the business configuration"),
    summary: "List the business configurations",
    description: "Oldest first.",
    response: { 200: BusinessConfig.array() },
    transaction: (trx, request) => listConfigurations(trx, tenantOf(request).organizationId),
  });

  routes.post("/api/organizations/:organizationId/business-config", {
    access: member("manage the business configuration"),
    rateLimit: perHour(300),
    summary: "Apply a business configuration",
    description: "Applying a business type again replaces its configuration.",
    body: BusinessConfigCreate,
    response: { 200: BusinessConfig, 201: BusinessConfig },
    handler: async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const { isNew, configuration } = await applyConfiguration(context, organizationId, request.body);
      reply.status(isNew ? 201 : 200);
      return configuration;
    },
  });

  routes.put("/api/organizations/:organizationId/business-config/:configurationId", {
    access: member("manage the business configuration"),
    summary: "Update a business configuration",
    description:
      "Turns the configuration or its flags on or off and changes its texts. Fields you leave out stay unchanged.",
    body: BusinessConfigChange,
    response: { 200: BusinessConfig },
    handler: async (request) => changeConfiguration(context, keyOf(request), request.body),
  });

  routes.delete("/api/organizations/:organizationId/business-config/:configurationId", {
    access: member("manage the business configuration"),
    summary: "Remove a business configuration",
    handler: async (request) => removeConfiguration(context, keyOf(request)),
  });

  routes.get("/api/organizations/:organizationId/business-config/greeting", {
    access: member("chat with the assistant"),
    summary: "Get the chat guidance",
    description: "The greeting and the suggested questions of the active configurations.",
    response: { 200: CustomerGreeting },
    transaction: async (trx, request) => {
      const guide = await context.guidance.of(trx, tenantOf(request).organizationId);
      return greetingOf(guide) ?? { text: null, suggestions: [] };
    },
  });
}
