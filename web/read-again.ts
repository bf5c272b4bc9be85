import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** This page learns of its own change twice, by the reply and by an event. Within this time both cause one read. */
const readTogetherMs = 100;

interface PendingRead {
  keys: QueryKey[];
  done: Promise<void>;
}

const pending = new WeakMap<QueryClient, PendingRead>();

/** Reads the data of a query key again, together with other keys that are asked for at about the same time. */
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

/** The keys without duplicates and without those that another key includes. */
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

/** Reads again. A first read that is still running is not restarted by that and may miss the change, so another follows. */
async function readNow(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  const isFirst = underWay.some(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  if (isFirst) await queryClient.invalidateQueries({ queryKey });
}
