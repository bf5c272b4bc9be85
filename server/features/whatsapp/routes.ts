import {
  WhatsappIntegration,
  WhatsappIntegrationCreate,
  WhatsappIntegrationUpdate,
  WhatsappTest,
} from "../../../contract/whatsapp.ts";
import { keyOf, member, tenantOf } from "../../auth/access.ts";
import { may } from "../../../contract/permissions.ts";
import type { Context } from "../../context.ts";
import { perHour, type Routes } from "../../routes.ts";
import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  testIntegration,
  updateIntegration,
} from "./integrations.ts";
import { metaWebhookRoutes } from "./webhook-routes.ts";

const manage = {
  access: member("manage the WhatsApp integration"),
  rateLimit: perHour(60),
};

export function whatsappRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/whatsapp", {
    access: member("see the WhatsApp integration"),
    summary: "List the WhatsApp integrations",
    response: { 200: WhatsappIntegration.array() },
    transaction: (trx, request) => {
      const { organizationId, role } = tenantOf(request);
      const showVerifyToken = may(role, "manage the WhatsApp integration");
      return listIntegrations(trx, context, { organizationId, showVerifyToken });
    },
  });

  routes.post("/api/organizations/:organizationId/whatsapp", {
    ...manage,
    summary: "Create a WhatsApp integration",
    body: WhatsappIntegrationCreate,
    response: { 201: WhatsappIntegration },
    transaction: (trx, request) =>
      createIntegration(trx, context, tenantOf(request).organizationId, request.body),
  });

  routes.put("/api/organizations/:organizationId/whatsapp/:integrationId", {
    ...manage,
    summary: "Update a WhatsApp integration",
    description: "Fields you leave out stay unchanged.",
    body: WhatsappIntegrationUpdate,
    response: { 200: WhatsappIntegration },
    transaction: (trx, request) => updateIntegration(trx, context, keyOf(request), request.body),
  });

  routes.delete("/api/organizations/:organizationId/whatsapp/:integrationId", {
    ...manage,
    summary: "Remove a WhatsApp integration",
    transaction: (trx, request) => deleteIntegration(trx, context, keyOf(request)),
  });

  routes.post("/api/organizations/:organizationId/whatsapp/:integrationId/test", {
    ...manage,
    summary: "Test a WhatsApp integration",
    description: "Sends nothing to customers.",
    response: { 200: WhatsappTest },
    handler: async (request) => testIntegration(context, keyOf(request)),
  });

  metaWebhookRoutes(routes, context);
}
