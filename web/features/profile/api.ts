import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  PasswordChange,
  ProfileUpdate,
  SignInState,
  SingleSignOnAddress,
  User,
} from "../../../contract/identity.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (profile: ProfileUpdate) => request<User>("PUT", "/api/user/profile", profile),
    onSuccess: async () => {
      toast({ title: "Profile Updated", description: "Your changes have been saved." });
      await queryClient.invalidateQueries({ queryKey: ["/api/auth/user"] });
    },
    onError: (error) => announceFailure(error, "Failed to update profile"),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: PasswordChange) => request("PUT", "/api/user/password", change),
    onSuccess: () => toast({ title: "Password Changed", description: "You are signed out everywhere else." }),
  });
}

export function useSignOutElsewhere() {
  return useMutation({
    mutationFn: () => request("DELETE", "/api/user/sessions?which=others"),
    onSuccess: () => toast({ title: "Signed Out", description: "You are signed out everywhere else." }),
    onError: (error) => announceFailure(error, "Failed to sign out elsewhere"),
  });
}

/** What the signed-in user can sign in with. */
export const signInStateQuery = queryOptions<SignInState>({ queryKey: ["/api/user/single-sign-on"] });

/** Goes to the provider, which leads back to the settings. */
export function useConnectSingleSignOn() {
  return useMutation({
    mutationFn: () => request<SingleSignOnAddress>("POST", "/api/user/single-sign-on"),
    onSuccess: ({ address }) => window.location.assign(address),
    onError: (error) => announceFailure(error, "Failed to reach single sign-on"),
  });
}
