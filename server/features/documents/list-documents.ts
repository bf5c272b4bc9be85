import { sql } from "kysely";
import { Audience } from "../../../contract/common.ts";
import type { DocumentListQuery } from "../../../contract/documents.ts";
import type { Transaction } from "../../database/database.ts";
import { cursorOfMoment, isBefore, microsOf, parseMoment, toPage, type Moment } from "../../paging.ts";
import { findWithWords, rangesOfSearch, searchList, type SearchedWords } from "../../database/search-list.ts";
import { addWaiting, selectDocuments, toDocument } from "./document.ts";

type DocumentFilter = SearchedWords & Pick<DocumentListQuery, "type"> & { after: Moment | null };

/**
 * Documents by their newest upload, newest first. Every word of `search` must begin a word in the name or the
 * summary, in any case and with or without accents.
 */
export async function listDocuments(
  trx: Transaction,
  { organizationId, type, search, limit, cursor }: DocumentListQuery & { organizationId: string },
) {
  const filter = { organizationId, type, words: rangesOfSearch(search), after: parseMoment(cursor) };
  const found = await searchMoments(trx, filter, limit + 1);
  if (found.length === 0) return { rows: [], nextCursor: null };
  const ids = found.map(({ id }) => id);
  const rows = await selectDocuments(trx, organizationId)
    .where("documents.id", "in", ids)
    .orderBy("documents.updated_at", "desc")
    .orderBy("documents.id", "desc")
    .execute();
  const page = toPage(rows, limit, cursorOfMoment, toDocument);
  return { ...page, rows: await addWaiting(trx, organizationId, page.rows) };
}

const searchMoments = (trx: Transaction, filter: DocumentFilter, limit: number) =>
  searchList<Moment>(trx, filter, limit, {
    newest: (count) => findMoments(trx, filter, count),
    keep: async (moments) => {
      const ids = moments.map(({ id }) => id);
      const kept = await findWithWords(trx, "document_words", filter, ids);
      return moments.filter(({ id }) => kept.has(id));
    },
    byWord: {
      table: "document_words",
      find: (exact, count) => findByExactWords(trx, filter, exact, count),
    },
    findAfter: (after, count) => findByWords(trx, { ...filter, after }, count),
  });

async function findMoments(trx: Transaction, { organizationId, type, after }: DocumentFilter, limit: number) {
  let query = trx
    .selectFrom("documents")
    .select(["id", microsOf("updated_at").as("micros")])
    .where("organization_id", "=", organizationId)
    .where(isBefore(after, "updated_at"))
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (type !== undefined) query = query.where("audience", "=", type);
  return query.execute();
}

async function findByExactWords(
  trx: Transaction,
  { organizationId, type, after }: DocumentFilter,
  words: readonly string[],
  limit: number,
): Promise<Moment[]> {
  const { rows } = await sql<Moment>`
    select s.document_id as id, ${microsOf("s.updated_at")} as micros
    from unnest(${words}::text[]) as searched (word), unnest(${type === undefined ? Audience.options : [type]}::text[]) as searched_audience (audience),
      lateral (
        select w.updated_at, w.document_id from document_words w
        where w.organization_id = ${organizationId} and w.word = searched.word collate "C"
          and w.audience = searched_audience.audience collate "C"
          and ${isBefore(after, "w.updated_at", "w.document_id")}
        order by w.updated_at desc, w.document_id desc limit ${limit}
      ) s
    group by s.updated_at, s.document_id order by s.updated_at desc, s.document_id desc limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** Reads only the table of words, whose rows have the document's audience and its position in the list. */
async function findByWords(trx: Transaction, filter: DocumentFilter, limit: number) {
  const { organizationId, type, words, after } = filter;
  const matches = words.map(
    ({ from, to }) => sql`
      select updated_at, document_id from document_words
      where organization_id = ${organizationId} and word >= ${from} and word < ${to}
        ${type === undefined ? sql`` : sql`and audience = ${type}`}
        and ${isBefore(after, "updated_at", "document_id")}`,
  );
  const { rows } = await sql<Moment>`
    select document_id as id, ${microsOf("updated_at")} as micros from (${sql.join(matches, sql` intersect `)}) s
    group by updated_at, document_id order by updated_at desc, document_id desc limit ${limit}`.execute(trx);
  return rows;
}
