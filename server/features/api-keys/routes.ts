import { z } from "zod";
import { ApiKey, ApiKeyCreate, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { keyOf, member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfApiKey } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { perHour, type Routes } from "../../routes.ts";
import { issueApiKey, listApiKeys, revokeApiKey } from "./issued-keys.ts";

export function apiKeyRoutes(routes: Routes, { db }: Context): void {
  routes.get("/api/organizations/:organizationId/api-keys", {
    access: member("see API keys"),
    summary: "List the API keys",
    description: "Newest first, including revoked keys.",
    response: { 200: ApiKey.array() },
    handler: async (request) => listApiKeys(db, tenantOf(request).organizationId),
  });

  routes.post("/api/organizations/:organizationId/api-keys", {
    access: member("manage API keys"),
    rateLimit: perHour(100),
    summary: "Create an API key",
    description: "Only this reply contains the key itself.",
    body: ApiKeyCreate,
    response: { 201: ApiKeyCreated },
    handler: async (request, reply) => {
      const created = await issueApiKey(db, tenantOf(request).organizationId, request.body);
      request.log.info({ apiKeyId: created.id, userId: userOf(request).id }, "an API key was made");
      reply.header("cache-control", "no-store");
      return created;
    },
  });

  routes.delete("/api/api-keys/:id", {
    access: memberFor("manage API keys", organizationOfApiKey),
    summary: "Revoke an API key",
    description: "It stays listed as inactive.",
    response: { 204: z.null() },
    handler: async (request) => {
      await revokeApiKey(db, keyOf(request));
      request.log.info({ apiKeyId: request.params.id, userId: userOf(request).id }, "an API key was revoked");
    },
  });
}
