import { sql } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";
import type { Chunk } from "../chunk/chunk.ts";
import type { Language } from "../language/languages.ts";
import { invert, type InvertedVersion } from "./invert.ts";
import { audienceByte, encodePostings } from "./postings.ts";

export interface IndexRequest {
  organizationId: string;
  audience: Audience;
  documentId: string;
  versionId: string;
  documentName: string;
  /** The document's title, or null. */
  title: string | null;
  language: Language;
  chunks: Chunk[];
}

/**
 * Makes a version the one that its document is answered from: writes its chunks and postings, takes
 * those of the version before away and sets `answering_version_id`, all in the caller's
 * transaction, so that no question ever finds both or neither. Indexing a version again replaces
 * what was there.
 *
 * Returns false, and changes nothing, if the document is gone or already answers from a newer
 * version (two uploads in a row may be completed in either order).
 */
export async function indexVersion(trx: Transaction, request: IndexRequest): Promise<boolean> {
  const inverted = invert({
    names: [request.documentName, request.title ?? ""],
    language: request.language,
    chunks: request.chunks,
  });
  // Every writer of a document's index takes its row first: versions of one document queue up
  // here, documents of one organization never wait for each other.
  if (!(await lockForVersion(trx, request))) return false;
  await sql`
    delete from index_versions
    where organization_id = ${request.organizationId} and document_id = ${request.documentId}
  `.execute(trx);
  const segment = await insertVersion(trx, request, inverted);
  await insertChunks(trx, request, segment);
  await insertPostings(trx, request, segment, inverted);
  await sql`
    update documents set answering_version_id = ${request.versionId}
    where organization_id = ${request.organizationId} and id = ${request.documentId}
  `.execute(trx);
  return true;
}

/** Takes a version out of the index; its document answers from no version if it was this one. */
export async function removeVersion(
  trx: Transaction,
  { organizationId, versionId }: { organizationId: string; versionId: string },
): Promise<void> {
  await sql`
    update documents set answering_version_id = null
    where organization_id = ${organizationId} and answering_version_id = ${versionId}
  `.execute(trx);
  // Chunks go by foreign key, postings by trigger; the same happens when the version itself is deleted.
  await sql`
    delete from index_versions where organization_id = ${organizationId} and version_id = ${versionId}
  `.execute(trx);
}

async function lockForVersion(trx: Transaction, request: IndexRequest): Promise<boolean> {
  await sql`
    select from documents
    where organization_id = ${request.organizationId} and id = ${request.documentId}
    for update
  `.execute(trx);
  // A statement of its own: the one that waited for the lock still sees the versions of before.
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

async function insertVersion(trx: Transaction, request: IndexRequest, inverted: InvertedVersion): Promise<number> {
  const { rows } = await sql<{ segment: number }>`
    insert into index_versions
      (organization_id, audience, document_id, document_name, version_id, version, language, chunk_count, length, terms)
    select organization_id, ${request.audience}, document_id, ${request.documentName}, id, version,
      ${request.language}, ${request.chunks.length}::integer, ${inverted.length}::integer,
      ${[...inverted.terms.keys()].toSorted()}::text[]
    from document_versions
    where organization_id = ${request.organizationId} and id = ${request.versionId}
    returning segment
  `.execute(trx);
  const segment = rows[0]?.segment;
  if (segment === undefined) throw new Error("the index gave no segment number");
  return segment;
}

/** Rows travel as arrays, one statement for all of them: one plan, one round trip. */
async function insertChunks(trx: Transaction, request: IndexRequest, segment: number): Promise<void> {
  const rows = request.chunks.map((chunk) => ({
    ordinal: chunk.ordinal,
    text: storable(chunk.text),
    spans: chunk.spans.flatMap((span) => [span.page, span.start, span.end, span.at]),
    heading_path: chunk.headingPath.map(storable),
  }));
  await sql`
    insert into chunks (organization_id, segment, ordinal, text, spans, heading_path)
    select ${request.organizationId}::uuid, ${segment}::integer, row.ordinal, row.text, row.spans, row.heading_path
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (ordinal integer, text text, spans integer[], heading_path text[])
  `.execute(trx);
}

async function insertPostings(
  trx: Transaction,
  request: IndexRequest,
  segment: number,
  inverted: InvertedVersion,
): Promise<void> {
  // In the order of the key, so that neighbouring rows land on the same pages of the index.
  const terms = [...inverted.terms.keys()].toSorted();
  const chunkCount = request.chunks.length;
  const bytes = terms.map((term) => {
    const entry = inverted.terms.get(term) ?? { inTitle: false, postings: [] };
    return encodePostings({ segment, chunkCount, ...entry });
  });
  await sql`
    insert into postings (organization_id, segment, audience, term, postings)
    select ${request.organizationId}::uuid, ${segment}::integer, ${audienceByte(request.audience)}::"char", row.term, row.postings
    from unnest(${terms}::text[], ${bytes}::bytea[]) as row (term, postings)
  `.execute(trx);
}

/** PostgreSQL stores no NUL; a space keeps all offsets. Lone surrogates have no UTF-8 either. */
function storable(text: string): string {
  return text.replaceAll("\0", " ").toWellFormed();
}
