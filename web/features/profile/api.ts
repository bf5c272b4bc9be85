import { queryOptions } from "@tanstack/react-query";
import type {
  PasswordChange,
  ProfileUpdate,
  SignInState,
  SingleSignOnAddress,
} from "../../../contract/identity.ts";
import { sentenceOr } from "../../request.ts";
import { saving } from "../../use-saving.ts";

const profileSaved = { title: "Profile Updated", description: "Your changes have been saved." };

export const useUpdateProfile = saving<ProfileUpdate>({
  send: (profile) => ["PUT", "/api/user/profile", profile],
  success: profileSaved,
  failure: "Failed to update profile",
  reads: [["/api/auth/user"]],
});

/** Sets the profile picture (base64), or removes it if `data` is null. */
export const useChangePicture = saving<string | null>({
  send: (data) => (data === null ? ["DELETE", "/api/user/picture"] : ["PUT", "/api/user/picture", { data }]),
  success: profileSaved,
  failure: sentenceOr("Failed to update profile"),
  reads: [["/api/auth/user"]],
});

/** What the signed-in user can sign in with. */
export const signInStateQuery = queryOptions<SignInState>({ queryKey: ["/api/user/single-sign-on"] });

export const useChangePassword = saving<PasswordChange>({
  send: (change) => ["PUT", "/api/user/password", change],
  success: { title: "Password changed", description: "Your other sessions were signed out." },
  reads: [signInStateQuery.queryKey],
});

export const useSignOutElsewhere = saving({
  send: () => ["DELETE", "/api/user/sessions?which=others"],
  success: { title: "Signed out", description: "Your other sessions were signed out." },
  failure: "Failed to sign out other sessions",
  reads: [signInStateQuery.queryKey],
});

export const useConnectSingleSignOn = saving<void, SingleSignOnAddress>({
  send: () => ["POST", "/api/user/single-sign-on"],
});

export const useDisconnect = saving<string>({
  send: (connectionId) => ["DELETE", `/api/user/single-sign-on/${connectionId}`],
  success: { title: "Disconnected", description: "Your other sessions were signed out." },
  failure: sentenceOr("Failed to disconnect single sign-on"),
  reads: [signInStateQuery.queryKey],
});

/** Confirms by the password that this is still the same person. */
export const useReauthenticate = saving<string>({
  send: (password) => ["POST", "/api/user/reauthentication", { password }],
});

/** Sends an email with a link that confirms the address. */
export const useMailVerification = saving({
  send: () => ["POST", "/api/user/email-verification"],
  failure: sentenceOr("Failed to send the link"),
});
