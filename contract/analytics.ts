import { z } from "zod";

/** A change in percent against the 30 days before; null while there is no history to compare with. */
const Trend = z.number().nullable();

export const OrganizationAnalytics = z.object({
  stats: z.object({
    totalDocuments: z.int(),
    chatSessions: z.int(),
    activeUsers: z.int(),
    /** Median time from question to answer, such as "0.4s"; null before the first answer. */
    averageResponseTime: z.string().nullable(),
  }),
  trends: z.object({
    totalDocuments: Trend,
    chatSessions: Trend,
    activeUsers: Trend,
    averageResponseTime: Trend,
  }),
});
export type OrganizationAnalytics = z.infer<typeof OrganizationAnalytics>;
