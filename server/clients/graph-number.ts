import { z } from "zod";
import type { GraphSender } from "./graph-api.ts";

/** Meta's reply about a number. */
export type NumberCheck =
  | { token: "accepted"; displayPhoneNumber: string | null }
  /** The token is not accepted, or not for this number. */
  | { token: "refused"; displayPhoneNumber: null }
  /** Meta could not be reached or did not answer as it should. */
  | { token: "unreachable"; displayPhoneNumber: null };

const checkTimeoutMs = 10_000;
const PhoneNumber = z.object({ display_phone_number: z.string().max(100).optional() });

/** Asks Meta for the number, which changes nothing and shows whether the token is valid for it. Never throws. */
export async function checkNumber(
  baseUrl: string,
  { phoneNumberId, accessToken }: GraphSender,
): Promise<NumberCheck> {
  try {
    const address = `${baseUrl}/${encodeURIComponent(phoneNumberId)}?fields=display_phone_number`;
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: "error",
      signal: AbortSignal.timeout(checkTimeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500) return { token: "unreachable", displayPhoneNumber: null };
    if (!response.ok) return { token: "refused", displayPhoneNumber: null };
    const { display_phone_number: displayPhoneNumber = null } = PhoneNumber.parse(JSON.parse(text));
    return { token: "accepted", displayPhoneNumber };
  } catch {
    return { token: "unreachable", displayPhoneNumber: null };
  }
}
