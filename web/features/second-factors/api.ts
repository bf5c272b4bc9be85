import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { User } from "../../../contract/identity.ts";
import type {
  OrganizationSecurityState,
  RecoveryCodes,
  SecondFactors,
  TotpSecret,
} from "../../../contract/second-factors.ts";
import { request, RequestError } from "../../request.ts";
import { userQuery } from "../auth/api.ts";

/** What the signed-in person has beside their password. */
export const secondFactorsQuery = queryOptions<SecondFactors>({ queryKey: ["/api/user/second-factors"] });

function useRefetchSecondFactors(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
}

/**
 * To be called when the person is done: organizations may have opened or shut, and the page that shows recovery
 * codes must not go before they are read.
 */
export function useRefetchUser(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
}

export function useBeginTotp() {
  return useMutation({ mutationFn: () => request<TotpSecret>("POST", "/api/user/totp") });
}

export function useConfirmTotp() {
  const refetch = useRefetchSecondFactors();
  return useMutation({
    mutationFn: (code: string) => request<RecoveryCodes>("POST", "/api/user/totp/confirmations", { code }),
    onSuccess: refetch,
  });
}

/** Has the browser make a passkey and adds it. */
export function useAddPasskey() {
  const refetch = useRefetchSecondFactors();
  return useMutation({
    async mutationFn(name: string) {
      const options = await request<Record<string, unknown>>("POST", "/api/user/passkeys/options");
      const { startRegistration } = await import("@simplewebauthn/browser");
      const response = await startRegistration({ optionsJSON: options as never });
      return request<RecoveryCodes>("POST", "/api/user/passkeys", { name, response });
    },
    onSuccess: refetch,
  });
}

/** `path` is that of the authenticator app or of one passkey. */
export function useRemoveFactor() {
  const refetch = useRefetchSecondFactors();
  return useMutation({
    mutationFn: (path: string) => request("DELETE", path),
    onSuccess: refetch,
  });
}

export function useRenewRecoveryCodes() {
  const refetch = useRefetchSecondFactors();
  return useMutation({
    mutationFn: () => request<RecoveryCodes>("POST", "/api/user/recovery-codes"),
    onSuccess: refetch,
  });
}

/** Has the browser prove that it has a passkey. */
export async function signInByPasskey(): Promise<User> {
  const options = await request<Record<string, unknown>>("POST", "/api/auth/passkeys/options");
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const response = await startAuthentication({ optionsJSON: options as never });
  return request<User>("POST", "/api/auth/passkeys", { response });
}

/** What to tell a person whose passkey was not made or used: browsers say no more than that it failed. */
export function passkeyProblem(error: Error): string {
  if (error instanceof RequestError) return error.sentence ?? "Something went wrong. Try again in a moment.";
  if (error.name === "InvalidStateError") return "This device already has a passkey for your account.";
  return "Your browser didn't finish. Try again.";
}

const securityKey = (organizationId: string) => ["/api/organizations", organizationId, "security"];

/** Whether the organization asks its members for a second factor. */
export const securityQuery = (organizationId: string) =>
  queryOptions<OrganizationSecurityState>({ queryKey: securityKey(organizationId) });

export function useRequireSecondFactor(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (requireSecondFactor: boolean) =>
      request<OrganizationSecurityState>("PUT", `/api/organizations/${organizationId}/security`, {
        requireSecondFactor,
      }),
    onSuccess: (state) => queryClient.setQueryData(securityKey(organizationId), state),
  });
}
