import { setImmediate as others } from "node:timers/promises";
import { sql } from "kysely";
import type { ProcessDocumentJob } from "../../../contract/jobs.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { chunk } from "../chunk/chunk.ts";
import type { ExtractedDocument, ExtractedPage } from "../extract/extracted-document.ts";
import { indexVersion } from "../index/index-version.ts";
import { detectLanguage } from "../language/detect.ts";
import { fold } from "../language/fold.ts";
import { summarize } from "../summarize/summarize.ts";
import type { WaitingVersion } from "./process-document.ts";

/**
 * Stores what was read and completes the version, in one transaction: questions are answered from
 * either the version before or this one. Does nothing for a document that was deleted meanwhile.
 */
export async function finishVersion(
  { db, events }: { db: Database; events: Events },
  { organizationId, documentId, versionId }: ProcessDocumentJob,
  { audience, documentName }: WaitingVersion,
  extracted: ExtractedDocument,
): Promise<void> {
  const document = storable(extracted);
  const language = detectLanguage(document.pages.map((page) => page.text).join("\n"));
  // Each of these takes a tenth of a second for a hundred pages: requests go in between.
  await others();
  const chunks = chunk(document);
  await others();
  const summary = summarize(document, language);
  await others();
  await withTenant(db, organizationId, async (trx) => {
    if (!(await lockDocument(trx, { organizationId, documentId }))) return;
    const completed = await trx
      .updateTable("document_versions")
      .set({
        status: "completed",
        error_code: null,
        file_type: document.fileType,
        summary,
        language,
        page_count: document.pages.length,
        finished_at: new Date(),
      })
      .where("organization_id", "=", organizationId)
      .where("id", "=", versionId)
      .where("status", "=", "processing")
      .returning("version")
      .executeTakeFirst();
    if (completed === undefined) return;
    await replacePages(trx, { organizationId, versionId }, document.pages);
    const { title } = document;
    await indexVersion(trx, {
      organizationId,
      audience,
      documentId,
      versionId,
      documentName,
      title,
      language,
      chunks,
    });
    await trx
      .updateTable("documents")
      .set({ search_text: fold(`${documentName}\n${summary ?? ""}`) })
      .where("organization_id", "=", organizationId)
      .where("id", "=", documentId)
      .where("newest_version", "=", completed.version)
      .execute();
    await events.publish(trx, organizationId, { type: "document.updated", id: documentId });
  });
}

/** Deleting and uploading take this row first, too, so that no two of them ever wait for each other. */
async function lockDocument(
  trx: Transaction,
  { organizationId, documentId }: { organizationId: string; documentId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom("documents")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", documentId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** All pages in one statement. */
async function replacePages(
  trx: Transaction,
  { organizationId, versionId }: { organizationId: string; versionId: string },
  pages: ExtractedPage[],
): Promise<void> {
  await trx
    .deleteFrom("document_pages")
    .where("organization_id", "=", organizationId)
    .where("version_id", "=", versionId)
    .execute();
  await sql`
    insert into document_pages (organization_id, version_id, page, width, height, text, boxes)
    select ${organizationId}::uuid, ${versionId}::uuid, row.page, row.width, row.height, row.text, row.boxes
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb)
      as row (page integer, width real, height real, text text, boxes jsonb)
  `.execute(trx);
}

/** PostgreSQL stores no NUL, and half a surrogate pair has no UTF-8; what takes their place keeps all offsets. */
function storable(document: ExtractedDocument): ExtractedDocument {
  const clean = (text: string): string => text.replaceAll("\0", " ").toWellFormed();
  return {
    ...document,
    title: document.title === null ? null : clean(document.title),
    pages: document.pages.map((page) => ({ ...page, text: clean(page.text) })),
  };
}
