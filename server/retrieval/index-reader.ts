import { sql } from "kysely";
import { once } from "../caching/once.ts";
import type { Transaction } from "../database/database.ts";
import { inBatches } from "../database/in-batches.ts";
import { audienceByte } from "../ingestion/index/postings.ts";
import { toLanguage, type Language } from "../language/languages.ts";
import { openPostingsCaches, type KnownTerm, type PostingsCache } from "./postings-cache.ts";
import { readMatches } from "./match.ts";
import type { Collection, Retrieval, StoredChunk } from "./passage.ts";
import type { CollectionSize } from "./rank.ts";

/** Terms in [low, high) with `minLength` to `maxLength` characters. */
export interface TermRange {
  low: string;
  high: string;
  minLength: number;
  maxLength: number;
}

/** Reads the index of one collection in one transaction, through the postings cache. */
export type IndexReader = ReturnType<typeof readerOf>;

interface ChunkLocation {
  segment: number;
  ordinal: number;
}

/**
 * Opens readers of collections, each in the caller's transaction and for the collection's current state. Simultaneous
 * transactions that have changed nothing of the index (`isShared`) share the statement that reads the state.
 */
export function openIndexes() {
  const cacheOf = openPostingsCaches();
  const readTogether = inBatches(async (asked: [Transaction, Collection][]) => {
    const statistics = asked[0] && (await readStatistics(...asked[0]));
    return asked.map(() => statistics);
  });
  return async (trx: Transaction, key: Collection, isShared: boolean): Promise<IndexReader> => {
    const name = `${key.organizationId}/${key.audience}`;
    const shared = isShared ? await readTogether(name, [trx, key]) : undefined;
    const { state, ...collection } = shared ?? (await readStatistics(trx, key));
    return readerOf(trx, key, { collection, cache: cacheOf(name, state) });
  };
}

function readerOf(
  trx: Transaction,
  key: Collection,
  { collection, cache }: { collection: CollectionSize & { languages: Language[] }; cache: PostingsCache },
) {
  // Until the end of the transaction, cached plans are used for all questions. With arrays as parameters PostgreSQL
  // estimates them to be worse than they are, and would plan every statement anew.
  const keepPlans = once(() => sql`set local plan_cache_mode = force_generic_plan`.execute(trx));
  return {
    collection,
    /** Maps the chunk ids of all matches to segments and ordinals. */
    space: cache.space,
    zeroedArrays: () => cache.zeroedArrays(cache.space.size),
    /** The chunks that contain each of the terms. */
    matches: (terms: string[]) =>
      cache.matches(terms, String, async (missing) => {
        await keepPlans();
        const rows = await readPostings(trx, key, missing);
        return new Map(
          missing.map((term) => [term, readMatches(rows.get(term) ?? new Uint8Array(), cache.space)]),
        );
      }),
    /** The terms in any of the ranges; see `maxTermsPerRange`. */
    async terms(ranges: TermRange[]) {
      const found = await cache.terms(ranges, rangeKey, async (missing) => {
        await keepPlans();
        const inOrder = await readTerms(trx, key, missing);
        return new Map(missing.map((range, index) => [rangeKey(range), inOrder[index] ?? []]));
      });
      const known = ranges.flatMap((range) =>
        (found.get(rangeKey(range)) ?? []).filter(
          ({ term }) => term.length >= range.minLength && term.length <= range.maxLength,
        ),
      );
      return [...new Map(known.map((one) => [one.term, one])).values()];
    },
    /** The chunk at each of these locations; undefined if there is none. */
    async chunks(locations: ChunkLocation[]) {
      const found = await cache.chunks(locations, locationKey, async (missing) => {
        await keepPlans();
        const rows = await readChunks(trx, key, missing);
        return new Map(rows.map((row) => [locationKey(row), row]));
      });
      return locations.map((location) => found.get(locationKey(location)));
    },
    /** Runs `search`, or returns its cached result (the same object) for a question that was asked before. */
    async searchOnce(asked: string, search: () => Promise<Retrieval>): Promise<Retrieval> {
      const found = await cache.searches([asked], String, async () => new Map([[asked, await search()]]));
      return found.get(asked) as Retrieval;
    },
  };
}

