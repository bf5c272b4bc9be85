import { LRUCache } from "lru-cache";
import { ChunkSpace, openRankingArrays, type TermMatches } from "./match.ts";
import type { Retrieval, StoredChunk } from "./passage.ts";

/** A term of the index, and the number of document versions that contain it. */
export interface KnownTerm {
  term: string;
  versions: number;
}

/**
 * The rows of one collection's index that earlier questions have read. Common words are in most questions and have the
 * longest postings, so caching them saves the most. An entry never goes stale: adding or removing a document changes
 * the collection's state, and a new state gets a new cache.
 */
export type PostingsCache = ReturnType<ReturnType<typeof openPostingsCaches>>;

const mebibyte = 1_048_576;
const maxCollections = 500;

/**
 * The postings caches of a process. Their limits are in bytes and shared by all organizations. Returns the cache of a
 * collection in a state; a new one after each change. Earlier ones are kept for a while, because a version that is
 * tested before it goes live is read in a state that no other transaction sees.
 */
export function openPostingsCaches() {
  const matches = new LRUCache<string, TermMatches>({
    maxSize: 24 * mebibyte,
    sizeCalculation: ({ bytes, ids }) => 300 + bytes.length + ids.length * 12,
  });
  const terms = new LRUCache<string, KnownTerm[]>({
    maxSize: 4 * mebibyte,
    sizeCalculation: (found) => 200 + found.length * 80,
  });
  const chunks = new LRUCache<string, StoredChunk>({
    maxSize: 16 * mebibyte,
    sizeCalculation: ({ text, spans }) => 600 + text.length * 2 + spans.length * 8,
  });
  /** For about 700 questions. Texts that are shared with other entries are counted in each. */
  const searches = new LRUCache<string, Retrieval>({
    maxSize: 32 * mebibyte,
    sizeCalculation: ({ passages }) => passages.reduce((sum, { text }) => sum + 1_200 + text.length, 1_000),
  });
  const zeroedArrays = openRankingArrays();
  /** Numbers the caches, so that a new cache never sees entries of a dropped one. */
  let opened = 0;
  const openCache = (number: number) => ({
    /** Numbers the chunk ids of all its matches. */
    space: new ChunkSpace(),
    zeroedArrays,
    /** By term; empty for a term that no document contains. */
    matches: partOf(matches, number),
    /** By the bounds of a term range. */
    terms: partOf(terms, number),
    /** By segment and ordinal. */
    chunks: partOf(chunks, number),
    /** By question, with everything else that affects the result. */
    searches: partOf(searches, number),
  });
  const caches = new LRUCache<string, ReturnType<typeof openCache>>({
    max: maxCollections,
    memoMethod: () => openCache((opened += 1)),
  });
  return (name: string, state: string) => caches.memo(`${name} ${state}`);
}

/**
 * The entries of one collection in a cache that all collections share. The returned function gives the values of items
 * by their keys; `read` supplies those that are not in the cache, as far as they exist.
 */
function partOf<Value extends object>(cache: LRUCache<string, Value>, number: number) {
  return async <Item>(
    items: Item[],
    keyOf: (item: Item) => string,
    read: (missing: Item[]) => Promise<Map<string, Value>>,
  ): Promise<Map<string, Value>> => {
    const found = new Map<string, Value>();
    const missing = new Map<string, Item>();
    for (const item of items) {
      const key = keyOf(item);
      const value = cache.get(`${number}/${key}`);
      if (value === undefined) missing.set(key, item);
      else found.set(key, value);
    }
    if (missing.size === 0) return found;
    for (const [key, value] of await read([...missing.values()])) {
      cache.set(`${number}/${key}`, value);
      found.set(key, value);
    }
    return found;
  };
}
