import { queryOptions } from "@tanstack/react-query";
import type {
  OrganizationSecurityState,
  RecoveryCodes,
  SecondFactors,
  TotpSecret,
} from "../../../contract/second-factors.ts";
import { request, RequestError, serverMessageOr } from "../../request.ts";
import { apiMutation, useOrganizationQuery } from "../../organization-api.ts";
import { userQuery } from "../auth/api.ts";

export const secondFactorsQuery = queryOptions<SecondFactors>({ queryKey: ["/api/user/second-factors"] });

const refetches = [secondFactorsQuery.queryKey];

export const useBeginTotp = apiMutation<void, TotpSecret>({ send: () => ["POST", "/api/user/totp"] });

export const useConfirmTotp = apiMutation<string, RecoveryCodes>({
  send: (code) => ["POST", "/api/user/totp/confirmations", { code }],
  success: { title: "Authenticator app added", description: "Other sessions were signed out." },
  refetches,
});

export const useAddPasskey = apiMutation<string, RecoveryCodes>({
  send: (name) => ["POST", "/api/user/passkeys", () => createPasskey(name)],
  success: { title: "Passkey added", description: "Other sessions were signed out." },
  refetches,
});

async function createPasskey(name: string) {
  const options = await request<Record<string, unknown>>("POST", "/api/user/passkeys/options");
  const { startRegistration } = await import("@simplewebauthn/browser");
  return { name, response: await startRegistration({ optionsJSON: options as never }) };
}

/** Removes a second factor; `path` is the API address of the authenticator app or of a passkey. */
export const useRemoveFactor = apiMutation<string>({
  send: (path) => ["DELETE", path],
  refetches: [...refetches, userQuery.queryKey],
});

export const useRenewRecoveryCodes = apiMutation<void, RecoveryCodes>({
  send: () => ["POST", "/api/user/recovery-codes"],
  refetches,
});

/** Asks the browser for a passkey, whose response signs in. */
export async function askForPasskey() {
  const options = await request<Record<string, unknown>>("POST", "/api/auth/passkeys/options");
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return { response: await startAuthentication({ optionsJSON: options as never }) };
}

/** The message to show when a passkey failed. Browsers do not reveal the reason. */
export function passkeyProblem(error: Error): string {
  if (error instanceof RequestError)
    return error.serverMessage ?? "Something went wrong. Try again in a moment.";
  if (error.name === "InvalidStateError") return "This device already has a passkey for your account.";
  return "Your browser didn't complete the request. Try again.";
}

export const useSecurity = () => useOrganizationQuery<OrganizationSecurityState>(["security"]);

export const useRequireSecondFactor = apiMutation<boolean>({
  send: (requireSecondFactor) => ["PUT", "security", { requireSecondFactor }],
  failure: serverMessageOr("Failed to change two-step verification"),
});
