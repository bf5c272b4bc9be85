import { LRUCache } from "lru-cache";
import type { KnownTerm, StoredChunk } from "./index-reader.ts";
import { ChunkSpace, type TermMatches } from "./match.ts";

const mebibyte = 1_048_576;
const mostShelves = 500;

/** Bytes of all organizations together; what was asked for least recently goes first. */
const matches = new LRUCache<string, TermMatches>({
  maxSize: 24 * mebibyte,
  sizeCalculation: ({ bytes, ids }) => 300 + bytes.length + ids.length * 12,
});
const terms = new LRUCache<string, KnownTerm[]>({
  maxSize: 4 * mebibyte,
  sizeCalculation: (found) => 200 + found.length * 80,
});
const chunks = new LRUCache<string, StoredChunk>({
  maxSize: 4 * mebibyte,
  sizeCalculation: ({ text, spans }) => 600 + text.length * 2 + spans.length * 8,
});

/**
 * What questions have read of one shelf in one state of its index, so that the next one need not: the
 * words that most questions hold are those with the longest postings. Nothing in it changes, as a document
 * that comes or goes makes another state.
 */
export class KeptShelf {
  readonly state: string;
  /** All its matches are numbered in this one. */
  readonly space = new ChunkSpace();
  /** By term; empty where no document holds it. */
  readonly matches: Kept<TermMatches>;
  /** By the bounds of a range of terms. */
  readonly terms: Kept<KnownTerm[]>;
  /** By segment and ordinal. */
  readonly chunks: Kept<StoredChunk>;

  constructor(state: string, number: number) {
    this.state = state;
    this.matches = new Kept(matches, number);
    this.terms = new Kept(terms, number);
    this.chunks = new Kept(chunks, number);
  }
}

/** The entries of one shelf in a cache of all shelves. */
class Kept<Value extends object> {
  readonly #cache: LRUCache<string, Value>;
  readonly #number: number;

  constructor(cache: LRUCache<string, Value>, number: number) {
    this.#cache = cache;
    this.#number = number;
  }

  /** The values of these keys, as far as there are any; `read` is asked for those that are not kept. */
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

const shelves = new LRUCache<string, KeptShelf>({ max: mostShelves });
/** Entries of a shelf that was forgotten are never taken for those of the one that follows it. */
let opened = 0;

/** What is kept of the shelf of that name while it is in that state. */
export function keptShelf(name: string, state: string): KeptShelf {
  const known = shelves.get(name);
  if (known?.state === state) return known;
  const shelf = new KeptShelf(state, (opened += 1));
  shelves.set(name, shelf);
  return shelf;
}
