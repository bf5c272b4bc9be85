import { queueGoldenQuestions } from "../../answering/queue-golden-questions.ts";
import { equals, withTenant, type Transaction } from "../../database/database.ts";
import { deleteRows, findRows, lockRow, rowId } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";
import type { UploadTools } from "../../ingestion/upload/receive-upload.ts";
import { deleteFiles, orphanFiles } from "../../ingestion/upload/orphaned-files.ts";
import { readDocument, type DocumentKey } from "./find-document.ts";

/**
 * Deletes a document with every version, page, chunk, posting and file, also while it is being read.
 * Throws not_found.
 */
export async function deleteDocument(tools: UploadTools, { organizationId, id }: DocumentKey): Promise<void> {
  const { db, events } = tools;
  const storageKeys = await withTenant(db, organizationId, async (trx) => {
    // Locks the document's row first, as processing and uploading do, so that they never deadlock.
    const key = rowId(organizationId, id);
    const document = await lockRow(trx, "documents", key, ["created_at"]);
    if (document === undefined) throw notFound("document");
    const ofDocument = { organization_id: organizationId, document_id: id };
    const versions = await findRows(trx, "document_versions", ofDocument, ["storage_key"]);
    const keys = versions.map((version) => version.storage_key);
    await orphanFiles(trx, keys);
    await deleteRows(trx, "documents", key);
    await events.publish(trx, organizationId, { type: "document.updated", id });
    await queueGoldenQuestions(trx, tools.jobs, organizationId);
    const quoted = { organizationId, documentId: id, since: document.created_at.toISOString() };
    // Answers that are being written still quote it.
    await tools.jobs.enqueue(trx, "erase", quoted, { startAfterSeconds: 60 });
    return keys;
  });
  await deleteFiles(tools, storageKeys);
}

/** Queues the newest version for reading again. Throws not_found, or not_in_error. */
export async function retryDocument(
  trx: Transaction,
  tools: UploadTools,
  { organizationId, id }: DocumentKey,
) {
  const { jobs, events } = tools;
  const version = await trx
    .updateTable("document_versions")
    .from("documents")
    .set({ status: "processing", error_code: null, finished_at: null })
    .whereRef("documents.organization_id", "=", "document_versions.organization_id")
    .whereRef("documents.id", "=", "document_versions.document_id")
    .whereRef("documents.newest_version", "=", "document_versions.version")
    .where("document_versions.organization_id", "=", organizationId)
    .where(equals({ "document_versions.document_id": id, "document_versions.status": "error" }))
    .returning("document_versions.id")
    .executeTakeFirst();
  if (version === undefined)
    throw conflict("not_in_error", "You can only retry a document that couldn't be read.");
  await jobs.enqueue(trx, "document.process", { organizationId, documentId: id, versionId: version.id });
  await events.publish(trx, organizationId, { type: "document.updated", id });
  // Read inside the transaction, because the job may be done before the reply is written.
  return readDocument(trx, { organizationId, id });
}
