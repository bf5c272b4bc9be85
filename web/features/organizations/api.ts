import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { Role } from "../../../contract/common.ts";
import type {
  Invitation,
  InvitationCreate,
  Member,
  OrganizationCreation,
  OrganizationMembership,
  PendingInvitation,
} from "../../../contract/identity.ts";
import { browserTimeZone } from "../../format/date.ts";
import { serverMessageOr } from "../../request.ts";
import { apiMutation, useApiMutation, useOrganizationQuery, usePages } from "../../organization-api.ts";

const userKey: QueryKey = ["/api/auth/user"];

export const useMemberList = () => usePages<Member>(["members"], { filter: { limit: "50" } });

export const usePendingInvitations = () => useOrganizationQuery<PendingInvitation[]>(["invitations"]);

export const useInvite = apiMutation<InvitationCreate, Invitation>({
  send: (invitation) => ["POST", "invitations", invitation],
});

export const useRevokeInvitation = apiMutation<string>({
  send: (invitationId) => ["DELETE", `invitations/${invitationId}`],
  success: { title: "Invitation revoked", description: "The link no longer works." },
  failure: serverMessageOr("Failed to revoke the invitation"),
});

export const useChangeRole = apiMutation<{ userId: string; role: Role }>({
  send: ({ userId, role }) => ["PUT", `members/${userId}`, { role }],
  success: { title: "Role changed", description: "The new role applies immediately." },
  failure: serverMessageOr("Failed to change the role"),
  refetches: ["members", userKey],
});

export const useRemoveMember = apiMutation<string>({
  send: (userId) => ["DELETE", `members/${userId}`],
  success: { title: "Member removed", description: "They no longer have access." },
  failure: serverMessageOr("Failed to remove the member"),
});

export const useLeave = apiMutation({
  send: () => ["POST", "leave"],
  failure: serverMessageOr("Failed to leave the organization"),
  refetches: [userKey],
});

export const useMayCreateOrganization = () =>
  useQuery<OrganizationCreation>({ queryKey: ["/api/organizations", "creation"] }).data?.allowed ?? false;

export const useCreateOrganization = apiMutation<string, OrganizationMembership>({
  send: (name) => ["POST", "/api/organizations", { name, timeZone: browserTimeZone() }],
  success: { title: "Organization created", description: "You are its owner." },
  refetches: [userKey],
});

export const useRename = (organizationId: string) =>
  useApiMutation<string>({
    send: (name) => ["PUT", `/api/organizations/${organizationId}`, { name }],
    success: { title: "Organization renamed", description: "All members see the new name." },
    failure: serverMessageOr("Failed to rename the organization"),
    refetches: [userKey],
  });

export const useDeleteOrganization = (organizationId: string) =>
  useApiMutation<string>({
    send: (name) => ["DELETE", `/api/organizations/${organizationId}`, { name }],
    success: { title: "Organization deleted", description: "Its data is gone within minutes." },
    refetches: [userKey],
  });

export const useAcceptInvitation = apiMutation<string>({
  send: (invitation) => ["POST", "/api/invitations/accept", { invitation }],
  refetches: [userKey],
});
