import type { Transaction } from "../database/database.ts";
import { denied, type AppError } from "../errors.ts";
import { hashOfToken, newToken } from "./tokens.ts";

const lifetimeMs = 3_600_000;

/** Creates a reset that is valid for an hour, replacing an earlier one. Returns the token for its link. */
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
