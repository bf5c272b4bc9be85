/** Computes a value when it is first needed, and keeps it. */
export function once<Value>(find: () => Value): () => Value {
  let found: { value: Value } | undefined;
  return () => (found ??= { value: find() }).value;
}
