import { useQuery } from "@tanstack/react-query";
import type { OrganizationAnalytics } from "../../../contract/analytics.ts";

export function useAnalytics(organizationId: string) {
  return useQuery<OrganizationAnalytics>({
    queryKey: ["/api/organizations", organizationId, "analytics"],
  });
}