const locationKey = ({ segment, ordinal }: ChunkLocation): string => `${segment}/${ordinal}`;

const rangeKey = ({ low, high }: TermRange): string => `${low} ${high}`;

async function readStatistics(trx: Transaction, collection: Collection) {
  const { rows } = await sql<{ language: string; chunks: number; length: number; generation: number }>`
    select language, chunk_count as chunks, length, generation
    from collection_statistics
    where organization_id = ${collection.organizationId} and audience = ${collection.audience}
    order by language
  `.execute(trx);
  const chunkCount = rows.reduce((sum, row) => sum + row.chunks, 0);
  const length = rows.reduce((sum, row) => sum + row.length, 0);
  return {
    chunkCount,
    meanLength: Math.max(1, length / Math.max(1, chunkCount)),
    languages: [...new Set(rows.map((row) => toLanguage(row.language)))].toSorted(),
    state: rows.map(({ generation }) => generation).join(" "),
  };
}

async function readPostings(trx: Transaction, collection: Collection, terms: string[]) {
  const { rows } = await sql<{ term: string; postings: Buffer }>`
    select term, string_agg(postings, ''::bytea) as postings
    from postings
    where organization_id = ${collection.organizationId} and audience = ${audienceByte(collection.audience)}::"char"
      and term = any (${terms}::text[])
    group by term
  `.execute(trx);
  return new Map(rows.map((row) => [row.term, row.postings]));
}

/** No language has more terms with the same two first letters, but documents may contain text in no language. */
const maxTermsPerRange = 4_000;

/** The terms of each range, of any length, since other words of the question may need other lengths. */
async function readTerms(trx: Transaction, collection: Collection, ranges: TermRange[]) {
  const { rows } = await sql<{ range: number; terms: string; versions: string }>`
    select range.number::integer - 1 as range, string_agg(found.term, ' ') as terms,
      string_agg(found.versions::text, ' ') as versions
    from unnest(${ranges.map((range) => range.low)}::text[], ${ranges.map((range) => range.high)}::text[])
      with ordinality as range (low, high, number)
    cross join lateral (
      select term, versions from vocabulary
      where organization_id = ${collection.organizationId} and audience = ${audienceByte(collection.audience)}::"char"
        and term >= range.low collate "C" and term < range.high collate "C"
      limit ${maxTermsPerRange}
    ) found
    group by range.number
  `.execute(trx);
  const inOrder: KnownTerm[][] = ranges.map(() => []);
  for (const { range, terms, versions } of rows) {
    const counts = versions.split(" ");
    inOrder[range] = terms.split(" ").map((term, index) => ({ term, versions: Number(counts[index]) }));
  }
  return inOrder;
}

/** The chunks at these locations, in any order. */
export async function readChunks(
  trx: Transaction,
  { organizationId, audience }: Collection,
  locations: ChunkLocation[],
): Promise<StoredChunk[]> {
  if (locations.length === 0) return [];
  // Laterals with a limit make PostgreSQL look each location up by key. With plain joins it expected row-level security
  // to leave a single row, and read every version of the organization ten times.
  const { rows } = await sql<StoredChunk>`
    select place.segment, place.ordinal, chunk.*, version.document_id as "documentId",
      version.document_name as "documentName", version.version_id as "versionId", version.version, version.language
    from unnest(${locations.map(({ segment }) => segment)}::integer[], ${locations.map(({ ordinal }) => ordinal)}::integer[])
      as place (segment, ordinal)
    cross join lateral (
      select text, spans, heading_path as "headingPath", sections from chunks
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
