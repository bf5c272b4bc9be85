import { z } from "zod";
import type { WhatsappTest } from "../../contract/whatsapp.ts";
import { parseJson } from "../parse-json.ts";
import { parseRetryAfter } from "./model-server.ts";

export interface GraphSender {
  phoneNumberId: string;
  accessToken: string;
}

/** The outcome of a call. Only `refused` and `unreached` guarantee that nothing was sent. */
export type GraphOutcome =
  | { kind: "accepted"; wamid: string }
  /** Meta refused; `code` is null if its reply had none. */
  | { kind: "refused"; httpStatus: number; code: number | null; retryAfterSeconds: number | null }
  /** No connection was established. */
  | { kind: "unreached"; reason: string }
  /** The request was sent but no usable reply came: the message may have been sent. */
  | { kind: "unknown"; reason: string };

const Accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(512) })).min(1) });
const Done = z.object({ success: z.literal(true) });
export const Refused = z.object({ error: z.object({ code: z.int() }) });

/** Sends a message, read receipt or typing indicator to WhatsApp at `baseUrl`, with its version. Never throws. */
export async function postToGraph(baseUrl: string, sender: GraphSender, body: object, timeoutMs = 20_000) {
  const { phoneNumberId, accessToken } = sender;
  try {
    const response = await fetch(`${baseUrl}/${encodeURIComponent(phoneNumberId)}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return read(response, parseJson(await response.text()));
  } catch (error) {
    return failure(error);
  }
}

function read(response: Response, body: unknown): GraphOutcome {
  const { status: httpStatus } = response;
  const refused = Refused.safeParse(body);
  if (response.ok && !refused.success) {
    const accepted = Accepted.safeParse(body);
    if (accepted.success) return { kind: "accepted", wamid: accepted.data.messages[0]?.id ?? "" };
    if (Done.safeParse(body).success) return { kind: "accepted", wamid: "" };
    return { kind: "unknown", reason: "the reply could not be read" };
  }
  const code = refused.success ? refused.data.error.code : null;
  // A gateway lost its upstream, so the outcome is unknown.
  if (code === null && (httpStatus === 502 || httpStatus === 504))
    return { kind: "unknown", reason: `a gateway answered ${httpStatus}` };
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"));
  const retryAfterSeconds = retryAfter === null ? null : Math.min(retryAfter / 1000, 3600);
  return { kind: "refused", httpStatus, code, retryAfterSeconds };
}

/** Error codes of failures before the first byte of the request was sent. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.+|ERR_SSL_.+)$/;

function failure(error: unknown): GraphOutcome {
  const codes = causes(error).map((cause) => (cause as { code?: string }).code ?? "");
  const reason = codes.find((code) => code !== "") ?? (error instanceof Error ? error.name : "unknown");
  return codes.some((code) => beforeSending.test(code))
    ? { kind: "unreached", reason }
    : { kind: "unknown", reason };
}

/** An error and its causes. Connecting to several addresses fails with one error each; the first is enough. */
function causes(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const among = error instanceof AggregateError ? error.errors.slice(0, 1) : [];
  return [error, ...among.flatMap(causes), ...causes(error.cause)];
}

const checkTimeoutMs = 10_000;
const PhoneNumber = z.object({ display_phone_number: z.string().max(100).optional() });

/** Reads the number at Meta: is the token valid for it? Without a usable reply Meta is `unreachable`. Never throws. */
export async function checkNumber(
  baseUrl: string,
  { phoneNumberId, accessToken }: GraphSender,
): Promise<Pick<WhatsappTest, "token" | "displayPhoneNumber">> {
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
