import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PasswordReset, SignIn, SignInMethods, SignUp, User } from "../../../contract/identity.ts";
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

function useEnter<Body>(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request<User>("POST", path, body),
    meta: { anonymous: true },
    onSuccess: (user) => {
      // Another person may have been here before: nothing of theirs stays.
      queryClient.clear();
      queryClient.setQueryData(userQuery.queryKey, user);
    },
  });
}

export const useSignIn = () => useEnter<SignIn>("/api/auth/sign-in");
export const useSignUp = () => useEnter<SignUp>("/api/auth/sign-up");

/** How people may sign in here beside a password. */
export const signInMethodsQuery = queryOptions<SignInMethods>({
  queryKey: ["/api/auth/methods"],
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
