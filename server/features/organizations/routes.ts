import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  Invitation,
  InvitationAccept,
  InvitationCreate,
  Member,
  OrganizationCreate,
  OrganizationMembership,
  User,
} from "../../../contract/identity.ts";
import { member, sessionOf, tenantOf, userOf } from "../../auth/access.ts";
import { acceptInvitation, invite } from "../../auth/invitations.ts";
import { createOrganization } from "../../auth/memberships.ts";
import { findSessionByHash } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { unauthorized } from "../../errors.ts";
import type { App } from "../../http.ts";
import { listMembers } from "./members.ts";

const tags = ["Organizations"];
const params = z.object({ organizationId: Id });

export function organizationRoutes(app: App, context: Context): void {
  invitationRoutes(app, context);
  const { db } = context;

  app.post(
    "/api/organizations",
    {
      config: { access: "signed in", rateLimit: { max: 30, timeWindow: "1 hour" } },
      schema: {
        tags,
        summary: "Make an organization",
        body: OrganizationCreate,
        response: { 201: OrganizationMembership },
      },
    },
    async (request, reply) => {
      const { name } = request.body;
      const userId = userOf(request).id;
      const organization = await db.transaction().execute((trx) => createOrganization(trx, { name, userId }));
      reply.status(201);
      return organization;
    },
  );

  app.get(
    "/api/organizations/:organizationId/members",
    {
      config: { access: member("see members") },
      schema: { tags, summary: "Who belongs to the organization", params, response: { 200: Member.array() } },
    },
    async (request) => listMembers(db, tenantOf(request)),
  );
}

function invitationRoutes(app: App, { db, config }: Context): void {
  app.post(
    "/api/organizations/:organizationId/invitations",
    {
      config: { access: member("invite members"), rateLimit: { max: 100, timeWindow: "1 hour" } },
      schema: {
        tags,
        summary: "Invite someone",
        params,
        body: InvitationCreate,
        response: { 201: Invitation },
      },
    },
    async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const { email, role } = request.body;
      const { token, expiresAt } = await invite(db, { organizationId, email, role });
      const link = `${config.publicUrl}/sign-up?invitation=${token}`;
      reply.status(201);
      return { email, role, link, expiresAt: expiresAt.toISOString() };
    },
  );

  app.post(
    "/api/invitations/accept",
    {
      config: { access: "signed in", rateLimit: { max: 30, timeWindow: "1 hour" } },
      schema: { tags, summary: "Join by an invitation", body: InvitationAccept, response: { 200: User } },
    },
    async (request) => {
      const { user, tokenHash } = sessionOf(request);
      const token = request.body.invitation;
      await db.transaction().execute((trx) => acceptInvitation(trx, { token, user }));
      const session = await findSessionByHash(db, tokenHash);
      if (session === null) throw unauthorized();
      return session.user;
    },
  );
}
