import type { QueryKey } from "@tanstack/react-query";

/** The server's address of something that an organization has, such as "tickets". */
export function organizationPath(organizationId: string, noun: string): string {
  return `/api/organizations/${organizationId}/${noun}`;
}

/** The key under which it is kept; further parts narrow it down, such as by a filter. */
export function organizationKey(organizationId: string, noun: string, ...parts: unknown[]): QueryKey {
  return ["/api/organizations", organizationId, noun, ...parts];
}
