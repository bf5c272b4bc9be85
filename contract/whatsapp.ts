import { z } from "zod";
import { Id, Line, lineUpTo, keyIn, Timestamp } from "./common.ts";

/** Sent in headers, so visible ASCII only. `what` is the subject of its error messages. */
const secret = (what: string) =>
  Line.min(1, `${what} is missing.`)
    .max(2000, `${what} is too long.`)
    .regex(/^[\x21-\x7e]*$/, `${what} can't contain spaces or special characters.`);

export const WhatsappIntegrationCreate = z.object({
  businessName: lineUpTo(200, "the name of the business").min(1, "Enter the name of the business."),
  /** Becomes part of a Meta URL, so it must not contain anything that changes the path. */
  phoneNumberId: Line.regex(
    /^[A-Za-z0-9_-]{1,64}$/,
    "This isn't a phone number ID. Copy the ID (digits only) from Meta; it isn't the phone number.",
  ),
  accessToken: secret("The access token"),
  webhookVerifyToken: secret("The webhook verify token"),
  /** The Meta app's secret; absent: the installation's. */
  appSecret: secret("The app secret").optional(),
});
export type WhatsappIntegrationCreate = z.infer<typeof WhatsappIntegrationCreate>;

/** Absent fields stay unchanged. */
export const WhatsappIntegrationUpdate = WhatsappIntegrationCreate.extend({
  appSecret: WhatsappIntegrationCreate.shape.appSecret.unwrap().nullable(),
  isActive: z.boolean(),
}).partial();
export type WhatsappIntegrationUpdate = z.infer<typeof WhatsappIntegrationUpdate>;

/** Why nothing can be sent or received until the settings are corrected: what happened, and what to do about it. */
export const whatsappProblemMessage = {
  token_refused: "Meta no longer accepts the access token. Create a new one and enter it here.",
  permission_missing:
    "The access token isn't allowed to send messages for this number. In Meta, give it the whatsapp_business_messaging permission, then save it here again.",
  secrets_unreadable:
    "The saved secrets can no longer be read. Enter the access token and the verify token again.",
  app_secret_missing: "You can't receive messages yet. Add the app secret from your Meta app.",
};
export const WhatsappProblem = keyIn(whatsappProblemMessage);
export type WhatsappProblem = z.infer<typeof WhatsappProblem>;

export const WhatsappIntegration = z.object({
  id: Id,
  businessName: z.string(),
  phoneNumberId: z.string(),
  /** Masked. */
  accessToken: z.string(),
  /** The token to enter in Meta, in lists for those who may change it; masked everywhere else. */
  webhookVerifyToken: z.string(),
  /** Masked; null when the integration uses the installation's. */
  appSecret: z.string().nullable(),
  isActive: z.boolean(),
  problem: z.object({ code: WhatsappProblem, message: z.string() }).nullable(),
  /** The URL to enter in Meta. */
  webhookUrl: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type WhatsappIntegration = z.infer<typeof WhatsappIntegration>;

/** POST …/whatsapp/{integrationId}/test: checks the settings of the number. Nothing is sent to customers. */
export const WhatsappTest = z.object({
  /** Whether Meta accepts the access token for this number; `unreadable`: the stored token cannot be decrypted. */
  token: z.enum(["accepted", "refused", "unreachable", "unreadable"]),
  /** The number as Meta shows it; null if Meta didn't return it. */
  displayPhoneNumber: z.string().nullable(),
  /** Without one, deliveries cannot be verified and are refused. */
  hasAppSecret: z.boolean(),
  /** When the last message of a customer arrived at this number. */
  lastMessageAt: Timestamp.nullable(),
});
export type WhatsappTest = z.infer<typeof WhatsappTest>;

/** The query string by which Meta verifies that the webhook's address is ours. */
export const WhatsappVerification = z.object({
  "hub.mode": z.string().max(100).optional(),
  "hub.challenge": z.string().max(1000).optional(),
  "hub.verify_token": z.string().max(2000).optional(),
});

/** The largest delivery from Meta, in bytes: 3 MB. */
export const maxWhatsappEventBytes = 3 * 1024 * 1024;
