import type { Transaction } from "../database/database.ts";
import { denied, type AppError } from "../errors.ts";
import { hashOfToken, newToken } from "./tokens.ts";

const lifetimeMs = 3_600_000;

/** Opens a reset for an hour and returns the token for its link; an earlier one is void. */
export async function openReset(trx: Transaction, userId: string): Promise<string> {
  const token = newToken();
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  const row = {
    token_hash: hashOfToken(token),
    user_id: userId,
    expires_at: new Date(Date.now() + lifetimeMs),
  };
  await trx.insertInto("password_resets").values(row).execute();
  return token;
}

const resetInvalid = (): AppError =>
  denied("reset_invalid", "This link has expired or was already used. Request a new one.");

/** Uses a reset and returns its user, whom it locks. Throws reset_invalid if it is unknown, used or expired. */
export async function useReset(trx: Transaction, token: string): Promise<string> {
  const hash = hashOfToken(token);
  // First the account, as everybody who changes it does; a password that is set meanwhile voids the reset.
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

/** The address of the page for setting a password. The token is in the fragment, which is never logged. */
export const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset-password#${token}`;
