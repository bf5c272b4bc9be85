import type { Member } from "../contract/identity.ts";
import { useOrganizationQuery } from "./organization-queries.ts";

/** All members at once (at most 1000), for menus. */
export const useMembers = () => useOrganizationQuery<Member[]>(["members", { limit: 1000 }]);
