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

/** Terms from `low` to before `high`, of `shortest` to `longest` characters. */
export interface TermRange {
  low: string;
  high: string;
  shortest: number;
  longest: number;
}

/** A term of the index and how many versions of documents hold it. */
export interface KnownTerm {
  term: string;
  versions: number;
}

/** What a search needs to know of the documents that it may answer from. */
export interface IndexReader {
  statistics(): Promise<ShelfStatistics>;
  /** The joined postings of each term that any document holds. */
  postings(terms: string[]): Promise<Map<string, Uint8Array>>;
  /** The terms in any of the ranges, and a bounded number of them only. */
  terms(ranges: TermRange[]): Promise<KnownTerm[]>;
  /** The chunks at these places, in any order. */
  chunks(places: { segment: number; ordinal: number }[]): Promise<StoredChunk[]>;
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

/** Reads one shelf in the caller's transaction. */
export function indexReader(trx: Transaction, shelf: Shelf): IndexReader {
  return {
    statistics: () => readStatistics(trx, shelf),
    postings: (terms) => readPostings(trx, shelf, terms),
    terms: (ranges) => readTerms(trx, shelf, ranges),
    chunks: (places) => readChunks(trx, shelf, places),
  };
}

async function readStatistics(trx: Transaction, shelf: Shelf): Promise<ShelfStatistics> {
  // From here to the end of the transaction one plan serves all questions: with arrays for parameters
  // PostgreSQL expects less of the plans it keeps, and would plan every statement anew.
  const { rows } = await sql<{ language: string; chunks: number; length: number }>`
    select language, chunk_count as chunks, length,
      set_config('plan_cache_mode', 'force_generic_plan', true)
    from shelf_statistics
    where organization_id = ${shelf.organizationId} and audience = ${shelf.audience}
  `.execute(trx);
  const chunkCount = rows.reduce((sum, row) => sum + row.chunks, 0);
  const length = rows.reduce((sum, row) => sum + row.length, 0);
  return {
    chunkCount,
    meanLength: Math.max(1, length / Math.max(1, chunkCount)),
    languages: [...new Set(rows.map((row) => toLanguage(row.language)))].toSorted(),
  };
}

async function readPostings(
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

/** More terms begin with the same two letters in no language; what is indexed may be no language. */
const mostTermsARange = 4_000;

async function readTerms(trx: Transaction, shelf: Shelf, ranges: TermRange[]): Promise<KnownTerm[]> {
  if (ranges.length === 0) return [];
  const { rows } = await sql<KnownTerm>`
    select distinct found.term, found.versions
    from unnest(
      ${ranges.map((range) => range.low)}::text[], ${ranges.map((range) => range.high)}::text[],
      ${ranges.map((range) => range.shortest)}::integer[], ${ranges.map((range) => range.longest)}::integer[]
    ) as range (low, high, shortest, longest)
    cross join lateral (
      select term, versions from vocabulary
      where organization_id = ${shelf.organizationId} and audience = ${audienceByte(shelf.audience)}::"char"
        and term >= range.low collate "C" and term < range.high collate "C"
      limit ${mostTermsARange}
    ) found
    where length(found.term) between range.shortest and range.longest
  `.execute(trx);
  return rows;
}

async function readChunks(
  trx: Transaction,
  { organizationId, audience }: Shelf,
  places: { segment: number; ordinal: number }[],
): Promise<StoredChunk[]> {
  if (places.length === 0) return [];
  // Laterals with a limit make PostgreSQL look each place up by key. As plain joins it took row-level
  // security for a filter that leaves one row, and read every version of the organization ten times.
  const { rows } = await sql<StoredChunk>`
    select place.segment, place.ordinal, chunk.*, version.document_id, version.document_name,
      version.version_id, version.version, version.language
    from unnest(${places.map((place) => place.segment)}::integer[], ${places.map((place) => place.ordinal)}::integer[])
      as place (segment, ordinal)
    cross join lateral (
      select text, spans, heading_path from chunks
      where organization_id = ${organizationId} and segment = place.segment and ordinal = place.ordinal
      limit 1
    ) chunk
    cross join lateral (
      select audience, language, document_id, document_name, version_id, version from index_versions
      where organization_id = ${organizationId} and segment = place.segment
      limit 1
    ) version
    where version.audience = ${audience}
  `.execute(trx);
  return rows;
}
