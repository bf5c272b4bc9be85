import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Transaction } from "../../database/database.ts";
import { decodeTable, type TypedTable } from "../../ingestion/tables/stored-table.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/** Where a table is stored, and which chunks show it. */
interface TablePlace {
  segment: number;
  number: number;
  first_ordinal: number;
  last_ordinal: number;
}

/** In characters of JSON; parsed and analysed a table takes about four times as much. */
const maxCachedCharacters = 8_000_000;
/** A segment is never written again: what was read of it stays true. */
const cache = new LRUCache<string, TypedTable>({ maxSize: maxCachedCharacters });
/** By organization and segment, so that a question about documents that were asked before needs no query. */
const placesOfSegments = new LRUCache<string, readonly TablePlace[]>({
  maxSize: 20_000,
  sizeCalculation: (places) => 1 + places.length,
});
const maxTablesPerQuestion = 24;

/**
 * The tables that these passages show, in the order of the passages. A passage directly before a
 * table, which may hold the sentence that leads to it, shows it too.
 */
export async function findTables(
  trx: Transaction,
  organizationId: string,
  passages: RetrievedPassage[],
): Promise<RetrievedTable[]> {
  if (passages.length === 0) return [];
  const places = await findPlaces(trx, organizationId, passages);
  const found = places
    .map((place) => ({ place, passage: firstShowing(passages, place) }))
    .filter(({ passage }) => passage >= 0)
    .toSorted((a, b) => a.passage - b.passage || a.place.number - b.place.number)
    .slice(0, maxTablesPerQuestion);
  const tables = await readTables(
    trx,
    organizationId,
    found.map(({ place }) => place),
  );
  const best = passages[0]?.score ?? 0;
  return found.flatMap(({ place, passage }): RetrievedTable[] => {
    const table = tables.get(keyOf(organizationId, place));
    const shown = passages[passage];
    if (table === undefined || shown === undefined) return [];
    const { documentId, documentName, versionId, version, language } = shown;
    const passageScore = best > 0 ? shown.score / best : 0;
    const { number } = place;
    return [{ documentId, documentName, versionId, version, number, language, passage, passageScore, table }];
  });
}

/** The places of all tables in the segments of these passages. */
async function findPlaces(
  trx: Transaction,
  organizationId: string,
  passages: RetrievedPassage[],
): Promise<TablePlace[]> {
  const segments = [...new Set(passages.map(({ segment }) => segment))];
  const found = new Map(
    segments.map((segment) => [segment, placesOfSegments.get(`${organizationId}/${segment}`)]),
  );
  const missing = segments.filter((segment) => found.get(segment) === undefined);
  if (missing.length > 0) {
    const { rows } = await sql<TablePlace>`
      select segment, number, first_ordinal, last_ordinal from document_tables
      where organization_id = ${organizationId} and segment = any (${missing}::integer[])
    `.execute(trx);
    const read = Map.groupBy(rows, ({ segment }) => segment);
    for (const segment of missing) {
      const places = read.get(segment) ?? [];
      placesOfSegments.set(`${organizationId}/${segment}`, places);
      found.set(segment, places);
    }
  }
  return segments.flatMap((segment) => found.get(segment) ?? []);
}

function firstShowing(passages: RetrievedPassage[], place: TablePlace): number {
  const shows = (from: number) =>
    passages.findIndex(
      ({ segment, ordinal }) => segment === place.segment && ordinal >= from && ordinal <= place.last_ordinal,
    );
  const own = shows(place.first_ordinal);
  return own >= 0 ? own : shows(place.first_ordinal - 1);
}

const keyOf = (organizationId: string, { segment, number }: Pick<TablePlace, "segment" | "number">): string =>
  `${organizationId}/${segment}/${number}`;

async function readTables(
  trx: Transaction,
  organizationId: string,
  places: TablePlace[],
): Promise<Map<string, TypedTable>> {
  const tables = new Map<string, TypedTable>();
  const missing: TablePlace[] = [];
  for (const place of places) {
    const known = cache.get(keyOf(organizationId, place));
    if (known === undefined) missing.push(place);
    else tables.set(keyOf(organizationId, place), known);
  }
  if (missing.length === 0) return tables;
  const { rows } = await sql<{ segment: number; number: number; content: string }>`
    select tables.segment, tables.number, tables.content
    from document_tables tables
    join unnest(
      ${missing.map(({ segment }) => segment)}::integer[],
      ${missing.map(({ number }) => number)}::integer[]
    ) as wanted (segment, number)
      on wanted.segment = tables.segment and wanted.number = tables.number
    where tables.organization_id = ${organizationId}
  `.execute(trx);
  for (const row of rows) {
    const table = decodeTable(row.content);
    tables.set(keyOf(organizationId, row), table);
    cache.set(keyOf(organizationId, row), table, { size: row.content.length + 1 });
  }
  return tables;
}
