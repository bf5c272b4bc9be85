import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import { Member, MemberListQuery, RoleChange } from "../../../contract/identity.ts";
import { member, organizationParams, tenantOf, userOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { sendPage } from "../../paging.ts";
import { changeRole, listMembers, removeMember } from "./members.ts";

const memberParams = organizationParams.extend({ userId: Id });

export function memberRoutes(app: App, context: Context): void {
  app.get("/api/organizations/:organizationId/members", {
    config: { access: member("see members") },
    schema: {
      summary: "List the members",
      description: "The header `x-next-cursor` has the cursor of the next page.",
      querystring: MemberListQuery,
      response: { 200: Member.array() },
    },
    handler: async (request, reply) =>
      sendPage(reply, await listMembers(context.db, { ...tenantOf(request), ...request.query })),
  });

  app.put("/api/organizations/:organizationId/members/:userId", {
    config: { access: member("manage members") },
    schema: {
      summary: "Change a member's role",
      params: memberParams,
      body: RoleChange,
      response: { 204: z.null() },
    },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const action = { organizationId, actorId: userOf(request).id, userId: request.params.userId };
      await changeRole(context, { ...action, role: request.body.role });
    },
  });

  app.delete("/api/organizations/:organizationId/members/:userId", {
    config: { access: member("manage members") },
    schema: { summary: "Remove a member", params: memberParams, response: { 204: z.null() } },
    handler: async (request) =>
      removeMember(context, { ...request.params, ...tenantOf(request), actorId: userOf(request).id }),
  });

  app.post("/api/organizations/:organizationId/leave", {
    config: { access: member("leave the organization") },
    schema: { summary: "Leave an organization", response: { 204: z.null() } },
    handler: async (request) => {
      const { id } = userOf(request);
      await removeMember(context, { ...tenantOf(request), actorId: id, userId: id });
    },
  });
}
