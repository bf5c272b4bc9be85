import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { isUnauthorized, request } from "./request.ts";

/** Reads the address that a query key makes when its parts are joined by slashes. */
function readByKey({ queryKey }: { queryKey: QueryKey }): Promise<unknown> {
  return request("GET", queryKey.join("/"));
}

/**
 * Never retries, polls or reads again on focus: the server pushes changes. `onUnauthorized` is called when a reply
 * says that nobody is signed in, except for queries and mutations whose `meta.anonymous` is true, which handle that
 * themselves.
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
        // Requests are sent even if the browser believes it is offline, rather than waiting silently.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
