import { dayMs, hourMs } from "../../contract/limits.ts";
import { equals, type Database, type Transaction } from "../database/database.ts";
import { deleteRows, updateRows } from "../database/rows.ts";
import { denied, type AppError } from "../errors.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** The account with an email address, in upper or lower case. */
export const usersByEmail = (db: Database, email: string) =>
  db.selectFrom("users").where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()));

/** Sets a new password and deletes the links for resetting it. */
export async function storePassword(trx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await updateRows(trx, "users", { id: userId }, { password_hash: passwordHash });
  await deleteRows(trx, "password_resets", { user_id: userId });
}

const resetLifetimeMs = hourMs;

/** Creates a reset that is valid for an hour, replacing an earlier one. Returns the token for its link. */
export async function openReset(trx: Transaction, userId: string): Promise<string> {
  const token = newToken();
  await deleteRows(trx, "password_resets", { user_id: userId });
  const expiresAt = new Date(Date.now() + resetLifetimeMs);
  const row = { token_hash: hashOfToken(token), user_id: userId, expires_at: expiresAt };
  await trx.insertInto("password_resets").values(row).execute();
  return token;
}

const resetInvalid = (): AppError =>
  denied("reset_invalid", "This link has expired or was already used. Request a new one.");

/** Uses up a reset, locks its user and returns their id. Throws reset_invalid if it is unknown, used or expired. */
export async function useReset(trx: Transaction, token: string): Promise<string> {
  const hash = hashOfToken(token);
  // The account is locked first, as in every change to it; a password that is set meanwhile deletes the reset.
  await trx
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "user_id")
    .select("users.id")
    .where("token_hash", "=", hash)
    .forNoKeyUpdate("users")
    .execute();
  const reset = await trx
    .deleteFrom("password_resets")
    .where("token_hash", "=", hash)
    .where("expires_at", ">", new Date())
    .returning("user_id")
    .executeTakeFirstOrThrow(resetInvalid);
  return reset.user_id;
}

/** The link to the page for setting a password. The token is in the fragment, which is never logged. */
export const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset-password#${token}`;

/** Marks the email address as verified, after its user opened an emailed link. */
export async function markVerified(db: Database, userId: string): Promise<void> {
  await updateRows(db, "users", { id: userId }, { email_verified_at: new Date() });
}

/** For users with an unverified address, where email is set up. */
export const emailUnverified = (): AppError =>
  denied("email_unverified", "Confirm your email address first. We can email you a link.");

const linkInvalid = (): AppError =>
  denied("link_invalid", "This link has expired, was already used, or is for another account.");

const verificationLifetimeMs = dayMs;

/** Creates a verification that is valid for a day, replacing an earlier one. Returns the token for its link. */
export async function openVerification(trx: Transaction, user: { id: string; email: string }) {
  const token = newToken();
  await deleteRows(trx, "email_verifications", { user_id: user.id });
  const expiresAt = new Date(Date.now() + verificationLifetimeMs);
  const row = { token_hash: hashOfToken(token), user_id: user.id, email: user.email, expires_at: expiresAt };
  await trx.insertInto("email_verifications").values(row).execute();
  return token;
}

/**
 * Verifies the user's address. Only for the signed-in user who requested it: otherwise a stranger could make the
 * address's holder confirm the stranger's account. Throws link_invalid.
 */
export async function useVerification(trx: Transaction, userId: string, token: string): Promise<void> {
  await trx
    .deleteFrom("email_verifications")
    .where(equals({ token_hash: hashOfToken(token), user_id: userId }))
    .where("expires_at", ">", new Date())
    .returning("email")
    .executeTakeFirstOrThrow(linkInvalid);
  await markVerified(trx, userId);
}
