import type { Document } from "../../../contract/documents.ts";
import { FileNotStoredError } from "../../clients/storage.ts";
import {
  equals,
  inTenant,
  withTenant,
  type Database,
  type Transaction,
  type Key,
} from "../../database/database.ts";
import { findRow } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";
import { addWaiting, selectDocuments, toDocument, toVersion } from "./document-rows.ts";

export type DocumentKey = Key<"id">;

/** Throws not_found. */
export async function findDocument(db: Database, { organizationId, id }: DocumentKey): Promise<Document> {
  return withTenant(db, organizationId, (trx) => readDocument(trx, { organizationId, id }));
}

/** Throws not_found. */
export async function readDocument(trx: Transaction, { organizationId, id }: DocumentKey): Promise<Document> {
  const row = await selectDocuments(trx, organizationId)
    .where("documents.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("document"));
  const [document = toDocument(row)] = await addWaiting(trx, organizationId, [toDocument(row)]);
  return document;
}

/** Handles the error of a missing file: throws not_found if its document was deleted meanwhile, otherwise the error. */
export const unlessDeleted = (db: Database, key: DocumentKey) => async (error: unknown) => {
  if (error instanceof FileNotStoredError) await findDocument(db, key);
  throw error;
};

export type UploadedBefore = NonNullable<Awaited<ReturnType<typeof findUploadedBefore>>>;

/** The document made by an earlier request with the same key; null when there was none. */
export async function findUploadedBefore(
  db: Database,
  organizationId: string,
  uploadKey: string | undefined,
) {
  if (uploadKey === undefined) return null;
  return withTenant(db, organizationId, async (trx) => {
    const values = { organization_id: organizationId, upload_key: uploadKey };
    const version = await findRow(trx, "document_versions", values, ["document_id", "sha256"]);
    if (version === undefined) return null;
    const document = await readDocument(trx, { organizationId, id: version.document_id });
    return { document, sha256: version.sha256 };
  });
}

/** Every version, newest first. */
export async function listVersions(trx: Transaction, { organizationId, id }: DocumentKey) {
  const rows = await trx
    .selectFrom("document_versions")
    .innerJoin("documents", inTenant("documents.id", "document_versions.document_id"))
    .leftJoin("users", "users.id", "document_versions.uploader_id")
    .selectAll("document_versions")
    .select(["documents.answering_version_id", "users.first_name", "users.email"])
    .where("document_versions.organization_id", "=", organizationId)
    .where("document_versions.document_id", "=", id)
    .orderBy("document_versions.version", "desc")
    .limit(1000)
    .execute();
  return rows.map((row) => toVersion({ ...row, answering: row.id === row.answering_version_id }));
}

/**
 * A version that has been read. `fallback` is the one to use when `version` is absent. Throws not_found, or not_ready for a
 * version that is being read or failed.
 */
export async function findCompletedVersion(
  trx: Transaction,
  { organizationId, id, version }: DocumentKey & { version: number | undefined },
  fallback: "newest" | "answering",
) {
  const found = await trx
    .selectFrom("documents")
    .innerJoin("document_versions as found", inTenant("found.document_id", "documents.id"))
    .select(["found.id", "found.version", "found.status", "found.file_type as fileType"])
    .select(["found.storage_key as storageKey", "found.sha256", "documents.name as documentName"])
    .where(equals({ "documents.organization_id": organizationId, "documents.id": id }))
    .where((where) => {
      if (version !== undefined) return where("found.version", "=", version);
      const newest = where("found.version", "=", where.ref("documents.newest_version"));
      if (fallback === "newest") return newest;
      const answering = where("found.id", "=", where.ref("documents.answering_version_id"));
      return where.or([answering, where.and([where("documents.answering_version_id", "is", null), newest])]);
    })
    .executeTakeFirstOrThrow(() => notFound("document version"));
  if (found.status !== "completed") {
    throw conflict("not_ready", "This version is still being processed, or couldn't be read.");
  }
  return found;
}

/** The part of a version that pages and downloads need. */
export type StoredVersion = Awaited<ReturnType<typeof findCompletedVersion>>;
