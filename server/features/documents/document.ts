import { sql } from "kysely";
import { queueGoldenQuestions } from "../../answering/queue-golden-questions.ts";
import {
  equals,
  withTenant,
  type Transaction,
  inTenant,
  type Database,
  type Key,
} from "../../database/database.ts";
import { deleteRows, findRows, lockRow, rowId, findRow, fromRow } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";
import type { UploadTools } from "../../ingestion/upload/receive-upload.ts";
import { deleteFiles, orphanFiles } from "../../ingestion/upload/orphaned-files.ts";
import { Document, DocumentVersion, FileType, fileTypeNames } from "../../../contract/documents.ts";
import { FileNotStoredError } from "../../clients/storage.ts";
import { DocumentErrorCode, documentErrorMessage } from "../../../contract/errors.ts";
import { microsOf } from "../../paging.ts";

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
export async function retryDocument(trx: Transaction, { events, jobs }: UploadTools, key: DocumentKey) {
  const { organizationId, id } = key;
  const version = await trx
    .updateTable("document_versions as newest")
    .from("documents")
    .set({ status: "processing", error_code: null, finished_at: null })
    .whereRef("newest.document_id", "=", "documents.id")
    .whereRef("newest.version", "=", "documents.newest_version")
    .where(equals({ "documents.organization_id": organizationId, "documents.id": id }))
    .where(equals({ "newest.organization_id": organizationId, "newest.status": "error" }))
    .returning("newest.id")
    .executeTakeFirst();
  if (version === undefined)
    throw conflict("not_in_error", "You can only retry a document that couldn't be read.");
  await jobs.enqueue(trx, "document.process", { organizationId, documentId: id, versionId: version.id });
  await events.publish(trx, organizationId, { type: "document.updated", id });
  // Read inside the transaction, because the job may be done before the reply is written.
  return readDocument(trx, key);
}

export type DocumentKey = Key<"id">;

/** Throws not_found. */
export async function findDocument(db: Database, key: DocumentKey): Promise<Document> {
  return withTenant(db, key.organizationId, (trx) => readDocument(trx, key));
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
export async function findUploadedBefore(db: Database, organizationId: string, uploadKey?: string) {
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
  return rows.map((row) => {
    const answering = row.id === row.answering_version_id;
    return fromRow(DocumentVersion, { ...row, ...versionFields(row), answering });
  });
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
    .where((eb) => {
      if (version !== undefined) return eb("found.version", "=", version);
      const newest = eb("found.version", "=", eb.ref("documents.newest_version"));
      if (fallback === "newest") return newest;
      const answering = eb("found.id", "=", eb.ref("documents.answering_version_id"));
      return eb.or([answering, eb.and([eb("documents.answering_version_id", "is", null), newest])]);
    })
    .executeTakeFirstOrThrow(() => notFound("document version"));
  if (found.status !== "completed") {
    throw conflict("not_ready", "This version is still being processed, or couldn't be read.");
  }
  return found;
}

/** The part of a version that pages and downloads need. */
export type StoredVersion = Awaited<ReturnType<typeof findCompletedVersion>>;

/** Documents of one organization, each with its newest version and what `toDocument` needs. */
export function selectDocuments(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("documents")
    .innerJoin("document_versions as newest", inTenant("newest.document_id", "documents.id"))
    .whereRef("newest.version", "=", "documents.newest_version")
    .leftJoin("document_versions as answering", inTenant("answering.id", "documents.answering_version_id"))
    .leftJoin("users", "users.id", "newest.uploader_id")
    .select(["documents.id", "documents.name", "documents.audience", "documents.updated_at"])
    .select(["newest.version", "newest.file_type", "newest.file_size", "newest.status", "newest.error_code"])
    .select(["newest.summary", "newest.page_count", "newest.created_at", "newest.file_path"])
    .select("answering.version as answering_version")
    .select(["users.first_name", "users.email", microsOf("documents.updated_at").as("micros")])
    .select(
      sql<boolean>`exists (
        select from version_checks
        where version_checks.organization_id = newest.organization_id
          and version_checks.version_id = newest.id and version_checks.held_at is not null
      )`.as("held"),
    )
    .where("documents.organization_id", "=", organizationId);
}
type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>["execute"]>>[number];

export const toDocument = (row: DocumentRow): Document =>
  fromRow(Document, { ...row, ...versionFields(row), type: row.audience, waiting: null });

type VersionRow = Pick<DocumentRow, "error_code" | "file_type" | "first_name" | "email">;

function versionFields({ error_code: stored, file_type, first_name: firstName, email }: VersionRow) {
  const code = DocumentErrorCode.nullable().parse(stored);
  const { data: type } = FileType.safeParse(file_type);
  return {
    file_type: type === undefined ? file_type : fileTypeNames[type],
    // The uploader may have left since.
    uploader: { firstName, email: email ?? "" },
    error: code === null ? null : { code, message: documentErrorMessage[code] },
  };
}

/** A worker takes a job within seconds. When a job waits longer and none is running, no worker is alive. */
const stalledAfterSeconds = 20;

/** Sets `waiting` of waiting documents: how many come before them, and whether reading has stalled. */
export async function addWaiting(trx: Transaction, organizationId: string, documents: Document[]) {
  if (!documents.some(({ status }) => status === "processing")) return documents;
  const { rows } = await sql<{ id: string; before: number; isStalled: boolean }>`
    with queue as (
      select group_id, data, start_after, row_number() over (order by priority desc, created_on) - 1 as before
      from pgboss.job where name = 'document.process' and state < 'active' and start_after <= now()
    )
    select data ->> 'documentId' as id, before::integer,
      start_after < now() - ${stalledAfterSeconds} * interval '1 second' and not exists (
        select from pgboss.job where name = 'document.process' and state = 'active'
      ) as "isStalled"
    from queue where group_id = ${organizationId}
  `.execute(trx);
  const shown = rows.filter(({ before, isStalled }) => before > 0 || isStalled);
  const waiting = new Map(shown.map(({ id, ...place }) => [id, place]));
  return documents.map((document) =>
    document.status === "processing" ? { ...document, waiting: waiting.get(document.id) ?? null } : document,
  );
}
