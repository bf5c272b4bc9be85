import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { PassageRow } from "../tables/passage-rows.ts";

interface Cache<Value> {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => unknown;
}

type OfPassage<Value> = (passage: RetrievedPassage, rows?: readonly PassageRow[]) => Value;

/** Caches what is computed from a passage and the rows of typed tables that it shows. */
export function cacheByPassage<Value extends { text: string }>(
  cache: Cache<Value>,
  compute: OfPassage<Value>,
): OfPassage<Value> {
  return (passage, rows = []) => {
    const key = `${passage.versionId}/${passage.ordinal}/${rows.length}`;
    const known = cache.get(key);
    // A version that is processed again may be split into other chunks.
    if (known?.text === passage.text) return known;
    const value = compute(passage, rows);
    cache.set(key, value);
    return value;
  };
}
