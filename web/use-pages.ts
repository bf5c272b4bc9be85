import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
} from "@tanstack/react-query";
import { type Page, requestPage } from "./request.ts";

type Options<Row> = Pick<
  UseInfiniteQueryOptions<Page<Row>, Error, InfiniteData<Page<Row>>, QueryKey, string | null>,
  "placeholderData" | "refetchInterval" | "refetchOnMount"
>;

/** A list that loads page by page. Empty values of the filter do not filter. */
export function usePages<Row>(
  queryKey: QueryKey,
  path: string,
  { filter = {}, ...options }: Options<Row> & { filter?: object } = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => requestPage<Row>(path, { ...filter, cursor: pageParam ?? "" }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...options,
  });
}
