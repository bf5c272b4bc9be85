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
import { request, sentenceOr } from "../../request.ts";
import { useOrganizationQuery, usePages } from "../../organization-queries.ts";
import { saving, useSaving } from "../../use-saving.ts";

const userKey: QueryKey = ["/api/auth/user"];

export const useMemberList = () => usePages<Member>(["members"], { filter: { limit: "50" } });

export const usePendingInvitations = () => useOrganizationQuery<PendingInvitation[]>(["invitations"]);

export const useInvite = saving({
  send: (invitation: InvitationCreate, path) => request<Invitation>("POST", path("invitations"), invitation),
  reads: ["invitations"],
});

export const useRevokeInvitation = saving({
  send: (invitationId: string, path) => request("DELETE", path(`invitations/${invitationId}`)),
  success: { title: "Invitation revoked", description: "The link no longer works." },
  failure: sentenceOr("Failed to revoke the invitation"),
  reads: ["invitations"],
});

export const useChangeRole = saving({
  send: ({ userId, role }: { userId: string; role: Role }, path) =>
    request("PUT", path(`members/${userId}`), { role }),
  success: { title: "Role changed", description: "The new role applies immediately." },
  failure: sentenceOr("Failed to change the role"),
  reads: ["members", userKey],
});

export const useRemoveMember = saving({
  send: (userId: string, path) => request("DELETE", path(`members/${userId}`)),
  success: { title: "Member removed", description: "They no longer have access." },
  failure: sentenceOr("Failed to remove the member"),
  reads: ["members"],
});

export const useLeave = saving({
  send: (_nothing: void, path) => request("POST", path("leave")),
  failure: sentenceOr("Failed to leave the organization"),
  reads: [userKey],
});

export function useMayCreateOrganization() {
  return (
    useQuery<OrganizationCreation>({ queryKey: ["/api/organizations", "creation"] }).data?.allowed ?? false
  );
}

/** Creates an organization, which the signed-in person then owns. */
export const useCreateOrganization = saving({
  send: (name: string) => request<OrganizationMembership>("POST", "/api/organizations", { name }),
  success: { title: "Organization created", description: "You are its owner." },
  reads: [userKey],
});

export function useRename(organizationId: string) {
  return useSaving({
    send: (name: string) => request("PUT", `/api/organizations/${organizationId}`, { name }),
    success: { title: "Organization renamed", description: "All members see the new name." },
    failure: sentenceOr("Failed to rename the organization"),
    reads: [userKey],
  });
}

/** Accepts an invitation. The person is then read with the new membership. */
export const useAcceptInvitation = saving({
  send: (invitation: string) => request("POST", "/api/invitations/accept", { invitation }),
  reads: [userKey],
});
