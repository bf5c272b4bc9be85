import { useEffect, useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
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
import { paths, withInvitation } from "../../paths.ts";
import { takeRememberedPath } from "../../remembered-path.ts";
import { isUnauthorized, request } from "../../request.ts";
import { announceUnauthorized } from "../../unauthorized.ts";
import { saving } from "../../use-saving.ts";

/** Who is signed in. The reply is 401 if nobody is; the start page then shows the landing page. */
export const userQuery = queryOptions<User>({ queryKey: ["/api/auth/user"], meta: { anonymous: true } });

export type Authentication =
  | { state: "loading" }
  | { state: "signed-in"; user: User }
  | { state: "signed-out" }
  /** The request itself failed, so it is unknown. */
  | { state: "unknown"; retry: () => void };

export function useAuthentication(): Authentication {
  const { data, error, isPending, isFetching, refetch } = useQuery(userQuery);
  // After a 401 the data of the ended session no longer counts.
  if (data && !isUnauthorized(error)) return { state: "signed-in", user: data };
  if (isPending || (error && isFetching)) return { state: "loading" };
  if (isUnauthorized(error)) return { state: "signed-out" };
  return { state: "unknown", retry: () => void refetch() };
}

/** Leads people on who were already signed in when they opened this screen: to the product, or to their invitation. */
export function useLeadOn(invitation: string | null): void {
  const [, navigate] = useLocation();
  const { state } = useAuthentication();
  const [arrival, setArrival] = useState<Authentication["state"] | null>(null);
  if (arrival === null && state !== "loading") setArrival(state);
  useEffect(() => {
    if (arrival !== "signed-in") return;
    navigate(invitation ? withInvitation(paths.signUp, invitation) : takeRememberedPath(), { replace: true });
  }, [arrival, invitation, navigate]);
}

/** Leads people who are signed out to the sign-in, from screens that need one. */
export function useRedirectWhenSignedOut({ state }: Authentication, isNeeded = true): void {
  useEffect(() => {
    if (state === "signed-out" && isNeeded) announceUnauthorized();
  }, [state, isNeeded]);
}

/** Stores who has signed in, so that the product is shown. */
export function useEntry(): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    // Somebody else may have been signed in before: their data is removed.
    queryClient.clear();
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}

/** A form that signs in. The reply is the person, unless another step comes first. */
export function useEnter<Body, Reply extends object = User>(path: string) {
  const enter = useEntry();
  return useMutation({
    mutationFn: (body: Body) => request<User | Reply>("POST", path, body),
    meta: { anonymous: true },
    onSuccess: (reply) => {
      if ("id" in reply) enter(reply);
    },
  });
}

/** The reply may ask for a second factor first. */
export const useSignIn = () => useEnter<SignIn, SecondFactorRequired>("/api/auth/sign-in");

/** If the server sends mail, the person first confirms the address by a mailed link. */
export const useSignUp = () => useEnter<SignUp, SignUpPending>("/api/auth/sign-up");

export const useConfirmSignUp = () => useEnter<SignUpConfirmation>("/api/auth/sign-up/confirmations");

/** Confirms the address of the signed-in person. */
export const useConfirmEmail = saving<string>({
  send: (token) => ["POST", "/api/user/email-verification/confirmations", { token }],
  success: { title: "Email address confirmed" },
});

/** The ways to sign in on this server other than a password. */
export const signInMethodsQuery = queryOptions<SignInMethods>({
  queryKey: ["/api/auth/methods"],
  meta: { anonymous: true },
});

export const invitationQuery = (invitation: string | null) =>
  queryOptions<InvitationDetails>({
    queryKey: ["/api/invitations/lookup", invitation],
    queryFn: () => request("POST", "/api/invitations/lookup", { invitation }),
    enabled: invitation !== null,
    meta: { anonymous: true },
  });

/** Asks for a mailed link. The reply does not tell whether the account exists. */
export const useRequestReset = saving<string>({
  send: (email) => ["POST", "/api/auth/password-reset-requests", { email }],
  anonymous: true,
});

export const useResetPassword = saving<PasswordReset>({
  send: (reset) => ["POST", "/api/auth/password-resets", reset],
  anonymous: true,
});
