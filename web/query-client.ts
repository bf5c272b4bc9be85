import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { isUnauthorized, request } from "./request.ts";

/** Reads the path that the segments of a query key spell, joined by slashes. */
function readByKey({ queryKey }: { queryKey: QueryKey }): Promise<unknown> {
  return request("GET", queryKey.join("/"));
}

/**
 * No retries, data never stale, no refetch on focus, no polling: changes are pushed by the server.
 * `onUnauthorized` is called when a request finds that nobody is signed in, except for queries and
 * mutations whose `meta.anonymous` is true: those answer 401 in their own way.
 */
export function createQueryClient(onUnauthorized: () => void): QueryClient {
  const watch = (error: unknown, meta: Record<string, unknown> | undefined) => {
    if (isUnauthorized(error) && meta?.["anonymous"] !== true) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => watch(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => watch(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        queryFn: readByKey,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // A browser that believes to be offline still gets an answer or an error, never a silent wait.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
