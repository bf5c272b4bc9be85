import { sql } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";
import { toLanguage, type Language } from "../language/languages.ts";
import type { Collection } from "./rank.ts";

/** Whose documents a question is answered from. */
export interface Shelf {
  organizationId: string;
  audience: Audience;
}

export interface ShelfStatistics extends Collection {
  languages: Language[];
}

/** Counts what one audience of one organization can be answered from. */
export async function readStatistics(trx: Transaction, shelf: Shelf): Promise<ShelfStatistics> {
  const { rows } = await sql<{ chunks: number; length: number; languages: string[] | null }>`
    select coalesce(sum(chunk_count), 0)::integer as chunks, coalesce(sum(length), 0)::float8 as length,
      array_agg(distinct language) as languages
    from index_versions
    where organization_id = ${shelf.organizationId} and audience = ${shelf.audience}
  `.execute(trx);
  const row = rows[0];
  const chunkCount = row?.chunks ?? 0;
  return {
    chunkCount,
    meanLength: Math.max(1, (row?.length ?? 0) / Math.max(1, chunkCount)),
    languages: [...new Set((row?.languages ?? []).map(toLanguage))],
  };
}

/** The joined postings of each term that any document of the shelf holds. */
export async function readPostings(
  trx: Transaction,
  shelf: Shelf,
  terms: string[],
): Promise<Map<string, Uint8Array>> {
  if (terms.length === 0) return new Map();
  const { rows } = await sql<{ term: string; postings: Buffer }>`
    select term, string_agg(postings, ''::bytea) as postings
    from postings
    where organization_id = ${shelf.organizationId} and audience = ${shelf.audience}
      and term = any (${terms}::text[])
    group by term
  `.execute(trx);
  return new Map(rows.map((row) => [row.term, row.postings]));
}

export interface StoredChunk {
  segment: number;
  ordinal: number;
  text: string;
  /** Four numbers a span: page, start, end, where it begins in `text`. */
  spans: number[];
  heading_path: string[];
  document_id: string;
  document_name: string;
  version_id: string;
  version: number;
  language: string;
}

/** The chunks at these places, in any order. */
export async function readChunks(
  trx: Transaction,
  { organizationId, audience }: Shelf,
  places: { segment: number; ordinal: number }[],
): Promise<StoredChunk[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<StoredChunk>`
    select chunks.segment, chunks.ordinal, chunks.text, chunks.spans, chunks.heading_path,
      documents.id as document_id, documents.name as document_name,
      document_versions.id as version_id, document_versions.version, index_versions.language
    from unnest(${places.map((place) => place.segment)}::integer[], ${places.map((place) => place.ordinal)}::integer[])
      as place (segment, ordinal)
    join chunks on chunks.organization_id = ${organizationId}
      and chunks.segment = place.segment and chunks.ordinal = place.ordinal
    join index_versions on index_versions.organization_id = ${organizationId}
      and index_versions.audience = ${audience} and index_versions.segment = place.segment
    join document_versions on document_versions.organization_id = ${organizationId}
      and document_versions.id = index_versions.version_id
    join documents on documents.organization_id = ${organizationId}
      and documents.id = index_versions.document_id
  `.execute(trx);
  return rows;
}
