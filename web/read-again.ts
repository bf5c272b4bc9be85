import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** A change that this page made is told to it twice: by the reply and by the event. Both are one read. */
const readTogetherMs = 100;

interface PendingRead {
  keys: QueryKey[];
  done: Promise<void>;
}

const pending = new WeakMap<QueryClient, PendingRead>();

/** Has what stands under a key read again, together with what is asked for at about the same time. */
export function readAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const joined = pending.get(queryClient);
  if (joined !== undefined) {
    joined.keys.push(queryKey);
    return joined.done;
  }
  const keys = [queryKey];
  const done = new Promise<void>((resolve) => {
    setTimeout(() => {
      pending.delete(queryClient);
      void Promise.all(withoutNested(keys).map((key) => readNow(queryClient, key))).then(() => resolve());
    }, readTogetherMs);
  });
  pending.set(queryClient, { keys, done });
  return done;
}

/** Without the keys that are the same as another or within it. */
export function withoutNested(keys: readonly QueryKey[]): QueryKey[] {
  const isWithin = (key: QueryKey, other: QueryKey): boolean =>
    other.length <= key.length && JSON.stringify(key.slice(0, other.length)) === JSON.stringify(other);
  return keys.filter(
    (key, at) =>
      !keys.some(
        (other, otherAt) =>
          otherAt !== at && isWithin(key, other) && (other.length < key.length || otherAt < at),
      ),
  );
}

/** A first read that is under way is not begun again, and may have been answered before the change. */
async function readNow(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  const isFirst = underWay.some(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  if (isFirst) await queryClient.invalidateQueries({ queryKey });
}
