import {
  keepPreviousData,
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

/** The API path of a resource of an organization, such as its "tickets". */
export function organizationPath(organizationId: string, resource: string): string {
  return `/api/organizations/${organizationId}/${resource}`;
}

/** The query key of the resource. Further parts, such as a filter, make it more specific. */
export function organizationKey(organizationId: string, resource: string, ...parts: unknown[]): QueryKey {
  return ["/api/organizations", organizationId, resource, ...parts];
}

type ResourceKey = [resource: string, ...parts: QueryKey];

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  "enabled" | "placeholderData" | "queryFn" | "refetchInterval" | "refetchOnMount" | "select"
>;

/** Query options for data that changes without an event: it is refetched whenever a component shows it. */
export const refetchOnShow = { refetchOnMount: "always" } as const;

/** Queries a resource of the organization, such as `["tickets"]`. Without a `queryFn` the key gives the path. */
export function useOrganizationQuery<Data>([resource, ...parts]: ResourceKey, options?: Options<Data>) {
  return useQuery<Data>({ ...options, queryKey: organizationKey(useOrganizationId(), resource, ...parts) });
}

/** All members in one request (at most 1000), for menus. */
export const useMembers = () => useOrganizationQuery<Member[]>(["members", { limit: 1000 }]);

interface PagesOptions<Row> extends Pick<
  UseInfiniteQueryOptions<Page<Row>, Error, InfiniteData<Page<Row>>, QueryKey, string | null>,
  "refetchInterval" | "refetchOnMount"
> {
  /** Empty values are left out. */
  filter?: Record<string, string>;
  /** The path of the list; by default that of the organization's resource. */
  path?: string;
}

/** A list of the organization that loads page by page. With a new filter, the rows of the old one stay until it loads. */
export function usePages<Row>([resource, ...parts]: ResourceKey, options: PagesOptions<Row> = {}) {
  const organizationId = useOrganizationId();
  const { filter = {}, path = organizationPath(organizationId, resource), ...rest } = options;
  return useInfiniteQuery({
    queryKey: organizationKey(organizationId, resource, ...parts, filter),
    queryFn: ({ pageParam }) => requestPage<Row>(path, { ...filter, cursor: pageParam ?? "" }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...rest,
  });
}
