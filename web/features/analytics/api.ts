import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnalyticsReport, OrganizationAnalytics } from "../../../contract/analytics.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request } from "../../request.ts";
import { useSaving } from "../../use-saving.ts";

export function useAnalytics(organizationId: string) {
  return useQuery<OrganizationAnalytics>({
    queryKey: organizationKey(organizationId, "analytics"),
  });
}

/**
 * The report over the last days. Read again whenever the screen is opened, but not with every message, so that
 * the figures do not change all the time.
 */
export function useReport(organizationId: string, days: number) {
  return useQuery<AnalyticsReport>({
    queryKey: organizationKey(organizationId, "report", days),
    queryFn: () => request("GET", organizationPath(organizationId, `analytics/report?days=${days}`)),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/** Sets the time zone whose days the reports count by. */
export function useSetTimeZone(organizationId: string) {
  return useSaving({
    send: (timeZone: string) => request("PUT", organizationPath(organizationId, "time-zone"), { timeZone }),
    failure: "Failed to change the time zone",
    reads: [organizationKey(organizationId, "report")],
  });
}
