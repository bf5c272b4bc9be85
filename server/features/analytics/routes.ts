import {
  AnalyticsReport,
  AnalyticsReportQuery,
  OrganizationAnalytics,
  TimeZoneChange,
} from "../../../contract/analytics.ts";
import { member, tenantOf } from "../../auth/access.ts";
import { perHour, type Routes } from "../../routes.ts";
import { readAnalytics } from "./analytics.ts";
import { readReport, setTimeZone } from "./report.ts";

export function analyticsRoutes(routes: Routes): void {
  routes.get("/api/organizations/:organizationId/analytics", {
    access: member("see analytics"),
    summary: "Get the dashboard figures",
    response: { 200: OrganizationAnalytics },
    transaction: (trx, request) => readAnalytics(trx, tenantOf(request)),
  });

  routes.get("/api/organizations/:organizationId/analytics/report", {
    access: member("see analytics"),
    summary: "Get the analytics report",
    description: "Questions, answers, response times and ratings of the last 7, 30 or 90 days.",
    querystring: AnalyticsReportQuery,
    response: { 200: AnalyticsReport },
    transaction: (trx, request) => readReport(trx, tenantOf(request), request.query.days),
  });

  routes.put("/api/organizations/:organizationId/time-zone", {
    access: member("change the organization's settings"),
    rateLimit: perHour(30),
    summary: "Set the report time zone",
    body: TimeZoneChange,
    transaction: (trx, request) => setTimeZone(trx, tenantOf(request).organizationId, request.body.timeZone),
  });
}
