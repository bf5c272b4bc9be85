import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { requestPage } from "./request.ts";

/** A list that is read page by page, each when it is asked for. */
export function usePages<Row>(queryKey: QueryKey, path: string) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => requestPage<Row>(pageParam === null ? path : `${path}?cursor=${pageParam}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
