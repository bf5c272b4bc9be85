import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { isUnauthorized, request } from "./request.ts";

/** Reads the address that a query key makes: its parts joined by slashes, and a last object as the query. */
function readByKey({ queryKey }: { queryKey: QueryKey }): Promise<unknown> {
  const last = queryKey.at(-1);
  if (typeof last !== "object") return request("GET", queryKey.join("/"));
  return request("GET", `${queryKey.slice(0, -1).join("/")}?${new URLSearchParams({ ...last })}`);
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
        // Requests are sent even if the browser believes it is offline, rather than waiting silently.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
