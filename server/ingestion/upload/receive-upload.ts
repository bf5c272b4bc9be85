import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { sql } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import type { FileType } from "../../../contract/documents.ts";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { insertRow, lockRow } from "../../database/rows.ts";
import { fold } from "../../language/fold.ts";
import { requireRoom, type Quota } from "./quota.ts";
import { announceFile, claimFile, deleteFiles, type FileTools } from "./orphaned-files.ts";

export type UploadTools = FileTools & Pick<Context, "events" | "jobs"> & { config: { quota: Quota } };

/** A file that is stored but belongs to no document yet. */
export interface ReceivedFile {
  versionId: string;
  storageKey: string;
  sizeBytes: number;
  sha256: Buffer;
}

/** Stores a stream as a file. Rejects if the source fails, and leaves no file behind. */
export async function receiveFile(
  tools: UploadTools,
  { organizationId, source }: { organizationId: string; source: Readable },
): Promise<ReceivedFile> {
  const versionId = randomUUID();
  const storageKey = `${organizationId}/${versionId}`;
  await announceFile(tools.db, storageKey);
  try {
    return { versionId, storageKey, ...(await tools.storage.put(storageKey, source)) };
  } catch (error) {
    await deleteFiles(tools, [storageKey]);
    throw error;
  }
}

/**
 * Deletes a received file that became no version after all. Keeps it if a version owns it: if the connection is lost
 * during the commit, the version may have been added nevertheless.
 */
export async function discardFile(tools: FileTools, { storageKey }: ReceivedFile): Promise<void> {
  // The lock waits for a transaction that is claiming the file.
  const unclaimed = await lockRow(tools.db, "orphaned_files", { storage_key: storageKey }, ["storage_key"]);
  if (unclaimed !== undefined) await deleteFiles(tools, [storageKey]);
}

export interface NewVersion {
  organizationId: string;
  audience: Audience;
  name: string;
  fileType: FileType;
  /** Null if a command uploaded it, not a person. */
  uploaderId: string | null;
  file: ReceivedFile;
  /** The id of the object upload that the file came from. */
  filePath?: string;
  /** The Idempotency-Key of the request. A second request with the same key fails. */
  uploadKey?: string | undefined;
}

/**
 * Makes the received file a document, or the next version of the one with that name and audience,
 * and enqueues its processing job, in one transaction, so that an acknowledged upload is always processed. Returns
 * the result of `read`, which sees the document before the job starts. Throws quota_exceeded.
 */
export async function addVersion<T>(
  { config, db, jobs, events }: UploadTools,
  version: NewVersion,
  read: (trx: Transaction, documentId: string) => Promise<T>,
): Promise<T> {
  const { organizationId, file } = version;
  return withTenant(db, organizationId, async (trx) => {
    await requireRoom(trx, organizationId, config.quota, file.sizeBytes);
    const { id: documentId, newest_version: newest } = await nextVersionOf(trx, version);
    await insertRow(trx, "document_versions", {
      id: file.versionId,
      organization_id: organizationId,
      document_id: documentId,
      version: newest,
      file_type: version.fileType,
      file_size: file.sizeBytes,
      storage_key: file.storageKey,
      sha256: file.sha256,
      uploader_id: version.uploaderId,
      file_path: version.filePath ?? null,
      upload_key: version.uploadKey ?? null,
    });
    await claimFile(trx, file.storageKey);
    await jobs.enqueue(trx, "document.process", { organizationId, documentId, versionId: file.versionId });
    await events.publish(trx, organizationId, { type: "document.updated", id: documentId });
    return read(trx, documentId);
  });
}

/** Concurrent uploads with the same name wait for each other here, so that each gets its own version number. */
async function nextVersionOf(trx: Transaction, version: NewVersion) {
  const now = new Date();
  const searchText = fold(version.name);
  return trx
    .insertInto("documents")
    .values({
      organization_id: version.organizationId,
      audience: version.audience,
      name: version.name,
      search_text: searchText,
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) =>
      oc.columns(["organization_id", "audience", "name"]).doUpdateSet({
        newest_version: sql`documents.newest_version + 1`,
        search_text: searchText,
        updated_at: now,
      }),
    )
    .returning(["id", "newest_version"])
    .executeTakeFirstOrThrow();
}
