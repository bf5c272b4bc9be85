import { sql } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import type { Key, Transaction } from "../../database/database.ts";
import { deleteRows, lockRow, rowId, updateRows } from "../../database/rows.ts";
import { audienceByte, encodeSegment } from "./postings.ts";
import type { PreparedIndex } from "./prepare-index.ts";

export interface IndexRequest extends Key<"documentId" | "versionId"> {
  audience: Audience;
  documentName: string;
  index: PreparedIndex;
}

/**
 * Makes a version the one that questions about its document are answered from: writes its chunks and postings,
 * deletes those of the previous version and sets `answering_version_id`, all in the caller's transaction, so that
 * no question ever finds both or neither. Indexing a version again replaces its rows.
 *
 * Returns false, and changes nothing, if the document is gone or is already answered from a newer
 * version (two consecutive uploads may be completed in either order).
 */
export async function indexVersion(trx: Transaction, request: IndexRequest): Promise<boolean> {
  // Every writer of a document's index locks the document's row first: versions of one document wait for each
  // other here; different documents do not.
  if (!(await lockForVersion(trx, request))) return false;
  const { organizationId, documentId, versionId } = request;
  await deleteRows(trx, "index_versions", { organization_id: organizationId, document_id: documentId });
  const segment = await insertVersion(trx, request);
  await insertChunks(trx, request, segment);
  await insertPostings(trx, request, segment);
  await insertTables(trx, request, segment);
  await countTerms(trx, request);
  await countVersion(trx, request);
  const document = rowId(organizationId, documentId);
  await updateRows(trx, "documents", document, { answering_version_id: versionId });
  return true;
}

/** Identifies the live versions of the other documents of this audience. */
export async function otherVersions(trx: Transaction, request: Omit<IndexRequest, "index">): Promise<string> {
  const { rows } = await sql<{ versions: string }>`
    select coalesce(md5(string_agg(version_id::text, ' ' order by version_id)), '') as versions
    from index_versions
    where organization_id = ${request.organizationId} and audience = ${request.audience}
      and document_id <> ${request.documentId}
  `.execute(trx);
  return rows[0]?.versions ?? "";
}

async function lockForVersion(trx: Transaction, request: IndexRequest): Promise<boolean> {
  await lockRow(trx, "documents", rowId(request.organizationId, request.documentId), ["id"]);
  // A separate statement, because the one that waited for the lock still sees the earlier versions.
  const { rows } = await sql<{ current: boolean }>`
    select coalesce(answering.version, 0) <= asked.version as current
    from documents
    join document_versions asked
      on asked.organization_id = documents.organization_id and asked.id = ${request.versionId}
      and asked.document_id = documents.id
    left join document_versions answering
      on answering.organization_id = documents.organization_id and answering.id = documents.answering_version_id
    where documents.organization_id = ${request.organizationId} and documents.id = ${request.documentId}
      and documents.audience = ${request.audience}
  `.execute(trx);
  return rows[0]?.current === true;
}

async function insertVersion(trx: Transaction, { index, ...request }: IndexRequest): Promise<number> {
  const terms = index.postings.flatMap((part) => part.terms);
  const { rows } = await sql<{ segment: number }>`
    insert into index_versions
      (organization_id, audience, document_id, document_name, version_id, version, language, chunk_count, length, terms)
    select organization_id, ${request.audience}, document_id, ${request.documentName}, id, version,
      ${index.language}, ${index.chunkCount}::integer, ${index.length}::integer, ${terms}::text[]
    from document_versions
    where organization_id = ${request.organizationId} and id = ${request.versionId}
    returning segment
  `.execute(trx);
  const segment = rows[0]?.segment;
  if (segment === undefined) throw new Error("the index gave no segment number");
  return segment;
}

/** Sends many rows per statement, to save plans and round trips. */
async function insertChunks(trx: Transaction, request: IndexRequest, segment: number): Promise<void> {
  const { organizationId, index } = request;
  for (const rows of index.chunkRows) {
    await sql`
      insert into chunks (organization_id, segment, ordinal, text, spans, heading_path, sections)
      select ${organizationId}::uuid, ${segment}::integer, row.ordinal, row.text, row.spans, row.heading_path,
        row.sections
      from jsonb_to_recordset(${rows}::jsonb)
        as row (ordinal integer, text text, spans integer[], heading_path text[], sections jsonb)
    `.execute(trx);
  }
}

async function insertPostings(trx: Transaction, request: IndexRequest, segment: number): Promise<void> {
  const audience = audienceByte(request.audience);
  const prefix = encodeSegment(segment);
  for (const { terms, postings } of request.index.postings) {
    const bytes = postings.map((each) => Buffer.from(each.buffer, each.byteOffset, each.byteLength));
    await sql`
      insert into postings (organization_id, segment, audience, term, postings)
      select ${request.organizationId}::uuid, ${segment}::integer, ${audience}::"char", row.term,
        ${prefix}::bytea || row.postings
      from unnest(${terms}::text[], ${bytes}::bytea[]) as row (term, postings)
    `.execute(trx);
  }
}

async function insertTables(trx: Transaction, request: IndexRequest, segment: number): Promise<void> {
  const { organizationId, index } = request;
  if (index.tables.length === 0) return;
  await sql`
    insert into document_tables (organization_id, segment, number, first_ordinal, last_ordinal, content)
    select ${organizationId}::uuid, ${segment}::integer, row.number - 1, row.first_ordinal, row.last_ordinal, row.content
    from unnest(
      ${index.tables.map(({ firstOrdinal }) => firstOrdinal)}::integer[],
      ${index.tables.map(({ lastOrdinal }) => lastOrdinal)}::integer[],
      ${index.tables.map(({ content }) => content)}::text[]
    ) with ordinality as row (first_ordinal, last_ordinal, content, number)
  `.execute(trx);
}

/** Runs late, because its lock makes other documents of the organization wait here until the transaction ends. */
async function countTerms(trx: Transaction, { organizationId, ...request }: IndexRequest): Promise<void> {
  await sql`select lock_vocabulary(${organizationId})`.execute(trx);
  for (const { terms } of request.index.postings) {
    await sql`
      insert into vocabulary as known (organization_id, audience, term, versions)
      select ${organizationId}::uuid, ${audienceByte(request.audience)}::"char", term, 1
      from unnest(${terms}::text[]) as term
      on conflict (organization_id, audience, term) do update set versions = known.versions + 1
    `.execute(trx);
  }
}

/** Requires the lock that `countTerms` takes. */
async function countVersion(trx: Transaction, request: IndexRequest): Promise<void> {
  const { organizationId, audience, index } = request;
  await sql`
    insert into collection_statistics as known (organization_id, audience, language, versions, chunk_count, length)
    values (${organizationId}, ${audience}, ${index.language}, 1, ${index.chunkCount}, ${index.length})
    on conflict (organization_id, audience, language) do update set
      versions = known.versions + 1,
      chunk_count = known.chunk_count + excluded.chunk_count,
      length = known.length + excluded.length,
      generation = excluded.generation
  `.execute(trx);
}
