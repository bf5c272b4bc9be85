import { keepPreviousData } from "@tanstack/react-query";
import type { AnalyticsReport, OrganizationAnalytics } from "../../../contract/analytics.ts";
import { apiMutation, useOrganizationQuery, refetchOnShow } from "../../organization-api.ts";

export const useAnalytics = () => useOrganizationQuery<OrganizationAnalytics>(["analytics"]);

/** Refetched whenever the screen is opened, but not after every message, so that the figures do not change constantly. */
export function useReport(days: string) {
  const options = { placeholderData: keepPreviousData, ...refetchOnShow };
  return useOrganizationQuery<AnalyticsReport>(["analytics/report", { days }], options);
}

export const useSetTimeZone = apiMutation<string>({
  send: (timeZone) => ["PUT", "time-zone", { timeZone }],
  failure: "Failed to change the time zone",
  refetches: ["analytics/report"],
});
