import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Invitation, InvitationCreate, Member, User } from "../../../contract/identity.ts";
import { request } from "../../request.ts";

export function useMembers(organizationId: string) {
  return useQuery<Member[]>({ queryKey: ["/api/organizations", organizationId, "members"] });
}

export function useInvite(organizationId: string) {
  return useMutation({
    mutationFn: (invitation: InvitationCreate) =>
      request<Invitation>("POST", `/api/organizations/${organizationId}/invitations`, invitation),
  });
}

/** Joins the organization that the invitation is for; the signed-in person then belongs to it. */
export function useAcceptInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitation: string) => request<User>("POST", "/api/invitations/accept", { invitation }),
    onSuccess: (user) => queryClient.setQueryData(["/api/auth/user"], user),
  });
}
