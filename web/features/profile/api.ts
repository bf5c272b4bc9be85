import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  PasswordChange,
  ProfileUpdate,
  SignInState,
  SingleSignOnAddress,
  User,
} from "../../../contract/identity.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request, RequestError } from "../../request.ts";
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

/** Sets the profile picture, or removes it where `data` is null. */
export function useChangePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (data: string | null) =>
      data === null
        ? request<User>("DELETE", "/api/user/picture")
        : request<User>("PUT", "/api/user/picture", { data }),
    onSuccess: async () => {
      toast({ title: "Profile Updated", description: "Your changes have been saved." });
      await queryClient.invalidateQueries({ queryKey: ["/api/auth/user"] });
    },
    onError: (error) => announceFailure(error, sentenceOf(error) ?? "Failed to update profile"),
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: PasswordChange) => request("PUT", "/api/user/password", change),
    onSuccess: async () => {
      toast({ title: "Password changed", description: "Your other sessions were signed out." });
      await queryClient.invalidateQueries({ queryKey: signInStateQuery.queryKey });
    },
  });
}

export function useSignOutElsewhere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("DELETE", "/api/user/sessions?which=others"),
    onSuccess: async () => {
      toast({ title: "Signed out", description: "Your other sessions were signed out." });
      await queryClient.invalidateQueries({ queryKey: signInStateQuery.queryKey });
    },
    onError: (error) => announceFailure(error, "Failed to sign out other sessions"),
  });
}

/** What the signed-in user can sign in with. */
export const signInStateQuery = queryOptions<SignInState>({ queryKey: ["/api/user/single-sign-on"] });

/** Goes to the provider, which leads back to the settings. */
export function useConnectSingleSignOn() {
  return useMutation({
    mutationFn: () => request<SingleSignOnAddress>("POST", "/api/user/single-sign-on"),
    onSuccess: ({ address }) => window.location.assign(address),
  });
}

export const announceConnectFailure = (error: Error): void =>
  announceFailure(error, sentenceOf(error) ?? "Can't reach single sign-on");

export function useDisconnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (connectionId: string) => request("DELETE", `/api/user/single-sign-on/${connectionId}`),
    onSuccess: async () => {
      toast({ title: "Disconnected", description: "Your other sessions were signed out." });
      await queryClient.invalidateQueries({ queryKey: signInStateQuery.queryKey });
    },
    onError: (error) => announceFailure(error, sentenceOf(error) ?? "Failed to disconnect single sign-on"),
  });
}

/** Proves with the password that it is still the same person. */
export function useReauthenticate() {
  return useMutation({
    mutationFn: (password: string) => request("POST", "/api/user/reauthentication", { password }),
  });
}

/** Mails a link that confirms the address of the account. */
export function useMailVerification() {
  return useMutation({
    mutationFn: () => request("POST", "/api/user/email-verification"),
    onError: (error) => announceFailure(error, sentenceOf(error) ?? "Failed to send the link"),
  });
}

const sentenceOf = (error: Error): string | null => (error instanceof RequestError ? error.sentence : null);
