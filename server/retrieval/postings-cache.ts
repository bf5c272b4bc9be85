import { LRUCache } from "lru-cache";
import type { KnownTerm, StoredChunk } from "./stored-index.ts";
import { ChunkSpace, type TermMatches } from "./match.ts";
import { RankingArrays } from "./ranking-arrays.ts";

const mebibyte = 1_048_576;
const maxCollections = 500;

/** What all collections share. */
interface SharedCaches {
  matches: LRUCache<string, TermMatches>;
  terms: LRUCache<string, KnownTerm[]>;
  chunks: LRUCache<string, StoredChunk>;
  arrays: RankingArrays;
}

/** The postings caches of a process. */
export class PostingsCaches {
  /** The limits are in bytes and shared by all organizations; the least recently used entries go first. */
  readonly #shared: SharedCaches = {
    matches: new LRUCache({
      maxSize: 24 * mebibyte,
      sizeCalculation: ({ bytes, ids }) => 300 + bytes.length + ids.length * 12,
    }),
    terms: new LRUCache({
      maxSize: 4 * mebibyte,
      sizeCalculation: (found) => 200 + found.length * 80,
    }),
    // As many chunks as passages are kept read.
    chunks: new LRUCache({
      maxSize: 8 * mebibyte,
      sizeCalculation: ({ text, spans }) => 600 + text.length * 2 + spans.length * 8,
    }),
    arrays: new RankingArrays(),
  };
  readonly #caches = new LRUCache<string, PostingsCache>({ max: maxCollections });
  /** Numbers the caches, so that a new one never sees the entries of one that was dropped. */
  #opened = 0;

  /**
   * The cache of a collection in this state; a new one after each change. The one before is kept for a while,
   * because a version that is tried before it goes live is read in a state that nobody else sees.
   */
  of(name: string, state: string): PostingsCache {
    const key = `${name} ${state}`;
    const known = this.#caches.get(key);
    if (known !== undefined) return known;
    this.#opened += 1;
    const cache = new PostingsCache(this.#shared, this.#opened);
    this.#caches.set(key, cache);
    return cache;
  }
}

/**
 * The rows of the index that earlier questions have read of one collection. Common words are in most
 * questions and have the longest postings, so reading them once saves the most. An entry never goes stale:
 * adding or removing a document changes the collection's state, and a new state gets a new cache.
 */
export class PostingsCache {
  /** Numbers the chunk ids of all its matches. */
  readonly space: ChunkSpace;
  /** By term; empty for a term that no document contains. */
  readonly matches: CachePartition<TermMatches>;
  /** By the bounds of a term range. */
  readonly terms: CachePartition<KnownTerm[]>;
  /** By segment and ordinal. */
  readonly chunks: CachePartition<StoredChunk>;

  constructor({ matches, terms, chunks, arrays }: SharedCaches, number: number) {
    this.space = new ChunkSpace(arrays);
    this.matches = new CachePartition(matches, number);
    this.terms = new CachePartition(terms, number);
    this.chunks = new CachePartition(chunks, number);
  }
}

/** The entries of one collection in a cache that all collections share. */
class CachePartition<Value extends object> {
  readonly #cache: LRUCache<string, Value>;
  readonly #number: number;

  constructor(cache: LRUCache<string, Value>, number: number) {
    this.#cache = cache;
    this.#number = number;
  }

  /** The values of these keys; `read` supplies those that are not in the cache, as far as they exist. */
  async get(
    keys: string[],
    read: (missing: string[]) => Promise<Map<string, Value>>,
  ): Promise<Map<string, Value>> {
    const found = new Map<string, Value>();
    const missing: string[] = [];
    for (const key of keys) {
      const value = this.#cache.get(`${this.#number}/${key}`);
      if (value === undefined) missing.push(key);
      else found.set(key, value);
    }
    if (missing.length === 0) return found;
    for (const [key, value] of await read(missing)) {
      this.#cache.set(`${this.#number}/${key}`, value);
      found.set(key, value);
    }
    return found;
  }
}
