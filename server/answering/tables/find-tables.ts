import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Transaction } from "../../database/database.ts";
import { decodeTable, type TypedTable } from "../../ingestion/tables/stored-table.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/** Where a table is stored, and which chunks show it. */
interface TableLocation {
  segment: number;
  number: number;
  first_ordinal: number;
  last_ordinal: number;
}

/** In characters of JSON; a parsed and analysed table takes about four times as much. */
const maxCachedCharacters = 8_000_000;
/** Segments never change, so cached tables stay valid. */
const cache = new LRUCache<string, TypedTable>({ maxSize: maxCachedCharacters });
/** By organization and segment, so that further questions about the same documents need no query. */
const locationsOfSegments = new LRUCache<string, readonly TableLocation[]>({
  maxSize: 20_000,
  sizeCalculation: (locations) => 1 + locations.length,
});
const maxTablesPerQuestion = 24;

/**
 * The tables that these passages show, in the order of the passages. A passage directly before a table counts too: it
 * may contain the sentence that introduces the table.
 */
export async function findTables(
  trx: Transaction,
  organizationId: string,
  passages: RetrievedPassage[],
): Promise<RetrievedTable[]> {
  if (passages.length === 0) return [];
  const locations = await findLocations(trx, organizationId, passages);
  const found = locations
    .map((location) => ({ location, passage: firstShowing(passages, location) }))
    .filter(({ passage }) => passage >= 0)
    .toSorted((a, b) => a.passage - b.passage || a.location.number - b.location.number)
    .slice(0, maxTablesPerQuestion);
  const tables = await readTables(
    trx,
    organizationId,
    found.map(({ location }) => location),
  );
  const best = passages[0]?.score ?? 0;
  return found.flatMap(({ location, passage }): RetrievedTable[] => {
    const table = tables.get(keyOf(organizationId, location));
    const shown = passages[passage];
    if (table === undefined || shown === undefined) return [];
    const { documentId, documentName, versionId, version, language } = shown;
    const passageScore = best > 0 ? shown.score / best : 0;
    const { number } = location;
    return [{ documentId, documentName, versionId, version, number, language, passage, passageScore, table }];
  });
}

/** The locations of all tables in the segments of these passages. */
async function findLocations(
  trx: Transaction,
  organizationId: string,
  passages: RetrievedPassage[],
): Promise<TableLocation[]> {
  const segments = [...new Set(passages.map(({ segment }) => segment))];
  const found = new Map(
    segments.map((segment) => [segment, locationsOfSegments.get(`${organizationId}/${segment}`)]),
  );
  const missing = segments.filter((segment) => found.get(segment) === undefined);
  if (missing.length > 0) {
    const { rows } = await sql<TableLocation>`
      select segment, number, first_ordinal, last_ordinal from document_tables
      where organization_id = ${organizationId} and segment = any (${missing}::integer[])
    `.execute(trx);
    const read = Map.groupBy(rows, ({ segment }) => segment);
    for (const segment of missing) {
      const locations = read.get(segment) ?? [];
      locationsOfSegments.set(`${organizationId}/${segment}`, locations);
      found.set(segment, locations);
    }
  }
  return segments.flatMap((segment) => found.get(segment) ?? []);
}

function firstShowing(passages: RetrievedPassage[], location: TableLocation): number {
  const shows = (from: number) =>
    passages.findIndex(
      ({ segment, ordinal }) =>
        segment === location.segment && ordinal >= from && ordinal <= location.last_ordinal,
    );
  const own = shows(location.first_ordinal);
  return own >= 0 ? own : shows(location.first_ordinal - 1);
}

const keyOf = (
  organizationId: string,
  { segment, number }: Pick<TableLocation, "segment" | "number">,
): string => `${organizationId}/${segment}/${number}`;

async function readTables(
  trx: Transaction,
  organizationId: string,
  locations: TableLocation[],
): Promise<Map<string, TypedTable>> {
  const tables = new Map<string, TypedTable>();
  const missing: TableLocation[] = [];
  for (const location of locations) {
    const known = cache.get(keyOf(organizationId, location));
    if (known === undefined) missing.push(location);
    else tables.set(keyOf(organizationId, location), known);
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
