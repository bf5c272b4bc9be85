import { keepPreviousData } from "@tanstack/react-query";
import type { AnalyticsReport, OrganizationAnalytics } from "../../../contract/analytics.ts";
import { useOrganizationQuery, whenShown } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

export const useAnalytics = () => useOrganizationQuery<OrganizationAnalytics>(["analytics"]);

/**
 * The report over the last days. Read again whenever the screen is opened, but not with every message, so that
 * the figures do not change all the time.
 */
export function useReport(days: string) {
  const options = { placeholderData: keepPreviousData, ...whenShown };
  return useOrganizationQuery<AnalyticsReport>(["analytics/report", { days }], options);
}

/** Sets the time zone whose days the reports count by. */
export const useSetTimeZone = saving<string>({
  send: (timeZone) => ["PUT", "time-zone", { timeZone }],
  failure: "Failed to change the time zone",
  reads: ["analytics/report"],
});
