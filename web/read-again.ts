import { partialMatchKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** This page learns of its own change twice, by the reply and by an event. Within this time both cause one read. */
const readTogetherMs = 100;

const pending = new WeakMap<QueryClient, { keys: QueryKey[]; done: Promise<void> }>();

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
      void readNow(queryClient, keys).then(resolve);
    }, readTogetherMs);
  });
  pending.set(queryClient, { keys, done });
  return done;
}

/** Reads each query of the keys once. A first read that is still running may miss the change, so another follows. */
async function readNow(queryClient: QueryClient, keys: QueryKey[]): Promise<void> {
  const predicate = (query: Query): boolean => keys.some((key) => partialMatchKey(query.queryKey, key));
  const firstReads = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate });
  await queryClient.invalidateQueries({ predicate: (query) => firstReads.includes(query) });
}
