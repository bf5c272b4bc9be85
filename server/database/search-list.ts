import { sql } from "kysely";
import { replan, type Transaction } from "./database.ts";
import { fold } from "../language/fold.ts";

/** The word tables store this many characters of a word. */
const maxWordLength = 40;
/** More than a person types into a search. */
const maxWords = 10;
const afterEveryWord = "\u{10ffff}";
const notInWords = /^[\u0001-/:-`{-\u007f]+/;

/** The range of words with a prefix, in the order of code points. */
export interface WordRange {
  from: string;
  to: string;
}

/** The words that are searched for, and whose rows. */
export interface SearchedWords {
  organizationId: string;
  words: readonly WordRange[];
}

/** The words of a search, each as the range of words that start with it. */
export function rangesOfSearch(search: string | undefined): WordRange[] {
  const words = fold(search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return [...new Set(words)].slice(0, maxWords).map((word) => {
    const from = [...word].slice(0, maxWordLength).join("");
    return { from, to: `${from}${afterEveryWord}` };
  });
}

/** Removes what precedes the first letter or digit; undefined if there is none. */
export function withoutLeadingSigns({ from }: WordRange): WordRange | undefined {
  const word = from.replace(notInWords, "");
  return word === "" ? undefined : { from: word, to: `${word}${afterEveryWord}` };
}

/** A search checks this many of the newest rows before it looks for rare words among all. */
const maxScanned = 500;

/** The tables of the rows' words, with the column and the type of a row's key. */
const wordTables = {
  document_words: { column: "document_id", type: "uuid" },
  ticket_words: { column: "number", type: "integer" },
};
type WordTable = keyof typeof wordTables;

/** Which of the rows with these keys have every word. */
export async function findWithWords<Key extends string | number>(
  trx: Transaction,
  table: WordTable,
  { organizationId, words }: SearchedWords,
  keys: readonly Key[],
): Promise<Set<Key>> {
  const { column, type } = wordTables[table];
  const conditions = words.map(
    ({ from, to }) => sql`exists (
      select from ${sql.table(table)} w
      where w.organization_id = ${organizationId} and w.${sql.ref(column)} = k and w.word >= ${from} and w.word < ${to})`,
  );
  const { rows } = await sql<{ key: Key }>`
    select k as key from unnest(${keys}::${sql.raw(type)}[]) k where ${sql.join(conditions, sql` and `)}`.execute(
    trx,
  );
  return new Set(rows.map(({ key }) => key));
}

/** A list to search. Every result is in the order of the list, newest first. */
export interface SearchedList<Key> {
  /** The table of the rows' words, and how to find rows by whole words. Absent if it lacks a column of the filter. */
  byWord?:
    | { table: WordTable; find: (words: readonly string[], limit: number) => Promise<Key[]> }
    | undefined;
  newest: (limit: number) => Promise<Key[]>;
  /** The given rows that have every word. */
  keep: (keys: readonly Key[]) => Promise<Key[]>;
  /** The rows after this one that have every word. */
  findAfter: (key: Key, limit: number) => Promise<Key[]>;
}

/**
 * The newest rows with every word; without words, the newest. A single word is looked up in the table of words if it
 * is the prefix of few. Otherwise the newest rows are checked first, which is fast for frequent words, and then all,
 * which is fast for rare ones.
 */
export async function searchList<Key>(
  trx: Transaction,
  { organizationId, words }: SearchedWords,
  limit: number,
  list: SearchedList<Key>,
): Promise<Key[]> {
  if (words.length === 0) return list.newest(limit);
  await replan(trx);
  const [only, ...more] = words;
  if (only !== undefined && more.length === 0 && list.byWord !== undefined) {
    const exact = await fewWordsBetween(trx, list.byWord.table, organizationId, only);
    if (exact !== null) return exact.length === 0 ? [] : list.byWord.find(exact, limit);
  }
  const newest = await list.newest(maxScanned);
  const found: Key[] = [];
  for (const part of [newest.slice(0, 2 * limit), newest.slice(2 * limit)]) {
    if (found.length >= limit || part.length === 0) break;
    found.push(...(await list.keep(part)));
  }
  const last = newest.at(-1);
  if (found.length >= limit || newest.length < maxScanned || last === undefined) return found.slice(0, limit);
  return [...found, ...(await list.findAfter(last, limit - found.length))];
}

/** Up to this many words, looking them up is cheapest. */
const fewWords = 8;

/** The words of a table in a range, reading one row for each; null when there are many. */
async function fewWordsBetween(trx: Transaction, table: WordTable, organizationId: string, range: WordRange) {
  const { from, to } = range;
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
