import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { User } from "../../../contract/identity.ts";
import type {
  OrganizationSecurityState,
  RecoveryCodes,
  SecondFactors,
  TotpSecret,
} from "../../../contract/second-factors.ts";
import { request, RequestError, sentenceOr } from "../../request.ts";
import { useOrganizationQuery } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";
import { userQuery } from "../auth/api.ts";

/** The second factors of the signed-in person. */
export const secondFactorsQuery = queryOptions<SecondFactors>({ queryKey: ["/api/user/second-factors"] });

const reads = [secondFactorsQuery.queryKey];

/**
 * To be called when the person is done, and not before the recovery codes are shown: it can open or close
 * organizations, which replaces the page.
 */
export function useRefetchUser(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
}

export const useBeginTotp = saving<void, TotpSecret>({ send: () => ["POST", "/api/user/totp"] });

export const useConfirmTotp = saving<string, RecoveryCodes>({
  send: (code) => ["POST", "/api/user/totp/confirmations", { code }],
  success: { title: "Authenticator app added", description: "Other sessions were signed out." },
  reads,
});

/** Creates a passkey in the browser and adds it to the account. */
export const useAddPasskey = saving<string, RecoveryCodes>({
  send: (name) => ["POST", "/api/user/passkeys", () => createPasskey(name)],
  success: { title: "Passkey added", description: "Other sessions were signed out." },
  reads,
});

async function createPasskey(name: string) {
  const options = await request<Record<string, unknown>>("POST", "/api/user/passkeys/options");
  const { startRegistration } = await import("@simplewebauthn/browser");
  return { name, response: await startRegistration({ optionsJSON: options as never }) };
}

/** Removes a second factor; `path` is the API address of the authenticator app or of a passkey. */
export const useRemoveFactor = saving<string>({
  send: (path) => ["DELETE", path],
  reads: [...reads, userQuery.queryKey],
});

export const useRenewRecoveryCodes = saving<void, RecoveryCodes>({
  send: () => ["POST", "/api/user/recovery-codes"],
  reads,
});

/** Signs in with a passkey. */
export async function signInByPasskey(): Promise<User> {
  const options = await request<Record<string, unknown>>("POST", "/api/auth/passkeys/options");
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const response = await startAuthentication({ optionsJSON: options as never });
  return request<User>("POST", "/api/auth/passkeys", { response });
}

/** What to tell the person when a passkey failed. Browsers do not say why. */
export function passkeyProblem(error: Error): string {
  if (error instanceof RequestError) return error.sentence ?? "Something went wrong. Try again in a moment.";
  if (error.name === "InvalidStateError") return "This device already has a passkey for your account.";
  return "Your browser didn't finish. Try again.";
}

/** Whether the organization requires a second factor of its members. */
export const useSecurity = () => useOrganizationQuery<OrganizationSecurityState>(["security"]);

export const useRequireSecondFactor = saving<boolean>({
  send: (requireSecondFactor) => ["PUT", "security", { requireSecondFactor }],
  failure: sentenceOr("Failed to change two-step verification"),
});
