import { createHash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "../database/database.ts";
import { AppError } from "../errors.ts";

const lifetimeMs = 86_400_000;
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Whoever acts for this user has opened a link that was mailed to their address. */
export async function markVerified(db: Database | Transaction, userId: string): Promise<void> {
  const change = { email_verified_at: new Date() };
  await db.updateTable("users").set(change).where("id", "=", userId).execute();
}

/** Said where mail is set up, to whoever has not shown that their address is theirs. */
export const emailUnverified = (): AppError =>
  new AppError(403, "email_unverified", "Confirm your email address first. We can email you a link.");

/** Opens a verification for a day and returns the token for its link; an earlier one is void. */
export async function openVerification(
  trx: Transaction,
  user: { id: string; email: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await trx.deleteFrom("email_verifications").where("user_id", "=", user.id).execute();
  const expiresAt = new Date(Date.now() + lifetimeMs);
  const row = { token_hash: hashOf(token), user_id: user.id, email: user.email, expires_at: expiresAt };
  await trx.insertInto("email_verifications").values(row).execute();
  return token;
}

/**
 * Notes that the address of this user is theirs. Only for the user who asked, signed in: else a stranger could have
 * the holder of an address confirm the stranger's account. Throws link_invalid.
 */
export async function useVerification(
  trx: Transaction,
  { token, userId }: { token: string; userId: string },
): Promise<void> {
  const used = await trx
    .deleteFrom("email_verifications")
    .where("token_hash", "=", hashOf(token))
    .where("user_id", "=", userId)
    .where("expires_at", ">", new Date())
    .returning("email")
    .executeTakeFirst();
  if (used === undefined) {
    throw new AppError(
      403,
      "link_invalid",
      "This link has expired, was already used, or is for another account.",
    );
  }
  await markVerified(trx, userId);
}
