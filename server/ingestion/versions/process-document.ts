import { Audience } from "../../../contract/common.ts";
import type { DocumentErrorCode } from "../../../contract/errors.ts";
import type { ProcessDocumentJob } from "../../../contract/jobs.ts";
import type { Context } from "../../context.ts";
import { FileNotStoredError } from "../../clients/storage.ts";
import { equals, inTenant, withTenant, type Database } from "../../database/database.ts";
import { rowId, updateRows } from "../../database/rows.ts";
import type { JobHandler } from "../../jobs.ts";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import { finishVersion, OutdatedCheckError, type FinishTools } from "./finish-version.ts";
import type { VersionChecker } from "./version-check.ts";

export interface ProcessingTools extends FinishTools, Pick<Context, "storage" | "extractor"> {
  /** If undefined, every version goes live. */
  versionChecker?: VersionChecker | undefined;
}

/** While other documents keep changing, a version is checked at most this many times. */
const maxChecks = 3;

/**
 * Prepares one version of a document (extracts, chunks, indexes and summarizes it) and completes it. Everything is
 * written in one transaction at the end, so that after a crash the version is still waiting and the job starts over.
 * A problem of the document is recorded as its error; any other problem is thrown, so that the job is retried.
 */
export async function processDocument(tools: ProcessingTools, job: ProcessDocumentJob, signal?: AbortSignal) {
  const waiting = await findWaitingVersion(tools.db, job);
  if (waiting === null) return;
  try {
    const document = await tools.storage.withLocalFile(waiting.storageKey, (path) =>
      tools.extractor.prepare(path, waiting.documentName),
    );
    const version = { ...job, ...waiting, index: document.index };
    for (let checks = 1; ; checks++) {
      const checked = (await tools.versionChecker?.check(version, signal)) ?? null;
      const mayBeOutdated = checks === maxChecks;
      try {
        return await finishVersion(tools, job, { ...waiting, checked, mayBeOutdated }, document);
      } catch (error) {
        if (!(error instanceof OutdatedCheckError)) throw error;
      }
    }
  } catch (error) {
    if (error instanceof ExtractionError) return failVersion(tools, job, error.code);
    // The document was deleted in the meantime.
    if (error instanceof FileNotStoredError && (await findWaitingVersion(tools.db, job)) === null) return;
    throw error;
  }
}

/** Records an error for a version that is still waiting. The previous version stays in use. */
async function failVersion(
  { db, events }: Pick<ProcessingTools, "db" | "events">,
  { organizationId, documentId, versionId }: ProcessDocumentJob,
  code: DocumentErrorCode,
): Promise<void> {
  await withTenant(db, organizationId, async (trx) => {
    const waiting = { ...rowId(organizationId, versionId), status: "processing" };
    const failure = { status: "error", error_code: code, finished_at: new Date() };
    if (await updateRows(trx, "document_versions", waiting, failure))
      await events.publish(trx, organizationId, { type: "document.updated", id: documentId });
  });
}

async function findWaitingVersion(db: Database, job: ProcessDocumentJob) {
  const row = await withTenant(db, job.organizationId, (trx) =>
    trx
      .selectFrom("document_versions")
      .innerJoin("documents", inTenant("documents.id", "document_versions.document_id"))
      .select(["storage_key as storageKey", "audience", "name as documentName"])
      .where("document_versions.organization_id", "=", job.organizationId)
      .where(equals({ "document_versions.id": job.versionId, "document_versions.status": "processing" }))
      .executeTakeFirst(),
  );
  return row === undefined ? null : { ...row, audience: Audience.parse(row.audience) };
}

/** The job that processes an uploaded version, which ends up completed or with an error. */
export function documentJob(tools: ProcessingTools): JobHandler<"document.process"> {
  return {
    run: (job, { signal }) => processDocument(tools, job, signal),
    exhausted: (job) => failVersion(tools, job, "internal"),
  };
}
