import type { Database, Transaction } from "../database/database.ts";

/** The account with an email address, however its letters are written. */
export const usersByEmail = (db: Database | Transaction, email: string) =>
  db.selectFrom("users").where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()));

export async function storePassword(db: Database | Transaction, userId: string, passwordHash: string) {
  await db.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
}
