import { partialMatchKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** A page learns of its own change twice: from the reply and from an event. Within this time both cause one refetch. */
const batchMs = 100;

const pending = new WeakMap<QueryClient, { keys: QueryKey[]; done: Promise<void> }>();

/** Refetches the queries under a key, in one batch with other keys that are requested at about the same time. */
export function refetchSoon(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const batch = pending.get(queryClient);
  if (batch !== undefined) {
    batch.keys.push(queryKey);
    return batch.done;
  }
  const keys = [queryKey];
  const done = new Promise<void>((resolve) => {
    setTimeout(() => {
      pending.delete(queryClient);
      void refetchNow(queryClient, keys).then(resolve);
    }, batchMs);
  });
  pending.set(queryClient, { keys, done });
  return done;
}

/** Refetches each query once. An initial fetch that is still running may miss the change, so another one follows it. */
async function refetchNow(queryClient: QueryClient, keys: QueryKey[]): Promise<void> {
  const predicate = (query: Query): boolean => keys.some((key) => partialMatchKey(query.queryKey, key));
  const initialFetches = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate });
  await queryClient.invalidateQueries({ predicate: (query) => initialFetches.includes(query) });
}
