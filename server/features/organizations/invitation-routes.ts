import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  Invitation,
  InvitationAccept,
  InvitationCreate,
  InvitationDetails,
  InvitationLookup,
  PendingInvitation,
  User,
} from "../../../contract/identity.ts";
import { member, organizationParams, sessionOf, tenantOf, userOf } from "../../auth/access.ts";
import { readUserAgain } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import {
  describeInvitation,
  join,
  listInvitations,
  revokeInvitation,
  sendInvitation,
} from "./invitations.ts";

export function invitationRoutes(app: App, context: Context): void {
  const { db } = context;

  app.post("/api/organizations/:organizationId/invitations", {
    config: { access: member("invite members"), rateLimit: { max: 100, timeWindow: "1 hour" } },
    schema: {
      summary: "Invite a member",
      description:
        "Emailed if email is set up. A new invitation for the same address replaces the previous one.",
      body: InvitationCreate,
      response: { 201: Invitation },
    },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const { id: invitedBy, email, organizations } = userOf(request);
      const organizationName = organizations.find(({ id }) => id === organizationId)?.name ?? "";
      return sendInvitation(context, {
        ...request.body,
        organizationId,
        organizationName,
        inviter: email,
        invitedBy,
      });
    },
  });

  app.get("/api/organizations/:organizationId/invitations", {
    config: { access: member("invite members") },
    schema: {
      summary: "List the pending invitations",
      response: { 200: PendingInvitation.array() },
    },
    handler: async (request) => listInvitations(db, tenantOf(request)),
  });

  app.delete("/api/organizations/:organizationId/invitations/:invitationId", {
    config: { access: member("invite members") },
    schema: {
      summary: "Revoke an invitation",
      params: organizationParams.extend({ invitationId: Id }),
      response: { 204: z.null() },
    },
    handler: async (request) =>
      revokeInvitation(db, { ...tenantOf(request), id: request.params.invitationId }),
  });

  app.post("/api/invitations/lookup", {
    config: { access: "anyone", rateLimit: { max: 60, timeWindow: "1 minute" } },
    schema: {
      summary: "Get an invitation",
      description: "The organization, the role and the person who invited.",
      body: InvitationLookup,
      response: { 200: InvitationDetails },
    },
    handler: async (request) => describeInvitation(db, request.body.invitation),
  });

  app.post("/api/invitations/accept", {
    config: { access: "signed in", rateLimit: { max: 30, timeWindow: "1 hour" } },
    schema: { summary: "Accept an invitation", body: InvitationAccept, response: { 200: User } },
    handler: async (request) => {
      await join(context, sessionOf(request), request.body.invitation);
      return readUserAgain(db, sessionOf(request));
    },
  });
}
