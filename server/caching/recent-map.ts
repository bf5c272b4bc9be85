/**
 * An approximate LRU cache: it keeps at least the `size` most recently used entries, at most twice as many. When the
 * young map is full, it becomes the old one, and entries of the old one that were not used since are dropped. This is
 * as fast as a map, because it keeps no list of uses.
 */
export class RecentMap<Key, Value> {
  readonly #size: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}

/** About how many questions are answered at once. */
export const maxQuestionsAtOnce = 16;

/** Caches the results of a function for recently used keys, because a question needs the same result several times. */
export function keepRecent<Key, Value extends object | string | null>(
  size: number,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new RecentMap<Key, Value>(size);
  return (key) => {
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = compute(key)));
    return value;
  };
}
