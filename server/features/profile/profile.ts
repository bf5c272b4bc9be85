import type { ProfileUpdate, User } from "../../../contract/identity.ts";
import { type Database, withTenant } from "../../database/database.ts";
import { deleteRows, findRow, updateRows, upsertRow } from "../../database/rows.ts";
import { hash } from "node:crypto";
import { maxPicturePixels } from "../../../contract/limits.ts";
import { badRequest, notFound } from "../../errors.ts";

/** Replaces the profile as a whole: absent fields become empty. */
export async function updateProfile(db: Database, userId: string, profile: ProfileUpdate): Promise<void> {
  const change = {
    first_name: profile.firstName || null,
    last_name: profile.lastName || null,
    date_of_birth: profile.dateOfBirth ?? null,
  };
  await updateRows(db, "users", { id: userId }, change);
}

/** Replaces the user's picture. Throws picture_invalid. */
export async function savePicture(db: Database, userId: string, bytes: Buffer): Promise<void> {
  const picture = readPicture(bytes);
  const isDrawable = (pixels: number) => pixels >= 1 && pixels <= maxPicturePixels;
  if (picture === null || !isDrawable(picture.width) || !isDrawable(picture.height)) {
    throw badRequest(
      "picture_invalid",
      `Choose a PNG or JPEG picture of at most ${maxPicturePixels} by ${maxPicturePixels} pixels.`,
    );
  }
  const sha256 = hash("sha256", bytes, "buffer");
  const row = { media_type: picture.mediaType, bytes, sha256, updated_at: new Date() };
  await db.transaction().execute(async (trx) => {
    await upsertRow(trx, "profile_pictures", { user_id: userId }, row);
    // The address changes with the picture, so that browsers may cache it.
    const address = `/api/users/${userId}/picture?v=${sha256.toString("hex").slice(0, 12)}`;
    await updateRows(trx, "users", { id: userId }, { profile_image_url: address });
  });
}

export async function removePicture(db: Database, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteRows(trx, "profile_pictures", { user_id: userId });
    await updateRows(trx, "users", { id: userId }, { profile_image_url: null });
  });
}

/** The picture of a user who shares an organization with `viewer`; undefined without a picture. Throws not_found. */
export async function findPicture(db: Database, viewer: User, userId: string) {
  if (!(await isColleague(db, viewer, userId))) throw notFound("picture");
  return findRow(db, "profile_pictures", { user_id: userId }, ["media_type", "bytes"]);
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

/** The type and size of a PNG or JPEG file. */
interface Picture {
  mediaType: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the header of a picture, since a small file may hold a very large one; null for other content. */
function readPicture(bytes: Buffer): Picture | null {
  if (bytes.subarray(0, 8).equals(pngSignature)) return readPng(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? readJpeg(bytes) : null;
}

function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 33 || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return { mediaType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Skips segments until the frame header. */
function readJpeg(bytes: Buffer): Picture | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        mediaType: "image/jpeg",
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
