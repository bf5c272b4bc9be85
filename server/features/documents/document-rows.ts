import { sql } from "kysely";
import { Document, DocumentVersion, FileType, fileTypeNames } from "../../../contract/documents.ts";
import { DocumentErrorCode, documentErrorMessage } from "../../../contract/errors.ts";
import type { Transaction } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import { microsOf } from "../../paging.ts";

/** Documents of one organization, each with its newest version and what `toDocument` needs. */
export function selectDocuments(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("documents")
    .innerJoin("document_versions as newest", (join) =>
      join
        .onRef("newest.organization_id", "=", "documents.organization_id")
        .onRef("newest.document_id", "=", "documents.id")
        .onRef("newest.version", "=", "documents.newest_version"),
    )
    .leftJoin("users", "users.id", "newest.uploader_id")
    .select(["documents.id", "documents.name", "documents.audience", "documents.updated_at"])
    .select(["newest.version", "newest.file_type", "newest.file_size", "newest.status", "newest.error_code"])
    .select(["newest.summary", "newest.page_count", "newest.created_at", "newest.file_path"])
    .select(["users.first_name", "users.email", microsOf("documents.updated_at").as("micros")])
    .select(
      sql<boolean>`exists (
        select from version_checks
        where version_checks.organization_id = newest.organization_id
          and version_checks.version_id = newest.id and version_checks.held_at is not null
      )`.as("held"),
    )
    .select(
      sql<number | null>`(
        select version from document_versions answering
        where answering.organization_id = documents.organization_id and answering.id = documents.answering_version_id
      )`.as("answering_version"),
    )
    .where("documents.organization_id", "=", organizationId);
}
type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>["execute"]>>[number];

export const toDocument = (row: DocumentRow): Document =>
  fromRow(Document, { ...row, ...versionFields(row), type: row.audience, waiting: null });

type VersionRow = Pick<DocumentRow, "error_code" | "file_type" | "first_name" | "email">;

/** A version as the API returns it. `answering`: questions are answered from it now. */
export const toVersion = (row: VersionRow & { answering: boolean }): DocumentVersion =>
  fromRow(DocumentVersion, { ...row, ...versionFields(row) });

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
  const waiting = new Map(rows.map(({ id, before, isStalled }) => [id, { before, isStalled }]));
  return documents.map((document) => {
    const found = document.status === "processing" ? waiting.get(document.id) : undefined;
    const isShown = found !== undefined && (found.before > 0 || found.isStalled);
    return isShown ? { ...document, waiting: found } : document;
  });
}
