import { sql } from "kysely";
import MiniSearch from "minisearch";
import type { Database, Transaction } from "../../server/database/database.ts";
import { inUnitOfWork } from "../../server/database/unit-of-work.ts";
import { analyse } from "../../server/language/analyse.ts";
import type { Retrieve } from "../../server/retrieval/retrieve.ts";
import { chunkKey } from "./hits.ts";

/** Finds the keys of the ten best chunks for a question (see `chunkKey`), best first. */
export interface Method {
  name: string;
  find(question: string): Promise<string[]>;
}

/** The input of every method: a chunk's headings, each on a line, then its text. */
export interface SearchedChunk {
  key: string;
  text: string;
}

export const resultLimit = 10;

/** The product's own retrieval in one of its configurations, with a transaction for each question. */
export function ours(
  db: Database,
  organizationId: string,
  { name, retrieve }: { name: string; retrieve: Retrieve },
): Method {
  return {
    name,
    async find(question) {
      const { passages } = await inUnitOfWork(db, organizationId, (work) =>
        retrieve(work, { organizationId, audience: "internal", question, limit: resultLimit }),
      );
      return passages.slice(0, resultLimit).map((passage) => chunkKey(passage.documentName, passage.ordinal));
    },
  };
}

/** BM25 (k1 0.9, b 0.4) in memory with the product's stemmer and stop words, and a single field. */
export function plainBm25(chunks: SearchedChunk[]): Method {
  const postings = new Map<string, { chunk: number; frequency: number }[]>();
  const lengths = chunks.map(({ text }, chunk) => {
    const terms = analyse(text, "en");
    const frequencies = new Map<string, number>();
    for (const { term } of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    for (const [term, frequency] of frequencies) {
      const list = postings.get(term) ?? [];
      list.push({ chunk, frequency });
      postings.set(term, list);
    }
    return terms.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const find = async (question: string) => {
    const scores = new Map<number, number>();
    for (const term of new Set(analyse(question, "en").map((found) => found.term))) {
      const list = postings.get(term) ?? [];
      const idf = Math.log(1 + (chunks.length - list.length + 0.5) / (list.length + 0.5));
      for (const { chunk, frequency } of list) {
        const norm = 0.9 * (0.6 + (0.4 * (lengths[chunk] ?? 0)) / mean);
        scores.set(chunk, (scores.get(chunk) ?? 0) + (idf * frequency * 1.9) / (frequency + norm));
      }
    }
    const ranked = [...scores].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, resultLimit);
    return ranked.flatMap(([chunk]) => chunks[chunk]?.key ?? []);
  };
  return { name: "plain BM25", find };
}

export function miniSearch(chunks: SearchedChunk[]): Method {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ["text"] });
  index.addAll(chunks.map(({ text }, id) => ({ id, text })));
  return {
    name: "MiniSearch",
    find: async (question) =>
      index
        .search(question)
        .slice(0, resultLimit)
        .flatMap((result) => chunks[result.id as number]?.key ?? []),
  };
}

/**
 * PostgreSQL's own search: any word of the question (websearch syntax with "or"), ts_rank_cd, a GIN index. The
 * temporary table exists until the transaction `run` ends.
 */
export async function tsRank(run: Transaction, chunks: SearchedChunk[]): Promise<Method> {
  await sql`create temporary table searched on commit drop as
    select key, to_tsvector('english', text) as words
    from unnest(${chunks.map((chunk) => chunk.key)}::text[], ${chunks.map((chunk) => chunk.text)}::text[]) as t (key, text)`.execute(
    run,
  );
  await sql`create index on searched using gin (words)`.execute(run);
  await sql`analyze searched`.execute(run);
  return {
    name: "ts_rank_cd",
    async find(question) {
      const any = (question.match(/[\p{L}\p{N}]+/gu) ?? []).join(" or ");
      const { rows } = await sql<{ key: string }>`
        select key from searched, websearch_to_tsquery('english', ${any}) query
        where words @@ query order by ts_rank_cd(words, query) desc, key limit ${resultLimit}`.execute(run);
      return rows.map((row) => row.key);
    },
  };
}
