import {
  OrganizationCreate,
  OrganizationCreation,
  OrganizationMembership,
} from "../../../contract/identity.ts";
import { OrganizationSecurity, OrganizationSecurityState } from "../../../contract/second-factors.ts";
import { member, sessionOf, tenantOf, userOf } from "../../auth/access.ts";
import { createOrganization } from "../../auth/memberships.ts";
import { mayCreateOrganizations, organizationsClosed } from "../../auth/organization-creation.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { renameOrganization } from "./rename.ts";
import { readSecurity, requireSecondFactor } from "./security.ts";

export function organizationRoutes(app: App, context: Context): void {
  memberRoutes(app, context);
  invitationRoutes(app, context);

  app.post("/api/organizations", {
    config: { access: "signed in", rateLimit: { max: 30, timeWindow: "1 hour" } },
    schema: {
      summary: "Create an organization",
      body: OrganizationCreate,
      response: { 201: OrganizationMembership },
    },
    handler: async (request) => {
      const { name } = request.body;
      const userId = userOf(request).id;
      if (!(await mayCreateOrganizations(context.config, context.db))) throw organizationsClosed();
      return context.db.transaction().execute((trx) => createOrganization(trx, { name, userId }));
    },
  });

  app.get("/api/organizations/creation", {
    config: { access: "signed in" },
    schema: {
      summary: "Check permission to create organizations",
      response: { 200: OrganizationCreation },
    },
    handler: async () => ({ allowed: await mayCreateOrganizations(context.config, context.db) }),
  });

  app.put("/api/organizations/:organizationId", {
    config: { access: member("rename the organization") },
    schema: {
      summary: "Rename an organization",
      body: OrganizationCreate,
      response: { 200: OrganizationMembership },
    },
    handler: async (request) => {
      const { organizationId, role } = tenantOf(request);
      const { name } = request.body;
      await renameOrganization(context, { organizationId, name });
      return { id: organizationId, name, role };
    },
  });

  app.get("/api/organizations/:organizationId/security", {
    config: { access: member("see how the organization is secured") },
    schema: {
      summary: "Get the security settings",
      response: { 200: OrganizationSecurityState },
    },
    handler: async (request) => readSecurity(context.db, tenantOf(request)),
  });

  app.put("/api/organizations/:organizationId/security", {
    config: { access: member("ask for a second factor") },
    schema: {
      summary: "Set the security settings",
      description:
        "Requires a second factor or not. Members without one get 403 `second_factor_required`. Single sign-on counts as one.",
      body: OrganizationSecurity,
      response: { 200: OrganizationSecurityState },
    },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const isRequired = request.body.requireSecondFactor;
      await requireSecondFactor(context, { organizationId, session: sessionOf(request), isRequired });
      return readSecurity(context.db, { organizationId });
    },
  });
}
