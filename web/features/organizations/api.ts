import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Role } from "../../../contract/common.ts";
import type {
  Invitation,
  InvitationCreate,
  Member,
  OrganizationCreation,
  OrganizationMembership,
  PendingInvitation,
  User,
} from "../../../contract/identity.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request, requestAll, sentenceOr } from "../../request.ts";
import { usePages } from "../../use-pages.ts";
import { useSaving } from "../../use-saving.ts";

const userKey: QueryKey = ["/api/auth/user"];

/** All members at once (at most 1000), for menus. */
export function useMembers(organizationId: string) {
  return useQuery<Member[]>({
    queryKey: organizationKey(organizationId, "members", "everyone"),
    queryFn: () => request("GET", `${organizationPath(organizationId, "members")}?limit=1000`),
  });
}

/** All members, however many. */
export const readAllMembers = (organizationId: string): Promise<Member[]> =>
  requestAll<Member>(organizationPath(organizationId, "members"));

export function useMemberList(organizationId: string) {
  const key = organizationKey(organizationId, "members", "pages");
  return usePages<Member>(key, organizationPath(organizationId, "members"), { filter: { limit: "50" } });
}

export function usePendingInvitations(organizationId: string) {
  return useQuery<PendingInvitation[]>({ queryKey: organizationKey(organizationId, "invitations") });
}

export function useInvite(organizationId: string) {
  return useSaving({
    send: (invitation: InvitationCreate) =>
      request<Invitation>("POST", organizationPath(organizationId, "invitations"), invitation),
    reads: [organizationKey(organizationId, "invitations")],
  });
}

export function useRevokeInvitation(organizationId: string) {
  return useSaving({
    send: (invitationId: string) =>
      request("DELETE", `${organizationPath(organizationId, "invitations")}/${invitationId}`),
    success: { title: "Invitation revoked", description: "The link no longer works." },
    failure: sentenceOr("Failed to revoke the invitation"),
    reads: [organizationKey(organizationId, "invitations")],
  });
}

export function useChangeRole(organizationId: string) {
  return useSaving({
    send: ({ userId, role }: { userId: string; role: Role }) =>
      request("PUT", `${organizationPath(organizationId, "members")}/${userId}`, { role }),
    success: { title: "Role changed", description: "The new role applies immediately." },
    failure: sentenceOr("Failed to change the role"),
    reads: [organizationKey(organizationId, "members"), userKey],
  });
}

export function useRemoveMember(organizationId: string) {
  return useSaving({
    send: (userId: string) => request("DELETE", `${organizationPath(organizationId, "members")}/${userId}`),
    success: { title: "Member removed", description: "They no longer have access." },
    failure: sentenceOr("Failed to remove the member"),
    reads: [organizationKey(organizationId, "members")],
  });
}

export function useLeave(organizationId: string) {
  return useSaving({
    send: () => request("POST", organizationPath(organizationId, "leave")),
    failure: sentenceOr("Failed to leave the organization"),
    reads: [userKey],
  });
}

export function useMayCreateOrganization() {
  return (
    useQuery<OrganizationCreation>({ queryKey: ["/api/organizations", "creation"] }).data?.allowed ?? false
  );
}

/** Creates an organization, which the signed-in person then owns. */
export function useCreateOrganization() {
  return useSaving({
    send: (name: string) => request<OrganizationMembership>("POST", "/api/organizations", { name }),
    success: { title: "Organization created", description: "You are its owner." },
    reads: [userKey],
  });
}

export function useRename(organizationId: string) {
  return useSaving({
    send: (name: string) =>
      request<OrganizationMembership>("PUT", `/api/organizations/${organizationId}`, { name }),
    success: { title: "Organization renamed", description: "All members see the new name." },
    failure: sentenceOr("Failed to rename the organization"),
    reads: [userKey],
  });
}

/** Accepts an invitation; the reply is the person with the new membership. */
export function useAcceptInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitation: string) => request<User>("POST", "/api/invitations/accept", { invitation }),
    onSuccess: (user) => queryClient.setQueryData(userKey, user),
  });
}
