import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { isUnauthorized, request } from "./request.ts";

/** Fetches the path that a query key spells: its parts joined by slashes; a final object becomes the query string. */
function fetchByKey({ queryKey }: { queryKey: QueryKey }): Promise<unknown> {
  const last = queryKey.at(-1);
  if (typeof last !== "object") return request("GET", queryKey.join("/"));
  return request("GET", `${queryKey.slice(0, -1).join("/")}?${new URLSearchParams({ ...last })}`);
}

/**
 * A client that never retries, polls or refetches on focus, since the server pushes changes. `onUnauthorized` is called
 * on a 401, except for queries and mutations whose `meta.anonymous` is true, which handle it themselves.
 */
export function createQueryClient(onUnauthorized: () => void): QueryClient {
  const reportUnauthorized = (error: unknown, meta: Record<string, unknown> | undefined) => {
    if (isUnauthorized(error) && meta?.["anonymous"] !== true) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => reportUnauthorized(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => reportUnauthorized(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        queryFn: fetchByKey,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // Requests are sent even if the browser believes it is offline, rather than waiting silently.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
