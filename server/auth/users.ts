import type { Database, Transaction } from "../database/database.ts";

/** The account with an email address, however its letters are written. */
export const usersByEmail = (db: Database, email: string) =>
  db.selectFrom("users").where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()));

/** Sets a new password, which voids the links for setting one. */
export async function storePassword(trx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}
