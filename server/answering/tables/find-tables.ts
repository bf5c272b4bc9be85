import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Transaction } from "../../database/database.ts";
import { decodeTable, type TypedTable } from "../../ingestion/tables/stored-table.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { definitionsOfTable } from "./heading-definitions.ts";
import type { Definition, RetrievedTable } from "./retrieved-table.ts";

/** Where a table is stored, and which chunks show it. */
interface TableRef {
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
const refsOfSegments = new LRUCache<string, readonly TableRef[]>({
  maxSize: 20_000,
  sizeCalculation: (refs) => 1 + refs.length,
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
  const refs = await findRefs(trx, organizationId, passages);
  const found = refs
    .map((ref) => ({ ref, passage: firstShowing(passages, ref) }))
    .filter(({ passage }) => passage >= 0)
    .toSorted((a, b) => a.passage - b.passage || a.ref.number - b.ref.number)
    .slice(0, maxTablesPerQuestion);
  const segments = new Set(found.map(({ ref }) => ref.segment));
  const defining = definingRefs(organizationId, refs, segments);
  const wanted = new Set([...found.map(({ ref }) => ref), ...[...defining.values()].flat()]);
  const tables = await readTables(trx, organizationId, [...wanted]);
  for (const [segment, own] of defining) {
    const read = own.flatMap((ref) => tables.get(keyOf(organizationId, ref)) ?? []);
    definitionsOfSegments.set(`${organizationId}/${segment}`, read.flatMap(definitionsOfTable));
  }
  const best = passages[0]?.score ?? 0;
  return found.flatMap(({ ref, passage }): RetrievedTable[] => {
    const table = tables.get(keyOf(organizationId, ref));
    const shown = passages[passage];
    if (table === undefined || shown === undefined) return [];
    const { documentId, documentName, versionId, version, language } = shown;
    const passageScore = best > 0 ? shown.score / best : 0;
    return [
      {
        documentId,
        documentName,
        versionId,
        version,
        number: ref.number,
        language,
        passage,
        passageScore,
        table,
        definitions: definitionsOfSegments.get(`${organizationId}/${ref.segment}`) ?? [],
      },
    ];
  });
}

/** References to all tables in the segments of these passages. */
async function findRefs(trx: Transaction, organizationId: string, passages: RetrievedPassage[]) {
  const segments = [...new Set(passages.map(({ segment }) => segment))];
  const found = new Map(
    segments.map((segment) => [segment, refsOfSegments.get(`${organizationId}/${segment}`)]),
  );
  const missing = segments.filter((segment) => found.get(segment) === undefined);
  if (missing.length > 0) {
    const { rows } = await sql<TableRef>`
      select segment, number, first_ordinal, last_ordinal from document_tables
      where organization_id = ${organizationId} and segment = any (${missing}::integer[])
    `.execute(trx);
    const read = Map.groupBy(rows, ({ segment }) => segment);
    for (const segment of missing) {
      const refs = read.get(segment) ?? [];
      refsOfSegments.set(`${organizationId}/${segment}`, refs);
      found.set(segment, refs);
    }
  }
  return segments.flatMap((segment) => found.get(segment) ?? []);
}

/** By organization and segment. A definition is a name and a few dates. */
const definitionsOfSegments = new LRUCache<string, readonly Definition[]>({
  maxSize: 20_000,
  sizeCalculation: (definitions) => 1 + definitions.length,
});
/** Per segment, the first of those that are shown by at most two chunks: periods stand at the beginning. */
const maxDefiningTables = 12;

/** The small tables of each of these segments whose definitions are not known; segments never change. */
function definingRefs(organizationId: string, refs: readonly TableRef[], segments: ReadonlySet<number>) {
  const unknown = [...segments].filter(
    (segment) => !definitionsOfSegments.has(`${organizationId}/${segment}`),
  );
  return new Map(
    unknown.map((segment) => [
      segment,
      refs
        .filter((ref) => ref.segment === segment && ref.last_ordinal - ref.first_ordinal <= 1)
        .toSorted((a, b) => a.number - b.number)
        .slice(0, maxDefiningTables),
    ]),
  );
}

function firstShowing(passages: RetrievedPassage[], ref: TableRef): number {
  const shows = (from: number) =>
    passages.findIndex(
      ({ segment, ordinal }) => segment === ref.segment && ordinal >= from && ordinal <= ref.last_ordinal,
    );
  const own = shows(ref.first_ordinal);
  return own >= 0 ? own : shows(ref.first_ordinal - 1);
}

const keyOf = (organizationId: string, { segment, number }: Pick<TableRef, "segment" | "number">): string =>
  `${organizationId}/${segment}/${number}`;

async function readTables(trx: Transaction, organizationId: string, refs: TableRef[]) {
  const tables = new Map<string, TypedTable>();
  const missing: TableRef[] = [];
  for (const ref of refs) {
    const known = cache.get(keyOf(organizationId, ref));
    if (known === undefined) missing.push(ref);
    else tables.set(keyOf(organizationId, ref), known);
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
