import type { ProfileUpdate } from "../../../contract/identity.ts";
import type { Database } from "../../database/database.ts";

/** Replaces the profile as a whole: absent fields become empty. */
export async function updateProfile(db: Database, userId: string, profile: ProfileUpdate): Promise<void> {
  await db
    .updateTable("users")
    .set({
      first_name: profile.firstName || null,
      last_name: profile.lastName || null,
      date_of_birth: profile.dateOfBirth ?? null,
    })
    .where("id", "=", userId)
    .execute();
}
