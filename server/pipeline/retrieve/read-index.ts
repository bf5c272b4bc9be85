import { sql } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";
import { audienceByte } from "../index/postings.ts";
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
    where organization_id = ${shelf.organizationId} and audience = ${audienceByte(shelf.audience)}::"char"
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
  // Laterals with a limit make PostgreSQL look each place up by key. As plain joins it took row-level
  // security for a filter that leaves one row, and read every version of the organization ten times.
  const { rows } = await sql<StoredChunk>`
    select place.segment, place.ordinal, chunk.*, version.*
    from unnest(${places.map((place) => place.segment)}::integer[], ${places.map((place) => place.ordinal)}::integer[])
      as place (segment, ordinal)
    cross join lateral (
      select text, spans, heading_path from chunks
      where organization_id = ${organizationId} and segment = place.segment and ordinal = place.ordinal
      limit 1
    ) chunk
    cross join lateral (
      select language, document_id, document_name, version_id, version from index_versions
      where organization_id = ${organizationId} and audience = ${audience} and segment = place.segment
      limit 1
    ) version
  `.execute(trx);
  return rows;
}
