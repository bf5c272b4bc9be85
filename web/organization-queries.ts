import {
  type QueryKey,
  useQuery,
  type UseQueryOptions,
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
} from "@tanstack/react-query";
import type { Member } from "../contract/identity.ts";
import { useOrganizationId } from "./current-organization.tsx";
import { type Page, requestPage } from "./request.ts";

/** The API address of what an organization has, such as its "tickets". */
export function organizationPath(organizationId: string, noun: string): string {
  return `/api/organizations/${organizationId}/${noun}`;
}

/** The query key of the same; more parts, such as a filter, make it more specific. */
export function organizationKey(organizationId: string, noun: string, ...parts: unknown[]): QueryKey {
  return ["/api/organizations", organizationId, noun, ...parts];
}

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  "enabled" | "placeholderData" | "queryFn" | "refetchInterval" | "refetchOnMount" | "select"
>;

/** For what changes without an event: it is read again whenever it is shown. */
export const whenShown = { refetchOnMount: "always" } as const;

/** Reads what the organization has, such as `["tickets"]`. The key also makes the address, unless there is a `queryFn`. */
export function useOrganizationQuery<Data>([noun, ...parts]: [string, ...QueryKey], options?: Options<Data>) {
  return useQuery<Data>({ ...options, queryKey: organizationKey(useOrganizationId(), noun, ...parts) });
}

/** All members at once (at most 1000), for menus. */
export const useMembers = () => useOrganizationQuery<Member[]>(["members", { limit: 1000 }]);

interface PagesOptions<Row> extends Pick<
  UseInfiniteQueryOptions<Page<Row>, Error, InfiniteData<Page<Row>>, QueryKey, string | null>,
  "placeholderData" | "refetchInterval" | "refetchOnMount"
> {
  /** Empty values do not filter. */
  filter?: object;
  /** The address of the list; by default that of the organization's first noun. */
  path?: string;
}

/** A list of the organization that loads page by page. */
export function usePages<Row>([noun, ...parts]: [string, ...QueryKey], options: PagesOptions<Row> = {}) {
  const organizationId = useOrganizationId();
  const { filter = {}, path = organizationPath(organizationId, noun), ...rest } = options;
  return useInfiniteQuery({
    queryKey: organizationKey(organizationId, noun, ...parts, filter),
    queryFn: ({ pageParam }) => requestPage<Row>(path, { ...filter, cursor: pageParam ?? "" }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...rest,
  });
}
