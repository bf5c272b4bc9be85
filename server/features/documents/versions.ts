import { DocumentPage, type Document, type VersionText } from "../../../contract/documents.ts";
import { equals, withTenant, type Database, type Transaction } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";
import { toPage, type Page } from "../../paging.ts";
import { receiveFile, type UploadTools } from "../../ingestion/upload/receive-upload.ts";
import { findCompletedVersion, findDocument, unlessDeleted, type DocumentKey } from "./document.ts";
import { uploadDocument } from "./upload-document.ts";

const pagesPerReply = 100;

type VersionKey = DocumentKey & { version: number };

/** The text of a version from a page on. Throws not_found, not_ready. */
export async function readVersionText(
  trx: Transaction,
  { organizationId, id, version, fromPage }: VersionKey & { fromPage: number },
): Promise<Page<VersionText>> {
  const found = await findCompletedVersion(trx, { organizationId, id, version }, "newest");
  const rows = await trx
    .selectFrom("document_pages")
    .select(["page", "text"])
    .where(equals({ organization_id: organizationId, version_id: found.id }))
    .where("page", ">=", fromPage)
    .orderBy("page")
    .limit(pagesPerReply + 1)
    .execute();
  const cursorOf = ({ page }: VersionText): string => String(page + 1);
  return toPage(rows, pagesPerReply, cursorOf, (row) => row);
}

/**
 * Makes the file of an earlier version the next version; the versions in between stay. Throws not_found,
 * not_ready for a version that could not be read, already_newest, quota_exceeded.
 */
export async function restoreVersion(
  tools: UploadTools,
  { organizationId, id, version, userId }: VersionKey & { userId: string },
): Promise<Document> {
  const key = { organizationId, id };
  const document = await findDocument(tools.db, key);
  if (document.version === version) throw conflict("already_newest", "This is already the newest version.");
  const restored = await withTenant(tools.db, organizationId, (trx) =>
    findCompletedVersion(trx, { ...key, version }, "newest"),
  );
  const { stream } = await tools.storage.open(restored.storageKey).catch(unlessDeleted(tools.db, key));
  const file = await receiveFile(tools, { organizationId, source: stream });
  const { name, type: audience } = document;
  return uploadDocument(tools, { organizationId, documentId: id, audience, name, uploaderId: userId, file });
}

/** One page of the requested version, or else of the answering one. Throws not_found or not_ready. */
export async function readPage(
  trx: Transaction,
  { organizationId, id, version, page }: DocumentKey & { version: number | undefined; page: number },
): Promise<DocumentPage> {
  const found = await findCompletedVersion(trx, { organizationId, id, version }, "answering");
  const row = await trx
    .selectFrom("document_pages")
    .selectAll()
    .where(equals({ organization_id: organizationId, version_id: found.id, page }))
    .executeTakeFirstOrThrow(() => notFound("page"));
  const image = `/api/documents/${id}/pages/${page}/image?version=${found.version}`;
  return fromRow(DocumentPage, { ...row, image: found.fileType === "pdf" ? image : undefined });
}

/** The version whose page will be drawn. Throws not_found, also for Word files, which have no fixed pages. */
export async function findDrawable(db: Database, key: DocumentKey & { version: number | undefined }) {
  const version = await withTenant(db, key.organizationId, (trx) =>
    findCompletedVersion(trx, key, "answering"),
  );
  if (version.fileType !== "pdf") throw notFound("page image");
  return version;
}
