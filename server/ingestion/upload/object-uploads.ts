import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { addressLifetimeSeconds, maxObjectBytes } from "../../../contract/limits.ts";
import type { UploadPlace } from "../../clients/storage.ts";
import { equals, withTenant, type Database, type Key, type Transaction } from "../../database/database.ts";
import { deleteRows, insertRow, rowId, updateRows } from "../../database/rows.ts";
import { AppError, conflict, notFound } from "../../errors.ts";
import { announceFile, deleteFiles, orphanFiles, type FileTools } from "./orphaned-files.ts";

/** Limits of one organization: uploads opened per hour, and bytes of uploads that no document uses yet. */
export const openUploadsLimit = { perHour: 100, bytes: 2 * maxObjectBytes };

/** An upload from a browser that can become a version of a document. */
export interface ObjectUpload extends UploadPlace, Key<"id" | "userId"> {
  inParts: boolean;
  /** For an upload in parts: whether they have been joined into one object. */
  assembled: boolean;
  /** The document that the upload became a version of. */
  documentId: string | null;
  /** Bytes that were received or are being received. */
  sizeBytes: number;
}

export type Uploader = Key<"userId">;

/**
 * Opens an upload for a user, with a storage key of its own: "organization/uploads/user/upload"; in parts if
 * `beginParts` is given, which returns the store's id of it. Throws too_many_uploads.
 */
export async function openObjectUpload(
  db: Database,
  { organizationId, userId }: Uploader,
  beginParts?: (storageKey: string) => Promise<string | null>,
): Promise<ObjectUpload> {
  const id = randomUUID();
  const storageKey = `${organizationId}/uploads/${userId}/${id}`;
  const expiresAt = new Date(Date.now() + addressLifetimeSeconds * 1000);
  const inParts = beginParts !== undefined;
  const upload = { id, organizationId, userId, storageKey, expiresAt, inParts, storeUploadId: null };
  await withTenant(db, organizationId, async (trx) => {
    await deleteExpired(trx, organizationId);
    const { recent } = await measureOpenUploads(trx, organizationId);
    if (recent >= openUploadsLimit.perHour) throw tooManyUploads();
    await insertRow(trx, "object_uploads", {
      ...rowId(organizationId, id),
      user_id: userId,
      storage_key: storageKey,
      in_parts: inParts,
      expires_at: expiresAt,
    });
    await announceFile(trx, storageKey, expiresAt);
  });
  const storeUploadId = (await beginParts?.(storageKey)) ?? null;
  if (storeUploadId !== null) await recordStoreUploadId(db, upload, storeUploadId);
  return { ...upload, storeUploadId, assembled: false, documentId: null, sizeBytes: 0 };
}

/** Records the store's own id of an upload in parts, which is needed to delete the parts. */
async function recordStoreUploadId(db: Database, upload: Key<"id" | "storageKey">, storeUploadId: string) {
  const { organizationId, id, storageKey } = upload;
  const change = { store_upload_id: storeUploadId };
  await withTenant(db, organizationId, async (trx) => {
    await updateRows(trx, "object_uploads", rowId(organizationId, id), change);
    await updateRows(trx, "orphaned_files", { storage_key: storageKey }, change);
  });
}

/** An upload of this user that has not expired. Throws not_found, also for another user's upload. */
export async function findObjectUpload(db: Database, uploader: Uploader, storageKey: string) {
  const { organizationId, userId } = uploader;
  const upload = await withTenant(db, organizationId, (trx) => readUpload(trx, organizationId, storageKey));
  if (upload === null || upload.userId !== userId) throw noSuchUpload();
  return upload;
}

