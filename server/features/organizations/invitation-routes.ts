import {
  Invitation,
  InvitationCreate,
  InvitationDetails,
  InvitationToken,
  PendingInvitation,
  User,
} from "../../../contract/identity.ts";
import { keyOf, member, sessionOf, tenantOf, userOf } from "../../auth/access.ts";
import { findInvitation } from "../../auth/invitations.ts";
import { readUserAgain } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { perHour, perMinute, type Routes } from "../../routes.ts";
import { join, listInvitations, revokeInvitation, sendInvitation } from "./invitations.ts";

export function invitationRoutes(routes: Routes, context: Context): void {
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
