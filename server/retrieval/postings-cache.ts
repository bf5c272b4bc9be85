import { LRUCache } from "lru-cache";
import type { KnownTerm, StoredChunk } from "./stored-index.ts";
import { ChunkSpace, type TermMatches } from "./match.ts";
import type { Retrieval } from "./passage.ts";
import { RankingArrays } from "./ranking-arrays.ts";

const mebibyte = 1_048_576;
const maxCollections = 500;

/** The postings caches of a process. Their limits are in bytes and shared by all organizations. */
export class PostingsCaches {
  readonly #matches = new LRUCache<string, TermMatches>({
    maxSize: 24 * mebibyte,
    sizeCalculation: ({ bytes, ids }) => 300 + bytes.length + ids.length * 12,
  });
  readonly #terms = new LRUCache<string, KnownTerm[]>({
    maxSize: 4 * mebibyte,
    sizeCalculation: (found) => 200 + found.length * 80,
  });
  readonly #chunks = new LRUCache<string, StoredChunk>({
    maxSize: 16 * mebibyte,
    sizeCalculation: ({ text, spans }) => 600 + text.length * 2 + spans.length * 8,
  });
  /** For about 700 questions. Texts that are shared with other entries are counted in each. */
  readonly #searches = new LRUCache<string, Retrieval>({
    maxSize: 32 * mebibyte,
    sizeCalculation: ({ passages }) => passages.reduce((sum, { text }) => sum + 1_200 + text.length, 1_000),
  });
  readonly #arrays = new RankingArrays();
  readonly #caches = new LRUCache<string, PostingsCache>({ max: maxCollections });
  /** Numbers the caches, so that a new cache never sees entries of a dropped one. */
  #opened = 0;

  /**
   * The cache of a collection in this state; a new one after each change. Earlier ones are kept for a while, because a
   * version that is tested before it goes live is read in a state that no other transaction sees.
   */
  of(name: string, state: string): PostingsCache {
    const key = `${name} ${state}`;
    const known = this.#caches.get(key);
    if (known !== undefined) return known;
    this.#opened += 1;
    const cache = {
      space: new ChunkSpace(this.#arrays),
      matches: partOf(this.#matches, this.#opened),
      terms: partOf(this.#terms, this.#opened),
      chunks: partOf(this.#chunks, this.#opened),
      searches: partOf(this.#searches, this.#opened),
    };
    this.#caches.set(key, cache);
    return cache;
  }
}

/**
 * The rows of one collection's index that earlier questions have read. Common words are in most questions and have the
 * longest postings, so caching them saves the most. An entry never goes stale: adding or removing a document changes
 * the collection's state, and a new state gets a new cache.
 */
export interface PostingsCache {
  /** Numbers the chunk ids of all its matches. */
  space: ChunkSpace;
  /** By term; empty for a term that no document contains. */
  matches: CachePartition<TermMatches>;
  /** By the bounds of a term range. */
  terms: CachePartition<KnownTerm[]>;
  /** By segment and ordinal. */
  chunks: CachePartition<StoredChunk>;
  /** By question, with everything else that affects the result. */
  searches: CachePartition<Retrieval>;
}

type CachePartition<Value extends object> = ReturnType<typeof partOf<Value>>;

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