/** Null if the upload is unknown or has expired. */
export async function readUpload(trx: Transaction, organizationId: string, storageKey: string) {
  const row = await trx
    .selectFrom("object_uploads")
    .select((eb) => [
      "id",
      "organization_id as organizationId",
      "user_id as userId",
      "storage_key as storageKey",
      "store_upload_id as storeUploadId",
      "expires_at as expiresAt",
      "in_parts as inParts",
      eb("assembled_at", "is not", null).$castTo<boolean>().as("assembled"),
      "document_id as documentId",
      "size_bytes as sizeBytes",
    ])
    .where(equals({ organization_id: organizationId, storage_key: storageKey }))
    .where("expires_at", ">", new Date())
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Counts bytes before they are received, so that many open connections cannot fill the disk together.
 * Throws not_found for an upload that is used or assembled, too_large and too_many_uploads.
 */
export async function reserveBytes(trx: Transaction, upload: ObjectUpload, sizeBytes: number): Promise<void> {
  if (sizeBytes > maxObjectBytes) throw objectTooLarge();
  const { bytes } = await measureOpenUploads(trx, upload.organizationId, upload.id);
  if (bytes + sizeBytes > openUploadsLimit.bytes) throw tooManyUploads();
  const open = { ...rowId(upload.organizationId, upload.id), document_id: null, assembled_at: null };
  if (!(await updateRows(trx, "object_uploads", open, { size_bytes: sizeBytes }))) throw noSuchUpload();
}

/** Undoes `reserveBytes` after bytes could not be received: restores the size in `upload`. */
export async function releaseBytes(db: Database, { organizationId, id, sizeBytes }: ObjectUpload) {
  await withTenant(db, organizationId, (trx) =>
    updateRows(trx, "object_uploads", rowId(organizationId, id), { size_bytes: sizeBytes }),
  );
}

/** Makes concurrent requests that count the organization's uploads wait for each other. */
export async function lockUploads(trx: Transaction, organizationId: string): Promise<void> {
  await sql`select id from organizations where id = ${organizationId} for no key update`.execute(trx);
}

/** Counts the organization's open uploads of the last hour, and the bytes of all open uploads, except one upload. */
async function measureOpenUploads(trx: Transaction, organizationId: string, except: string | null = null) {
  await lockUploads(trx, organizationId);
  const { rows } = await sql<{ recent: number; bytes: number }>`
    select count(*) filter (where created_at > now() - interval '1 hour') as recent,
      coalesce(sum(size_bytes), 0)::bigint as bytes
    from object_uploads
    where organization_id = ${organizationId} and document_id is null and expires_at > now()
      and id is distinct from ${except}::uuid
  `.execute(trx);
  return rows[0] ?? { recent: 0, bytes: 0 };
}

/** Their files are already listed as orphaned, and are deleted later. */
async function deleteExpired(trx: Transaction, organizationId: string): Promise<void> {
  await trx
    .deleteFrom("object_uploads")
    .where("organization_id", "=", organizationId)
    .where("expires_at", "<=", new Date())
    .execute();
}

/** Call in the transaction that makes the object a version. Throws already_used if another request was first. */
export async function useObject(trx: Transaction, { organizationId, id }: ObjectUpload, documentId: string) {
  const unused = { ...rowId(organizationId, id), document_id: null };
  const change = { document_id: documentId, size_bytes: 0 };
  if (!(await updateRows(trx, "object_uploads", unused, change))) throw alreadyUsed();
}

/** Deletes an upload with everything that was received, unless a document uses it. */
export async function forgetObject(tools: FileTools, upload: ObjectUpload): Promise<void> {
  const { organizationId, id, storageKey } = upload;
  const files = await withTenant(tools.db, organizationId, async (trx) => {
    const parts = await readParts(trx, upload);
    const keys = [storageKey, ...parts.map((part) => part.storageKey)];
    const unused = { ...rowId(organizationId, id), document_id: null };
    if (!(await deleteRows(trx, "object_uploads", unused))) return [];
    await orphanFiles(trx, keys);
    return keys;
  });
  await deleteFiles(tools, files);
}

/** The parts that this server stores, in order; `etag` is null while a part is being received. */
export function readParts(trx: Transaction, { organizationId, id }: ObjectUpload) {
  return trx
    .selectFrom("object_upload_parts")
    .select(["part_number as partNumber", "etag", "size_bytes as sizeBytes", "storage_key as storageKey"])
    .where(equals({ organization_id: organizationId, upload_id: id }))
    .orderBy("part_number")
    .execute();
}

export const noSuchUpload = (): AppError => notFound("upload");

export const objectTooLarge = (): AppError =>
  new AppError(413, "too_large", "This object is larger than 1 GB.");

export const alreadyUsed = (): AppError =>
  conflict("already_used", "This object is already part of a document. Upload it again.");

const tooManyUploads = (): AppError =>
  new AppError(
    429,
    "too_many_uploads",
    "Your organization is uploading too much at once. Finish or cancel some uploads, or try again in an hour.",
  );
