import { isIP } from "node:net";
import type { PasskeyCreate, PasskeySignIn } from "../../../contract/second-factors.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { findRows, insertIfNew, lockRow, updateRows } from "../../database/rows.ts";
import { badRequest, denied, type AppError } from "../../errors.ts";

/** The user whose password was right, and the account's `access_epoch` at that time. */
export interface PasswordProof {
  userId: string;
  accessEpoch: number;
}

/** Loaded when the first passkey is made or used. */
const webauthn = () => import("@simplewebauthn/server");

/** COSE ids of EdDSA, ES256 and RS256, which authenticators support. */
const algorithms = [-8, -7, -257];

/** The site that passkeys are made for, and its name for browsers. */
const siteOf = ({ publicUrl }: Pick<Config, "publicUrl">) => {
  const { hostname, origin } = new URL(publicUrl);
  return { expectedRPID: hostname, expectedOrigin: origin };
};

/** Browsers create passkeys only for host names, not IP addresses, and only over https or for localhost. */
export function offersPasskeys({ publicUrl }: Pick<Config, "publicUrl">): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) > 0) return false;
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}

/** The options with which a browser creates a passkey. */
export async function creationOptions(
  { db, config }: Pick<Context, "db" | "config">,
  user: { id: string; email: string },
) {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID: siteOf(config).expectedRPID,
    rpName: "Sizana",
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: await credentialsOf(db, user.id),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/** Adds the passkey that a browser created. Throws passkey_invalid. */
export async function addPasskey(
  trx: Transaction,
  config: Config,
  { userId, challenge, created }: { userId: string; challenge: string; created: PasskeyCreate },
): Promise<void> {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: created.response as never,
    expectedChallenge: challenge,
    ...siteOf(config),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (verified?.registrationInfo === undefined) throw passkeyInvalid();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const row = {
    user_id: userId,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: created.response.response.transports ?? [],
    name: created.name,
  };
  if (!(await insertIfNew(trx, "passkeys", row))) throw passkeyInvalid();
}

/** The options with which a browser signs in: by one of this user's passkeys, or by any of this site's. */
export async function requestOptions({ db, config }: Pick<Context, "db" | "config">, userId: string | null) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(config).expectedRPID,
    userVerification: "required",
    allowCredentials: userId === null ? [] : await credentialsOf(db, userId),
  });
  return { ...options };
}

/**
 * Returns the account whose passkey the browser proved to have. `passwordOf` is the user whose password was right just
 * before, if any. Throws passkey_invalid, and password_required for a passkey that also needs the current password.
 */
export async function usePasskey(
  trx: Transaction,
  config: Config,
  given: { challenge: string; assertion: PasskeySignIn; passwordOf: PasswordProof | null },
): Promise<{ id: string; access_epoch: number }> {
  const { challenge, assertion, passwordOf } = given;
  // The account is locked first, as in every change to it.
  const account = await trx
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "user_id")
    .select(["users.id", "access_epoch"])
    .where("credential_id", "=", assertion.response.id)
    .forShare("users")
    .executeTakeFirstOrThrow(passkeyInvalid);
  const columns = ["id", "credential_id", "public_key", "counter", "needs_password"] as const;
  const passkey = await lockRow(trx, "passkeys", { credential_id: assertion.response.id }, columns);
  if (passkey === undefined || (passwordOf !== null && account.id !== passwordOf.userId))
    throw passkeyInvalid();
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: assertion.response as never,
    expectedChallenge: challenge,
    ...siteOf(config),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (verified?.verified !== true) throw passkeyInvalid();
  if (passkey.needs_password && passwordOf?.accessEpoch !== account.access_epoch) {
    throw denied(
      "password_required",
      "Your password was reset. Sign in with it once before you use this passkey.",
    );
  }
  const counter = verified.authenticationInfo.newCounter;
  const change = { counter, last_used_at: new Date(), needs_password: false };
  await updateRows(trx, "passkeys", { id: passkey.id }, change);
  return account;
}

async function credentialsOf(db: Database, userId: string): Promise<{ id: string; transports: string[] }[]> {
  const rows = await findRows(db, "passkeys", { user_id: userId }, ["credential_id", "transports"]);
  return rows.map(({ credential_id, transports }) => ({ id: credential_id, transports }));
}

const passkeyInvalid = (): AppError =>
  badRequest("passkey_invalid", "Couldn't verify this passkey. Try again, or sign in another way.");
