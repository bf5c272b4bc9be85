import { sql } from "kysely";
import type { ProcessDocumentJob } from "../../../contract/jobs.ts";
import type { Audience } from "../../../contract/common.ts";
import { rowWithId, withTenant, type Key, type Transaction } from "../../database/database.ts";
import { deleteRows, lockRow, rowId, updateRows } from "../../database/rows.ts";
import type { Context } from "../../context.ts";
import { indexVersion, otherVersions } from "../index/index-version.ts";
import { fold } from "../../language/fold.ts";
import type { PreparedDocument } from "../prepare/prepare-document.ts";
import { isAccepted, storeCheck } from "./store-check.ts";
import { isHeld, type CheckedVersion, type VersionChecker } from "./version-check.ts";
import type { PassageVectors } from "../embed/passage-vectors.ts";

export interface FinishTools extends Pick<Context, "db" | "events"> {
  /** Undefined if no embeddings are configured. */
  vectors?: Pick<PassageVectors, "enqueueEmbedding"> | undefined;
  versionChecker?: Pick<VersionChecker, "askAgain"> | undefined;
}

interface FinishedVersion {
  audience: Audience;
  documentName: string;
  /** The result of the golden questions and the rehearsal; null if nothing was asked. */
  checked?: CheckedVersion | null;
  /** Whether it goes live even if another document has changed since the check; the questions are then asked again. */
  mayBeOutdated?: boolean;
}

/** Another document has changed since the version was checked: together they may break what neither breaks alone. */
export class OutdatedCheckError extends Error {}

/**
 * Stores the prepared document and completes the version in one transaction, so that a question is answered from
 * either the previous version or this one. A held version is completed but not used for answers; the previous one
 * still is. Does nothing for a document that was deleted in the meantime.
 * Throws an OutdatedCheckError, and changes nothing, if another document has changed since the check.
 */
export async function finishVersion(
  { db, events, vectors, versionChecker }: FinishTools,
  { organizationId, documentId, versionId }: ProcessDocumentJob,
  { audience, documentName, checked: found = null, mayBeOutdated = false }: FinishedVersion,
  { fileType, pageCount, summary, pageRows, index }: PreparedDocument,
): Promise<void> {
  await withTenant(db, organizationId, async (trx) => {
    // Deleting and uploading also lock this row first, so that they cannot deadlock with this.
    const document = rowId(organizationId, documentId);
    if ((await lockRow(trx, "documents", document, ["id"])) === undefined) return;
    const completed = await trx
      .updateTable("document_versions")
      .set({
        status: "completed",
        error_code: null,
        file_type: fileType,
        summary,
        language: index.language,
        page_count: pageCount,
        finished_at: new Date(),
      })
      .where(rowWithId(organizationId, versionId))
      .where("status", "=", "processing")
      .returning("version")
      .executeTakeFirst();
    if (completed === undefined) return;
    await replacePages(trx, { organizationId, versionId }, pageRows);
    // If this is a second run of the job, a member may have accepted the version after the check.
    const accepted = await isAccepted(trx, { organizationId, versionId });
    const checked = accepted ? null : found;
    const isStored = checked === null || (await storeCheck(trx, { organizationId, versionId }, checked));
    let isOutdated = false;
    if (checked === null || !isHeld(checked)) {
      const version = { organizationId, audience, documentId, versionId, documentName, index };
      await indexVersion(trx, version);
      // From here on, other documents of the organization wait.
      isOutdated = checked !== null && checked.otherVersions !== (await otherVersions(trx, version));
      if (isOutdated && !mayBeOutdated) throw new OutdatedCheckError();
      await vectors?.enqueueEmbedding(trx, { organizationId, versionId });
    }
    if (accepted || !isStored || isOutdated) await versionChecker?.askAgain(trx, organizationId);
    const newest = { ...document, newest_version: completed.version };
    await updateRows(trx, "documents", newest, { search_text: fold(`${documentName}\n${summary ?? ""}`) });
    await events.publish(trx, organizationId, { type: "document.updated", id: documentId });
    if (checked !== null)
      await events.publish(trx, organizationId, { type: "golden.updated", id: versionId });
  });
}

/** Inserts many pages per statement; each of `pageRows` is a JSON array of pages. */
async function replacePages(trx: Transaction, version: Key<"versionId">, pageRows: string[]): Promise<void> {
  const { organizationId, versionId } = version;
  await deleteRows(trx, "document_pages", { organization_id: organizationId, version_id: versionId });
  for (const rows of pageRows) {
    await sql`
      insert into document_pages (organization_id, version_id, page, width, height, text, boxes)
      select ${organizationId}::uuid, ${versionId}::uuid, row.page, row.width, row.height, row.text, row.boxes
      from jsonb_to_recordset(${rows}::jsonb)
        as row (page integer, width real, height real, text text, boxes jsonb)
    `.execute(trx);
  }
}
