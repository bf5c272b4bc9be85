import { sql } from "kysely";
import type { Transaction } from "./database.ts";
import type { WordRange } from "./search-words.ts";

/** Looking up at most this many words is the cheapest way. */
const fewWords = 8;

/** The words of a table with a prefix, reading one row for each; null when there are many. */
export async function fewWordsBetween(
  trx: Transaction,
  table: "document_words" | "ticket_words",
  organizationId: string,
  { from, to }: WordRange,
): Promise<string[] | null> {
  const { rows } = await sql<{ word: string }>`
    with recursive found as (
      (select word from ${sql.table(table)}
        where organization_id = ${organizationId} and word >= ${from} and word < ${to} order by word limit 1)
      union all
      select (select w.word from ${sql.table(table)} w
        where w.organization_id = ${organizationId} and w.word > found.word and w.word < ${to} order by w.word limit 1)
      from found where found.word is not null
    )
    select word from found where word is not null limit ${fewWords + 1}`.execute(trx);
  return rows.length > fewWords ? null : rows.map(({ word }) => word);
}
