import type { QueryKey } from "@tanstack/react-query";

/** The API address of what an organization has, such as its "tickets". */
export function organizationPath(organizationId: string, noun: string): string {
  return `/api/organizations/${organizationId}/${noun}`;
}

/** The query key of the same; more parts, such as a filter, make it more specific. */
export function organizationKey(organizationId: string, noun: string, ...parts: unknown[]): QueryKey {
  return ["/api/organizations", organizationId, noun, ...parts];
}
