import { useQuery } from "@tanstack/react-query";
import type {
  PasswordChange,
  ProfileUpdate,
  SignInState,
  SingleSignOnAddress,
} from "../../../contract/identity.ts";
import { serverMessage, serverMessageOr } from "../../request.ts";
import { apiMutation } from "../../organization-api.ts";

const profileSaved = { title: "Profile Updated", description: "Your changes have been saved." };

export const useUpdateProfile = apiMutation<ProfileUpdate>({
  send: (profile) => ["PUT", "/api/user/profile", profile],
  success: profileSaved,
  failure: "Failed to update profile",
  refetches: [["/api/auth/user"]],
});

/** Sets the profile picture that a function reads (base64), or removes it if there is no function. */
export const useChangePicture = apiMutation<(() => Promise<{ data: string }>) | null>({
  send: (read) => (read ? ["PUT", "/api/user/picture", read] : ["DELETE", "/api/user/picture"]),
  success: profileSaved,
  // The form itself says when a file is not a picture.
  failure: (error) =>
    error instanceof DOMException ? null : serverMessage(error) || "Failed to update profile",
  refetches: [["/api/auth/user"]],
});

const signInStateKey = ["/api/user/single-sign-on"];

/** The ways in which the signed-in user can sign in. */
export const useSignInState = () => useQuery<SignInState>({ queryKey: signInStateKey });

export const useChangePassword = apiMutation<PasswordChange>({
  send: (change) => ["PUT", "/api/user/password", change],
  success: { title: "Password changed", description: "Your other sessions were signed out." },
  refetches: [signInStateKey],
});

export const useSignOutElsewhere = apiMutation({
  send: () => ["DELETE", "/api/user/sessions?which=others"],
  success: { title: "Signed out", description: "Your other sessions were signed out." },
  failure: "Failed to sign out other sessions",
  refetches: [signInStateKey],
});

export const useConnectSingleSignOn = apiMutation<void, SingleSignOnAddress>({
  send: () => ["POST", "/api/user/single-sign-on"],
});

export const useDisconnect = apiMutation<string>({
  send: (connectionId) => ["DELETE", `/api/user/single-sign-on/${connectionId}`],
  success: { title: "Disconnected", description: "Your other sessions were signed out." },
  failure: serverMessageOr("Failed to disconnect single sign-on"),
  refetches: [signInStateKey],
});

export const useReauthenticate = apiMutation<string>({
  send: (password) => ["POST", "/api/user/reauthentication", { password }],
});

export const useDeleteAccount = apiMutation<string>({
  send: (email) => ["DELETE", "/api/user", { email }],
  refetches: [],
});

export const useMailVerification = apiMutation({
  send: () => ["POST", "/api/user/email-verification"],
  failure: serverMessageOr("Failed to send the link"),
});
