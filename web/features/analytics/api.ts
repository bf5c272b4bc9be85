import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnalyticsReport, OrganizationAnalytics } from "../../../contract/analytics.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request } from "../../request.ts";

export function useAnalytics(organizationId: string) {
  return useQuery<OrganizationAnalytics>({
    queryKey: ["/api/organizations", organizationId, "analytics"],
  });
}

/**
 * The report over the last days. Read anew whenever the screen is opened, and not with every message
 * that comes in meanwhile: the figures would not stand still.
 */
export function useReport(organizationId: string, days: number) {
  return useQuery<AnalyticsReport>({
    queryKey: ["/api/organizations", organizationId, "report", days],
    queryFn: () => request("GET", `/api/organizations/${organizationId}/analytics/report?days=${days}`),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/** Has the days of reports begin and end in another time zone. */
export function useSetTimeZone(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (timeZone: string) =>
      request("PUT", `/api/organizations/${organizationId}/time-zone`, { timeZone }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: ["/api/organizations", organizationId, "report"] }),
    onError: (error) => announceFailure(error, "Failed to change the time zone"),
  });
}
