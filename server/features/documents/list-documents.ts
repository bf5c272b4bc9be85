import { sql } from "kysely";
import { Audience } from "../../../contract/common.ts";
import type { Document, DocumentListQuery } from "../../../contract/documents.ts";
import { replan, withTenant, type Database, type Transaction } from "../../database/database.ts";
import { cursorOfMoment, parseMoment, timeOf, toPage, type Moment, type Page } from "../../paging.ts";
import { rangesOfSearch, type WordRange } from "../../database/search-words.ts";
import { fewWordsBetween } from "../../database/words-between.ts";
import { addWaiting } from "./waiting.ts";
import { documentsWithNewestVersion, selectDocument, toDocument, type DocumentRow } from "./document-rows.ts";

type DocumentFilter = Pick<DocumentListQuery, "type"> & { organizationId: string; after: Moment | null };

/**
 * Documents by their newest upload, newest first. Every word of `search` must begin a word in the name or the
 * summary, in any case and with or without accents.
 */
export async function listDocuments(
  db: Database,
  { organizationId, type, search, limit, cursor }: DocumentListQuery & { organizationId: string },
): Promise<Page<Document>> {
  const after = parseMoment(cursor);
  const words = rangesOfSearch(search);
  return withTenant(db, organizationId, async (trx) => {
    const rows = await selectRows(trx, { organizationId, type, after }, words, limit + 1);
    const page = toPage(rows, limit, (last) => cursorOfMoment(momentOf(last)));
    return { ...page, rows: await addWaiting(trx, organizationId, page.rows.map(toDocument)) };
  });
}

async function selectRows(
  trx: Transaction,
  filter: DocumentFilter,
  words: readonly WordRange[],
  limit: number,
): Promise<DocumentRow[]> {
  if (words.length === 0) return selectPage(trx, filter).limit(limit).execute();
  const ids = await searchIds(trx, filter, words, limit);
  if (ids.length === 0) return [];
  return selectPage(trx, filter).where("documents.id", "in", ids).execute();
}

function selectPage(trx: Transaction, { organizationId, type, after }: DocumentFilter) {
  let query = documentsWithNewestVersion(trx, organizationId);
  if (type !== undefined) query = query.where("documents.audience", "=", type);
  if (after !== null) query = query.where(isAfter(after));
  return selectDocument(query).orderBy("documents.updated_at", "desc").orderBy("documents.id", "desc");
}

const isAfter = (moment: Moment) =>
  sql<boolean>`(documents.updated_at, documents.id) < (${timeOf(moment)}, ${moment.id}::uuid)`;

/** These times are stored in milliseconds. */
const momentOf = (row: { updated_at: Date; id: string }): Moment => ({
  micros: row.updated_at.getTime() * 1000,
  id: row.id,
});

/** A search reads this many of the newest documents before it uses the table of words. */
const maxScanned = 500;

/**
 * The newest documents with every word. A single whole word is looked up in the order of the list. Otherwise
 * frequent words are found among the newest documents and rare ones by the table of words, because each
 * way is slow for the other kind.
 */
async function searchIds(
  trx: Transaction,
  filter: DocumentFilter,
  words: readonly WordRange[],
  limit: number,
): Promise<string[]> {
  await replan(trx);
  const [only, ...more] = words;
  if (only !== undefined && more.length === 0) {
    const exact = await fewWordsBetween(trx, "document_words", filter.organizationId, only);
    if (exact !== null) return findByExactWords(trx, filter, exact, limit);
  }
  const newest = await selectIds(trx, filter).limit(maxScanned).execute();
  const ids = newest.map(({ id }) => id);
  const found: string[] = [];
  for (const part of [ids.slice(0, 2 * limit), ids.slice(2 * limit)]) {
    if (found.length >= limit || part.length === 0) break;
    const matching = await keepWithWords(trx, part, words);
    found.push(...part.filter((id) => matching.has(id)));
  }
  const last = newest.at(-1);
  if (found.length >= limit || newest.length < maxScanned || last === undefined) return found.slice(0, limit);
  const older = { ...filter, after: momentOf(last) };
  return [...found, ...(await findByWords(trx, older, words, limit - found.length))];
}

function selectIds(trx: Transaction, { organizationId, type, after }: DocumentFilter) {
  let query = trx
    .selectFrom("documents")
    .select(["documents.id", "documents.updated_at"])
    .where("documents.organization_id", "=", organizationId)
    .orderBy("documents.updated_at", "desc")
    .orderBy("documents.id", "desc");
  if (type !== undefined) query = query.where("documents.audience", "=", type);
  if (after !== null) query = query.where(isAfter(after));
  return query;
}

async function keepWithWords(
  trx: Transaction,
  ids: readonly string[],
  words: readonly WordRange[],
): Promise<Set<string>> {
  const conditions = words.map(
    ({ from, to }) =>
      sql`exists (select from document_words w where w.document_id = i and w.word >= ${from} and w.word < ${to})`,
  );
  const { rows } = await sql<{ id: string }>`
    select i as id from unnest(${ids}::uuid[]) i where ${sql.join(conditions, sql` and `)}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

async function findByExactWords(
  trx: Transaction,
  { organizationId, type, after }: DocumentFilter,
  words: readonly string[],
  limit: number,
): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ document_id: string }>`
    select s.document_id
    from unnest(${words}::text[]) as searched (word), unnest(${type === undefined ? Audience.options : [type]}::text[]) as searched_audience (audience),
      lateral (
        select w.updated_at, w.document_id from document_words w
        where w.organization_id = ${organizationId} and w.word = searched.word collate "C"
          and w.audience = searched_audience.audience collate "C"
          ${after === null ? sql`` : sql`and (w.updated_at, w.document_id) < (${timeOf(after)}, ${after.id}::uuid)`}
        order by w.updated_at desc, w.document_id desc limit ${limit}
      ) s
    group by s.updated_at, s.document_id order by s.updated_at desc, s.document_id desc limit ${limit}`.execute(
    trx,
  );
  return rows.map(({ document_id }) => document_id);
}

/** Reads the table of words only: its rows hold the document's audience and its place in the list. */
async function findByWords(
  trx: Transaction,
  { organizationId, type, after }: DocumentFilter & { after: Moment },
  words: readonly WordRange[],
  limit: number,
): Promise<string[]> {
  const standing = words.map(
    ({ from, to }) => sql`
      select updated_at, document_id from document_words
      where organization_id = ${organizationId} and word >= ${from} and word < ${to}
        ${type === undefined ? sql`` : sql`and audience = ${type}`}
        and (updated_at, document_id) < (${timeOf(after)}, ${after.id}::uuid)`,
  );
  const { rows } = await sql<{ document_id: string }>`
    select document_id from (${sql.join(standing, sql` intersect `)}) s
    group by updated_at, document_id order by updated_at desc, document_id desc limit ${limit}`.execute(trx);
  return rows.map(({ document_id }) => document_id);
}
