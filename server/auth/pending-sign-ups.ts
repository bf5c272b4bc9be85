import type { Database } from "../database/database.ts";

/** Links that nobody opened in time. */
export async function deleteExpiredSignUps(db: Database): Promise<void> {
  const now = new Date();
  await db.deleteFrom("pending_sign_ups").where("expires_at", "<", now).execute();
  await db.deleteFrom("email_verifications").where("expires_at", "<", now).execute();
}
