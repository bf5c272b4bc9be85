import { z } from "zod";
import { ApiKey, ApiKeyCreate, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { Id } from "../../../contract/common.ts";
import { member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfApiKey } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { issueApiKey, listApiKeys, revokeApiKey } from "./issued-keys.ts";

export function apiKeyRoutes(app: App, { db }: Context): void {
  app.get("/api/organizations/:organizationId/api-keys", {
    config: { access: member("see API keys") },
    schema: {
      summary: "List the API keys",
      description: "Newest first, including revoked keys.",
      response: { 200: ApiKey.array() },
    },
    handler: async (request) => listApiKeys(db, tenantOf(request).organizationId),
  });

  app.post("/api/organizations/:organizationId/api-keys", {
    config: { access: member("manage API keys"), rateLimit: { max: 100, timeWindow: "1 hour" } },
    schema: {
      summary: "Create an API key",
      description: "Only this reply contains the key itself.",
      body: ApiKeyCreate,
      response: { 201: ApiKeyCreated },
    },
    handler: async (request, reply) => {
      const created = await issueApiKey(db, tenantOf(request).organizationId, request.body);
      request.log.info({ apiKeyId: created.id, userId: userOf(request).id }, "an API key was made");
      reply.header("cache-control", "no-store");
      return created;
    },
  });

  app.delete("/api/api-keys/:id", {
    config: { access: memberFor("manage API keys", organizationOfApiKey) },
    schema: {
      summary: "Revoke an API key",
      description: "It stays listed as inactive.",
      params: z.object({ id: Id }),
      response: { 204: z.null() },
    },
    handler: async (request) => {
      await revokeApiKey(db, { ...tenantOf(request), ...request.params });
      request.log.info({ apiKeyId: request.params.id, userId: userOf(request).id }, "an API key was revoked");
    },
  });
}
