import { z } from "zod";
import { Id, Line, Timestamp } from "./common.ts";

/** Six digits of an authenticator app, or a recovery code. */
export const SecondFactorCode = z.object({
  code: z.string().trim().min(6, "Enter the code.").max(40, "This code is too long."),
});

/** The password was right; one of these second factors comes next. */
export const SecondFactorRequired = z.object({
  status: z.literal("second_factor"),
  methods: z.array(z.enum(["totp", "passkey", "recovery_code"])),
});
export type SecondFactorRequired = z.infer<typeof SecondFactorRequired>;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});

export const SecondFactors = z.object({
  hasTotp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** For an authenticator app: the secret to type, and the address for a QR code. */
export const TotpSecret = z.object({ secret: z.string(), address: z.string() });
export type TotpSecret = z.infer<typeof TotpSecret>;

/** Shown once; null when the user has some already. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const Base64Url = z.base64url().min(1).max(20_000);

/** A browser's reply when it uses a passkey. */
const credential = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal("public-key"),
    response: z.object({ clientDataJSON: Base64Url, ...response }),
    clientExtensionResults: z.record(z.string(), z.unknown()),
  });

/** A browser's reply after creating a passkey. */
export const PasskeyCreate = z.object({
  name: Line.min(1, "Enter a name for the passkey.").max(100),
  response: credential({
    attestationObject: Base64Url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type PasskeyCreate = z.infer<typeof PasskeyCreate>;

/** A browser's reply that proves possession of a passkey. */
export const PasskeySignIn = z.object({
  response: credential({
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
});
export type PasskeySignIn = z.infer<typeof PasskeySignIn>;

/** Options for the browser's `navigator.credentials`, as WebAuthn has them in JSON. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });

export const OrganizationSecurity = z.object({ requireSecondFactor: z.boolean() });

/** `membersWithout`: members who have neither an authenticator app nor a passkey nor single sign-on. */
export const OrganizationSecurityState = OrganizationSecurity.extend({ membersWithout: z.number().int() });
export type OrganizationSecurityState = z.infer<typeof OrganizationSecurityState>;
