import { ApiKey, ApiKeyCreate, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { keyOf, member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfApiKey } from "../../auth/organization-of.ts";
import { perHour, type Routes } from "../../routes.ts";
import { issueApiKey, listApiKeys, revokeApiKey } from "./issued-keys.ts";

export function apiKeyRoutes(routes: Routes): void {
  routes.get("/api/organizations/:organizationId/api-keys", {
    access: member("see API keys"),
    summary: "List the API keys",
    description: "Newest first, including revoked keys.",
    response: { 200: ApiKey.array() },
    transaction: (trx, request) => listApiKeys(trx, tenantOf(request).organizationId),
  });

  routes.post("/api/organizations/:organizationId/api-keys", {
    access: member("manage API keys"),
    rateLimit: perHour(100),
    summary: "Create an API key",
    description: "Only this reply contains the key itself.",
    body: ApiKeyCreate,
    response: { 201: ApiKeyCreated },
    transaction: async (trx, request, reply) => {
      const created = await issueApiKey(trx, tenantOf(request).organizationId, request.body);
      request.log.info({ apiKeyId: created.id, userId: userOf(request).id }, "an API key was created");
      reply.header("cache-control", "no-store");
      return created;
    },
  });

  routes.delete("/api/api-keys/:id", {
    access: memberFor("manage API keys", organizationOfApiKey),
    summary: "Revoke an API key",
    description: "The key stops working at once, and stays listed as inactive.",
    transaction: async (trx, request) => {
      await revokeApiKey(trx, keyOf(request));
      request.log.info({ apiKeyId: request.params.id, userId: userOf(request).id }, "an API key was revoked");
    },
  });
}
