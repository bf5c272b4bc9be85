/** Computes a value when it is first needed, and keeps it. */
export function once<Value>(find: () => Value): () => Value {
  let found: { value: Value } | undefined;
  return () => (found ??= { value: find() }).value;
}

/** Computes a value for an object when it is first needed, and keeps it as long as that is kept. */
export function onceFor<Key extends object, More extends unknown[], Value extends object | null>(
  find: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const kept = new WeakMap<Key, Value>();
  return (key, ...more) => {
    let found = kept.get(key);
    if (found === undefined) kept.set(key, (found = find(key, ...more)));
    return found;
  };
}
