import type { Database } from "../database/database.ts";

/** The account with an email address, however its letters are written. */
export const usersByEmail = (db: Database, email: string) =>
  db.selectFrom("users").where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()));

export async function storePassword(db: Database, userId: string, passwordHash: string) {
  await db.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
}
