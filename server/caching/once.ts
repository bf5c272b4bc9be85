/** Computes a value on first use and caches it. */
export function once<Value>(compute: () => Value): () => Value {
  let cached: { value: Value } | undefined;
  return () => (cached ??= { value: compute() }).value;
}

/** Computes a value per object on first use and caches it while the object lives. `more` is not part of the key. */
export function onceFor<Key extends object, More extends unknown[], Value extends object | null>(
  compute: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key, ...more) => {
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = compute(key, ...more)));
    return value;
  };
}
