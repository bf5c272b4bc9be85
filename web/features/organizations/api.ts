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
import { sentenceOr } from "../../request.ts";
import { useOrganizationQuery, usePages } from "../../organization-queries.ts";
import { saving, useSaving } from "../../use-saving.ts";

const userKey: QueryKey = ["/api/auth/user"];

export const useMemberList = () => usePages<Member>(["members"], { filter: { limit: "50" } });

export const usePendingInvitations = () => useOrganizationQuery<PendingInvitation[]>(["invitations"]);

export const useInvite = saving<InvitationCreate, Invitation>({
  send: (invitation) => ["POST", "invitations", invitation],
});

export const useRevokeInvitation = saving<string>({
  send: (invitationId) => ["DELETE", `invitations/${invitationId}`],
  success: { title: "Invitation revoked", description: "The link no longer works." },
  failure: sentenceOr("Failed to revoke the invitation"),
});

export const useChangeRole = saving<{ userId: string; role: Role }>({
  send: ({ userId, role }) => ["PUT", `members/${userId}`, { role }],
  success: { title: "Role changed", description: "The new role applies immediately." },
  failure: sentenceOr("Failed to change the role"),
  reads: ["members", userKey],
});

export const useRemoveMember = saving<string>({
  send: (userId) => ["DELETE", `members/${userId}`],
  success: { title: "Member removed", description: "They no longer have access." },
  failure: sentenceOr("Failed to remove the member"),
});

export const useLeave = saving({
  send: () => ["POST", "leave"],
  failure: sentenceOr("Failed to leave the organization"),
  reads: [userKey],
});

export const useMayCreateOrganization = () =>
  useQuery<OrganizationCreation>({ queryKey: ["/api/organizations", "creation"] }).data?.allowed ?? false;

/** Creates an organization, which the signed-in person then owns. */
export const useCreateOrganization = saving<string, OrganizationMembership>({
  send: (name) => ["POST", "/api/organizations", { name }],
  success: { title: "Organization created", description: "You are its owner." },
  reads: [userKey],
});

export const useRename = (organizationId: string) =>
  useSaving<string>({
    send: (name) => ["PUT", `/api/organizations/${organizationId}`, { name }],
    success: { title: "Organization renamed", description: "All members see the new name." },
    failure: sentenceOr("Failed to rename the organization"),
    reads: [userKey],
  });

/** Accepts an invitation. The person is then read with the new membership. */
export const useAcceptInvitation = saving<string>({
  send: (invitation) => ["POST", "/api/invitations/accept", { invitation }],
  reads: [userKey],
});
