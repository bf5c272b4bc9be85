import { z } from "zod";
import { BusinessConfig, BusinessConfigCreate } from "../../../contract/business-config.ts";
import { Id } from "../../../contract/common.ts";
import { member, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { applyConfiguration, listConfigurations } from "./configurations.ts";

const tags = ["Business configuration"];
const params = z.object({ organizationId: Id });

export function businessConfigRoutes(app: App, { db }: Context): void {
  app.get(
    "/api/organizations/:organizationId/business-config",
    {
      config: { access: member("see the business configuration") },
      schema: {
        tags,
        summary: "What was applied, oldest first",
        params,
        response: { 200: BusinessConfig.array() },
      },
    },
    async (request) => listConfigurations(db, tenantOf(request).organizationId),
  );

  app.post(
    "/api/organizations/:organizationId/business-config",
    {
      config: {
        access: member("manage the business configuration"),
        rateLimit: { max: 300, timeWindow: "1 hour" },
      },
      schema: {
        tags,
        summary: "Apply a configuration; again for the same business type replaces it",
        params,
        body: BusinessConfigCreate,
        response: { 200: BusinessConfig, 201: BusinessConfig },
      },
    },
    async (request, reply) => {
      const { isNew, configuration } = await applyConfiguration(
        db,
        tenantOf(request).organizationId,
        request.body,
      );
      reply.status(isNew ? 201 : 200);
      return configuration;
    },
  );
}
