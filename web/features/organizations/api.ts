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
import { announceFailure } from "../../failure-toast.ts";
import { readAgain } from "../../read-again.ts";
import { request, requestAll, RequestError } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";
import { usePages } from "../../use-pages.ts";

const userKey: QueryKey = ["/api/auth/user"];
const pathOf = (organizationId: string): string => `/api/organizations/${organizationId}`;
const membersKey = (organizationId: string): QueryKey => ["/api/organizations", organizationId, "members"];
const invitationsKey = (organizationId: string): QueryKey => [
  "/api/organizations",
  organizationId,
  "invitations",
];

/** The server's sentence where it gave one, such as that the last owner stays. */
const announceRefusal =
  (fallback: string) =>
  (error: Error): void =>
    announceFailure(error, (error instanceof RequestError && error.sentence) || fallback);

/** Everyone at once, to choose somebody from; at most 1000. */
export function useMembers(organizationId: string) {
  return useQuery<Member[]>({
    queryKey: [...membersKey(organizationId), "everyone"],
    queryFn: () => request("GET", `${pathOf(organizationId)}/members?limit=1000`),
  });
}

/** Everyone, however many. */
export const readAllMembers = (organizationId: string): Promise<Member[]> =>
  requestAll<Member>(`${pathOf(organizationId)}/members`);

export function useMemberList(organizationId: string) {
  const filter = { limit: "50" };
  return usePages<Member>([...membersKey(organizationId), "pages"], `${pathOf(organizationId)}/members`, {
    filter,
  });
}

export function usePendingInvitations(organizationId: string) {
  return useQuery<PendingInvitation[]>({ queryKey: invitationsKey(organizationId) });
}

export function useInvite(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitation: InvitationCreate) =>
      request<Invitation>("POST", `${pathOf(organizationId)}/invitations`, invitation),
    onSuccess: () => readAgain(queryClient, invitationsKey(organizationId)),
  });
}

export function useRevokeInvitation(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: string) =>
      request("DELETE", `${pathOf(organizationId)}/invitations/${invitationId}`),
    onSuccess: async () => {
      toast({ title: "Invitation revoked", description: "The link no longer works." });
      await readAgain(queryClient, invitationsKey(organizationId));
    },
    onError: announceRefusal("Failed to revoke the invitation"),
  });
}

export function useChangeRole(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      request("PUT", `${pathOf(organizationId)}/members/${userId}`, { role }),
    onSuccess: async () => {
      toast({ title: "Role changed", description: "The new role applies immediately." });
      void readAgain(queryClient, membersKey(organizationId));
      await readAgain(queryClient, userKey);
    },
    onError: announceRefusal("Failed to change the role"),
  });
}

export function useRemoveMember(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => request("DELETE", `${pathOf(organizationId)}/members/${userId}`),
    onSuccess: async () => {
      toast({ title: "Member removed", description: "They no longer have access." });
      await readAgain(queryClient, membersKey(organizationId));
    },
    onError: announceRefusal("Failed to remove the member"),
  });
}

export function useLeave(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST", `${pathOf(organizationId)}/leave`),
    onSuccess: () => readAgain(queryClient, userKey),
    onError: announceRefusal("Failed to leave the organization"),
  });
}

export function useMayCreateOrganization() {
  return (
    useQuery<OrganizationCreation>({ queryKey: ["/api/organizations", "creation"] }).data?.allowed ?? false
  );
}

/** Makes an organization that the signed-in person owns. */
export function useCreateOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => request<OrganizationMembership>("POST", "/api/organizations", { name }),
    onSuccess: async () => {
      toast({ title: "Organization created", description: "You are its owner." });
      await readAgain(queryClient, userKey);
    },
  });
}

export function useRename(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => request<OrganizationMembership>("PUT", pathOf(organizationId), { name }),
    onSuccess: async () => {
      toast({ title: "Organization renamed", description: "All members see the new name." });
      await readAgain(queryClient, userKey);
    },
    onError: announceRefusal("Failed to rename the organization"),
  });
}

/** Joins the organization that the invitation is for; the signed-in person then belongs to it. */
export function useAcceptInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitation: string) => request<User>("POST", "/api/invitations/accept", { invitation }),
    onSuccess: (user) => queryClient.setQueryData(userKey, user),
  });
}
