import type { Database } from "../database/database.ts";

/** Deletes sign-ups that were not confirmed in time. */
export async function deleteExpiredSignUps(db: Database): Promise<void> {
  const now = new Date();
  await db.deleteFrom("pending_sign_ups").where("expires_at", "<", now).execute();
  await db.deleteFrom("email_verifications").where("expires_at", "<", now).execute();
}
