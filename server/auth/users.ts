import type { Database, Transaction } from "../database/database.ts";

/** The account with an email address, in upper or lower case. */
export const usersByEmail = (db: Database, email: string) =>
  db.selectFrom("users").where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()));

/** Sets a new password and deletes the links for resetting it. */
export async function storePassword(trx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}
