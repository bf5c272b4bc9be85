import { createHash } from "node:crypto";
import type { User } from "../../../contract/identity.ts";
import { maxPicturePixels } from "../../../contract/limits.ts";
import { withTenant, type Database } from "../../database/database.ts";
import { badRequest, notFound } from "../../errors.ts";
import { readPicture } from "./picture-size.ts";

/** Replaces the user's picture. Throws picture_invalid. */
export async function savePicture(db: Database, userId: string, bytes: Buffer): Promise<void> {
  const picture = readPicture(bytes);
  const isDrawable =
    picture !== null &&
    [picture.width, picture.height].every((pixels) => pixels >= 1 && pixels <= maxPicturePixels);
  if (!isDrawable) {
    throw badRequest(
      "picture_invalid",
      `Choose a PNG or JPEG picture of at most ${maxPicturePixels} by ${maxPicturePixels} pixels.`,
    );
  }
  const sha256 = createHash("sha256").update(bytes).digest();
  const row = { media_type: picture.mediaType, bytes, sha256, updated_at: new Date() };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("profile_pictures")
      .values({ user_id: userId, ...row })
      .onConflict((again) => again.column("user_id").doUpdateSet(row))
      .execute();
    // The address changes with the picture, so that browsers may cache it.
    const address = `/api/users/${userId}/picture?v=${sha256.toString("hex").slice(0, 12)}`;
    await trx.updateTable("users").set({ profile_image_url: address }).where("id", "=", userId).execute();
  });
}

export async function removePicture(db: Database, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("profile_pictures").where("user_id", "=", userId).execute();
    await trx.updateTable("users").set({ profile_image_url: null }).where("id", "=", userId).execute();
  });
}

/** The picture of a user who shares an organization with `viewer`; null without a picture. Throws not_found. */
export async function findPicture(
  db: Database,
  viewer: User,
  userId: string,
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  if (!(await isColleague(db, viewer, userId))) throw notFound("picture");
  const row = await db
    .selectFrom("profile_pictures")
    .select(["media_type", "bytes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row === undefined ? null : { mediaType: row.media_type, bytes: row.bytes };
}

async function isColleague(db: Database, viewer: User, userId: string): Promise<boolean> {
  if (viewer.id === userId) return true;
  const organizationIds = viewer.organizations.map(({ id }) => id);
  if (organizationIds.length === 0) return false;
  const shared = await withTenant(db, organizationIds, (trx) =>
    trx
      .selectFrom("memberships")
      .select("role")
      .where("user_id", "=", userId)
      .where("organization_id", "in", organizationIds)
      .limit(1)
      .executeTakeFirst(),
  );
  return shared !== undefined;
}
