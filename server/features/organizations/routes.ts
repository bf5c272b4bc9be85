import {
  OrganizationCreate,
  OrganizationCreation,
  OrganizationDeletion,
  OrganizationMembership,
  OrganizationRename,
  Member,
  MemberListQuery,
  RoleChange,
  Invitation,
  InvitationCreate,
  InvitationDetails,
  InvitationToken,
  PendingInvitation,
  User,
} from "../../../contract/identity.ts";
import { OrganizationSecurity, OrganizationSecurityState } from "../../../contract/second-factors.ts";
import { actorOf, keyOf, member, provenSessionOf, sessionOf, tenantOf, userOf } from "../../auth/access.ts";
import { endOrganization } from "../../auth/end-organization.ts";
import type { Context } from "../../context.ts";
import { badRequest, conflict } from "../../errors.ts";
import { perHour, type Routes, perMinute } from "../../routes.ts";
import { changeOrganization, readSecurity } from "./settings.ts";
import { listMembers, setRole, join, listInvitations, revokeInvitation, sendInvitation } from "./members.ts";
import {
  findInvitation,
  createOrganization,
  mayCreateOrganizations,
  organizationsClosed,
} from "../../auth/invitations.ts";
import { readUserAgain } from "../../auth/sessions.ts";

export function organizationRoutes(routes: Routes, context: Context): void {
  memberRoutes(routes, context);
  invitationRoutes(routes, context);

  routes.post("/api/organizations", {
    access: "signed in",
    rateLimit: perHour(30),
    summary: "Create an organization",
    body: OrganizationCreate,
    response: { 201: OrganizationMembership },
    handler: async (request) => {
      const creation = { ...request.body, userId: userOf(request).id };
      if (!(await mayCreateOrganizations(context.config, context.db))) throw organizationsClosed();
      return context.db.transaction().execute((trx) => createOrganization(trx, creation));
    },
  });

  routes.get("/api/organizations/creation", {
    access: "signed in",
    summary: "Check permission to create organizations",
    response: { 200: OrganizationCreation },
    handler: async () => ({ allowed: await mayCreateOrganizations(context.config, context.db) }),
  });

  routes.put("/api/organizations/:organizationId", {
    access: member("change the organization's settings"),
    summary: "Rename an organization",
    body: OrganizationRename,
    response: { 200: OrganizationMembership },
    transaction: async (trx, request) => {
      const { organizationId, role } = tenantOf(request);
      const { name } = request.body;
      await changeOrganization(trx, context, organizationId, { name });
      return { id: organizationId, name, role };
    },
  });

  routes.delete("/api/organizations/:organizationId", {
    access: member("delete the organization"),
    rateLimit: perHour(30),
    summary: "Delete an organization",
    description:
      "Ends the access of its members, API keys and WhatsApp numbers at once, and deletes everything else within minutes. Confirm with its name.",
    body: OrganizationDeletion,
    transaction: async (trx, request) => {
      const { user } = provenSessionOf(request);
      const { organizationId } = tenantOf(request);
      if (user.organizations.find(({ id }) => id === organizationId)?.name !== request.body.name)
        throw badRequest("name_mismatch", "Enter the name of the organization exactly as it is shown.");
      await endOrganization(trx, context.events, organizationId);
      request.log.info({ organizationId, userId: user.id }, "an organization was deleted");
    },
  });

  routes.get("/api/organizations/:organizationId/security", {
    access: member("see the security settings"),
    summary: "Get the security settings",
    response: { 200: OrganizationSecurityState },
    transaction: (trx, request) => readSecurity(trx, tenantOf(request).organizationId),
  });

  routes.put("/api/organizations/:organizationId/security", {
    access: member("require two-step verification"),
    summary: "Set the security settings",
    description:
      "Sets whether a second factor is required. Members without one get 403 `second_factor_required`. Single sign-on counts as one.",
    body: OrganizationSecurity,
    response: { 200: OrganizationSecurityState },
    transaction: async (trx, request) => {
      const { organizationId } = tenantOf(request);
      const isRequired = request.body.requireSecondFactor;
      if (isRequired && !sessionOf(request).isStrong)
        throw conflict(
          "no_second_factor",
          "Set up two-step verification for yourself first, under Settings, Profile.",
        );
      await changeOrganization(trx, context, organizationId, { requires_second_factor: isRequired });
      return readSecurity(trx, organizationId);
    },
  });
}

function memberRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/members", {
    access: member("see members"),
    summary: "List the members",
    description: "The header `x-next-cursor` has the cursor of the next page.",
    querystring: MemberListQuery,
    response: { 200: Member.array() },
    page: (trx, request) => listMembers(trx, { ...tenantOf(request), ...request.query }),
  });

  routes.put("/api/organizations/:organizationId/members/:userId", {
    access: member("manage members"),
    summary: "Change a member's role",
    body: RoleChange,
    handler: async (request) =>
      setRole(context, { ...keyOf(request), actorId: userOf(request).id }, request.body.role),
  });

  routes.delete("/api/organizations/:organizationId/members/:userId", {
    access: member("manage members"),
    summary: "Remove a member",
    handler: async (request) => setRole(context, { ...keyOf(request), actorId: userOf(request).id }, null),
  });

  routes.post("/api/organizations/:organizationId/leave", {
    access: member("leave the organization"),
    summary: "Leave an organization",
    handler: async (request) => setRole(context, { ...actorOf(request), actorId: userOf(request).id }, null),
  });
}

function invitationRoutes(routes: Routes, context: Context): void {
  const { db } = context;

  routes.post("/api/organizations/:organizationId/invitations", {
    access: member("invite members"),
    rateLimit: perHour(100),
    summary: "Invite a member",
    description:
      "The invitation is emailed if email is set up. A new invitation for the same address replaces the previous one.",
    body: InvitationCreate,
    response: { 201: Invitation },
    transaction: (trx, request) => {
      const { organizationId } = tenantOf(request);
      return sendInvitation(trx, context, { organizationId, inviter: userOf(request) }, request.body);
    },
  });

  routes.get("/api/organizations/:organizationId/invitations", {
    access: member("invite members"),
    summary: "List the pending invitations",
    response: { 200: PendingInvitation.array() },
    transaction: (trx, request) => listInvitations(trx, tenantOf(request)),
  });

  routes.delete("/api/organizations/:organizationId/invitations/:invitationId", {
    access: member("invite members"),
    summary: "Revoke an invitation",
    transaction: (trx, request) => revokeInvitation(trx, keyOf(request)),
  });

  routes.post("/api/invitations/lookup", {
    access: "anyone",
    rateLimit: perMinute(60),
    summary: "Get an invitation",
    description: "The organization, the role and the inviter.",
    body: InvitationToken,
    response: { 200: InvitationDetails },
    handler: (request) => db.transaction().execute((trx) => findInvitation(trx, request.body.invitation)),
  });

  routes.post("/api/invitations/accept", {
    access: "signed in",
    rateLimit: perHour(30),
    summary: "Accept an invitation",
    body: InvitationToken,
    response: { 200: User },
    handler: async (request) => {
      await join(context, sessionOf(request), request.body.invitation);
      return readUserAgain(db, sessionOf(request));
    },
  });
}
