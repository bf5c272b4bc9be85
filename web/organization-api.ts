import {
  type QueryKey,
  useMutation,
  useQueryClient,
  keepPreviousData,
  useQuery,
  type UseQueryOptions,
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
} from "@tanstack/react-query";
import { useOrganizationId } from "./current-organization.tsx";
import { refetchSoon } from "./refetch-soon.ts";
import { request, type Page, requestPage } from "./request.ts";
import { showErrorToast, toast, type ToastContent } from "./ui/toast-store.ts";
import type { Member } from "../contract/identity.ts";

/** The API path of a resource of an organization, such as its "tickets". */
export function organizationPath(organizationId: string, resource: string): string {
  return `/api/organizations/${organizationId}/${resource}`;
}

/** The query key of the resource. Further parts, such as a filter, make it more specific. */
export function organizationKey(organizationId: string, resource: string, ...parts: unknown[]): QueryKey {
  return ["/api/organizations", organizationId, resource, ...parts];
}

type ResourceKey = [resource: string, ...parts: QueryKey];

/** Query options for data that changes without an event: it is refetched whenever a component shows it. */
export const refetchOnShow = { refetchOnMount: "always" } as const;

/** Queries a resource of the organization, such as `["tickets"]`. Without a `queryFn` the key gives the path. */
export function useOrganizationQuery<Data>(
  [resource, ...parts]: ResourceKey,
  options?: Omit<UseQueryOptions<Data>, "queryKey">,
) {
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

/**
 * A request. A path without a leading slash is relative to the organization, such as "tickets". The body may be a
 * function that creates it. The key is an idempotency key, by which the server recognizes a repeated request.
 */
type ApiRequest = [method: string, path: string, body?: unknown, key?: string | undefined];

interface ApiMutationOptions<Input, Reply> {
  send: (input: Input) => ApiRequest;
  /** The toast after the request succeeds; none by default. */
  success?: ToastContent | ((reply: Reply) => ToastContent | Promise<ToastContent>);
  /** The text of the error toast. Without one, or with null, there is no toast: the form shows the error itself. */
  failure?: string | ((error: Error) => string | null);
  /** What to refetch after success: resources of the organization or query keys; by default the resource in the path. */
  refetches?: readonly (string | QueryKey)[] | "everything";
  /** Refetches after a failure too: a colleague may have changed the same thing meanwhile. */
  refetchesAfterFailure?: boolean;
}

/** A mutation that shows toasts and refetches what it changed. */
export function useApiMutation<Input = void, Reply = unknown>(options: ApiMutationOptions<Input, Reply>) {
  const { send, success, failure, refetches, refetchesAfterFailure = false } = options;
  const queryClient = useQueryClient();
  const organizationId = useOrganizationId();
  return useMutation({
    mutationFn: async (input: Input) => {
      const [method, address, body, key] = send(input);
      const path = address.startsWith("/") ? address : organizationPath(organizationId, address);
      const headers = key === undefined ? {} : { "idempotency-key": key };
      return request<Reply>(method, path, typeof body === "function" ? await body() : body, { headers });
    },
    onSuccess: async (reply) => {
      if (success) toast(typeof success === "function" ? await success(reply) : success);
    },
    onError: (error) => {
      const text = typeof failure === "function" ? failure(error) : failure;
      if (text) showErrorToast(error, text);
    },
    onSettled: async (_reply, error, input) => {
      if (error && !refetchesAfterFailure) return;
      const everything = ["/api/organizations", organizationId];
      const stale = refetches === "everything" ? [everything] : (refetches ?? resourceOf(send(input)[1]));
      const keyOf = (each: string | QueryKey) => (typeof each === "string" ? [...everything, each] : each);
      await Promise.all(stale.map((each) => refetchSoon(queryClient, keyOf(each))));
    },
  });
}

/** The resource of the organization that a path names, if the path is relative to the organization. */
const resourceOf = (path: string): string[] => (path.startsWith("/") ? [] : path.split("/", 1));

/** Creates a hook that returns the mutation with these options. */
export function apiMutation<Input = void, Reply = unknown>(options: ApiMutationOptions<Input, Reply>) {
  return () => useApiMutation(options);
}
