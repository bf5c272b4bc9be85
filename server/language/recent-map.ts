/**
 * A cache of the entries that were used last: at least `size` of them, at most twice as many. It keeps two maps. When
 * the young one is full, it becomes the old one, and the entries of the old one that were not used since are dropped.
 * So an entry is found as fast as in any map: no list of uses is kept.
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

/** Caches the results of a function for the keys that were used last: one question needs the same result several times. */
export function keepRecent<Key, Value extends object | string | null>(
  size: number,
  find: (key: Key) => Value,
): (key: Key) => Value {
  const kept = new RecentMap<Key, Value>(size);
  return (key) => {
    let found = kept.get(key);
    if (found === undefined) kept.set(key, (found = find(key)));
    return found;
  };
}
