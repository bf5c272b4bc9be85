import { useEffect, useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { paths } from "../../../contract/screens.ts";
import type {
  InvitationDetails,
  PasswordReset,
  SignIn,
  SignInMethods,
  SignUp,
  SignUpConfirmation,
  SignUpPending,
  User,
} from "../../../contract/identity.ts";
import type { SecondFactorRequired } from "../../../contract/second-factors.ts";
import { withInvitation } from "../../paths.ts";
import { takeRememberedPath } from "../../remembered-path.ts";
import { isUnauthorized, request } from "../../request.ts";
import { announceUnauthorized } from "../../unauthorized.ts";
import { apiMutation } from "../../organization-api.ts";

/** The signed-in user. The reply is 401 if no one is signed in, and the start page then shows the landing page. */
export const userQuery = queryOptions<User>({ queryKey: ["/api/auth/user"], meta: { anonymous: true } });

export type Authentication =
  | { state: "loading" }
  | { state: "signed-in"; user: User }
  | { state: "signed-out" }
  /** The request failed, so it is unknown whether anyone is signed in. */
  | { state: "unknown"; retry: () => void };

export function useAuthentication(): Authentication {
  const { data, error, isPending, isFetching, refetch } = useQuery(userQuery);
  // After a 401 the cached data belongs to a session that has ended.
  if (data && !isUnauthorized(error)) return { state: "signed-in", user: data };
  if (isPending || (error && isFetching)) return { state: "loading" };
  if (isUnauthorized(error)) return { state: "signed-out" };
  return { state: "unknown", retry: () => void refetch() };
}

/** Redirects people who were already signed in when they opened this screen: to the product or to their invitation. */
export function useRedirectWhenSignedIn(invitation: string | null): void {
  const [, navigate] = useLocation();
  const { state } = useAuthentication();
  const [arrival, setArrival] = useState<Authentication["state"] | null>(null);
  if (arrival === null && state !== "loading") setArrival(state);
  useEffect(() => {
    if (arrival !== "signed-in") return;
    navigate(invitation ? withInvitation(paths.signUp, invitation) : takeRememberedPath(), { replace: true });
  }, [arrival, invitation, navigate]);
}

export function useRedirectWhenSignedOut({ state }: Authentication, isNeeded = true): void {
  useEffect(() => {
    if (state === "signed-out" && isNeeded) announceUnauthorized();
  }, [state, isNeeded]);
}

/** Signs in. The reply is the user, who is cached so that the product is shown, unless another step is required first. */
export function useSignInMutation<Body, Reply extends object = User>(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) =>
      request<User | Reply>("POST", path, typeof body === "function" ? await body() : body),
    meta: { anonymous: true },
    onSuccess: (reply) => {
      if (!("id" in reply)) return;
      // Another user may have been signed in before, so their data is removed.
      queryClient.clear();
      queryClient.setQueryData(userQuery.queryKey, reply);
    },
  });
}

export const useSignIn = () => useSignInMutation<SignIn, SecondFactorRequired>("/api/auth/sign-in");

/** If the server sends mail, the person must first confirm the address through an emailed link. */
export const useSignUp = () => useSignInMutation<SignUp, SignUpPending>("/api/auth/sign-up");

export const useConfirmSignUp = () =>
  useSignInMutation<SignUpConfirmation>("/api/auth/sign-up/confirmations");

export const useConfirmEmail = apiMutation<string>({
  send: (token) => ["POST", "/api/user/email-verification/confirmations", { token }],
  success: { title: "Email address confirmed" },
});

/** The ways to sign in on this server other than a password. */
export const useSignInMethods = () => useQuery<SignInMethods>({ queryKey: ["/api/auth/methods"] });

export const useInvitation = (invitation: string) =>
  useQuery<InvitationDetails>({
    queryKey: ["/api/invitations/lookup", invitation],
    queryFn: () => request("POST", "/api/invitations/lookup", { invitation }),
  });

/** Requests a reset link by email. The reply does not reveal whether the account exists. */
export const useRequestReset = apiMutation<string>({
  send: (email) => ["POST", "/api/auth/password-reset-requests", { email }],
});

export const useResetPassword = apiMutation<PasswordReset>({
  send: (reset) => ["POST", "/api/auth/password-resets", reset],
});
