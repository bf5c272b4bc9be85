import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  EmailConfirmation,
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
import { isUnauthorized, request } from "../../request.ts";

/** Who is signed in. Answers 401 when nobody is, which the start page takes for "show the landing page". */
export const userQuery = queryOptions<User>({
  queryKey: ["/api/auth/user"],
  meta: { anonymous: true },
});

export type Authentication =
  | { state: "loading" }
  | { state: "signed-in"; user: User }
  | { state: "signed-out" }
  /** The lookup itself failed, so nobody knows. */
  | { state: "unknown"; retry: () => void };

export function useAuthentication(): Authentication {
  const { data, error, isPending, isFetching, refetch } = useQuery(userQuery);
  // What was known before a session ended is not true any more.
  if (data && !isUnauthorized(error)) return { state: "signed-in", user: data };
  if (isPending || (error && isFetching)) return { state: "loading" };
  if (isUnauthorized(error)) return { state: "signed-out" };
  return { state: "unknown", retry: () => void refetch() };
}

/** Shows the product to whoever was let in. */
export function useEntry(): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    // Another person may have been here before: nothing of theirs stays.
    queryClient.clear();
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}

/** Lets in whoever the server answers with; nobody yet where something else has to be done first. */
function useEnter<Body, Reply extends object = User>(path: string) {
  const enter = useEntry();
  return useMutation({
    mutationFn: (body: Body) => request<User | Reply>("POST", path, body),
    meta: { anonymous: true },
    onSuccess: (reply) => {
      if ("id" in reply) enter(reply);
    },
  });
}

/** Nobody is signed in yet where a second factor is asked for. */
export const useSignIn = () => useEnter<SignIn, SecondFactorRequired>("/api/auth/sign-in");

/** Where mail is set up nobody is signed in yet: the link in the mail does that. */
export const useSignUp = () => useEnter<SignUp, SignUpPending>("/api/auth/sign-up");

export const useConfirmSignUp = () => useEnter<SignUpConfirmation>("/api/auth/sign-up/confirmations");

/** Confirms the address of the signed-in person. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: (confirmation: EmailConfirmation) =>
      request("POST", "/api/user/email-verification/confirmations", confirmation),
  });
}

/** How people may sign in here beside a password. */
export const signInMethodsQuery = queryOptions<SignInMethods>({
  queryKey: ["/api/auth/methods"],
  meta: { anonymous: true },
});

/** What the link of an invitation is to. */
export const invitationQuery = (invitation: string | null) =>
  queryOptions<InvitationDetails>({
    queryKey: ["/api/invitations/lookup", invitation],
    queryFn: () => request("POST", "/api/invitations/lookup", { invitation }),
    enabled: invitation !== null,
    meta: { anonymous: true },
  });

/** Asks for a mail with a link; the answer is the same whether or not there is such an account. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => request("POST", "/api/auth/password-reset-requests", { email }),
    meta: { anonymous: true },
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (reset: PasswordReset) => request("POST", "/api/auth/password-resets", reset),
    meta: { anonymous: true },
  });
}
