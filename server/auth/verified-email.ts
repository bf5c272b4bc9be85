import { equals, type Database, type Transaction } from "../database/database.ts";
import { denied, type AppError } from "../errors.ts";
import { hashOfToken, newToken } from "./tokens.ts";

const lifetimeMs = 86_400_000;

/** Marks the email address as verified, after its user opened an emailed link. */
export async function markVerified(db: Database, userId: string): Promise<void> {
  const change = { email_verified_at: new Date() };
  await db.updateTable("users").set(change).where("id", "=", userId).execute();
}

/** For users with an unverified address, where email is set up. */
export const emailUnverified = (): AppError =>
  denied("email_unverified", "Confirm your email address first. We can email you a link.");

const linkInvalid = (): AppError =>
  denied("link_invalid", "This link has expired, was already used, or is for another account.");

/** Creates a verification that is valid for a day, replacing an earlier one. Returns the token for its link. */
export async function openVerification(trx: Transaction, user: { id: string; email: string }) {
  const token = newToken();
  await trx.deleteFrom("email_verifications").where("user_id", "=", user.id).execute();
  const expiresAt = new Date(Date.now() + lifetimeMs);
  const row = { token_hash: hashOfToken(token), user_id: user.id, email: user.email, expires_at: expiresAt };
  await trx.insertInto("email_verifications").values(row).execute();
  return token;
}

/**
 * Verifies the user's address. Only for the signed-in user who requested it: otherwise a stranger could make the
 * address's holder confirm the stranger's account. Throws link_invalid.
 */
export async function useVerification(
  trx: Transaction,
  { token, userId }: { token: string; userId: string },
): Promise<void> {
  await trx
    .deleteFrom("email_verifications")
    .where(equals({ token_hash: hashOfToken(token), user_id: userId }))
    .where("expires_at", ">", new Date())
    .returning("email")
    .executeTakeFirstOrThrow(linkInvalid);
  await markVerified(trx, userId);
}
