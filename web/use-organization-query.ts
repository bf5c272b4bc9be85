import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useOrganizationId } from "./current-organization.tsx";
import { organizationKey } from "./organization-path.ts";

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  "enabled" | "placeholderData" | "queryFn" | "refetchOnMount"
>;

/** Reads what the organization has, such as `["tickets"]`. The key also makes the address, unless there is a `queryFn`. */
export function useOrganizationQuery<Data>([noun, ...parts]: [string, ...QueryKey], options?: Options<Data>) {
  return useQuery<Data>({ ...options, queryKey: organizationKey(useOrganizationId(), noun, ...parts) });
}
