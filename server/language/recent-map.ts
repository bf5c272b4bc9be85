/**
 * A map of what was used last, at least `size` entries and at most twice as many. An entry is found as fast as in any
 * map, without a list of what was used when: what is not asked for goes with its generation.
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

/** So many questions are answered at once, about. */
export const maxQuestionsAtOnce = 16;

/** A function that keeps what it found for the last keys. One question asks the same several times, in several places. */
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
