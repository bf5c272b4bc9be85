import { z } from "zod";
import { Audience, Id, TimeZone } from "./common.ts";

/** A change in percent against the 30 days before; null while there is no history to compare with. */
const Trend = z.number().nullable();

export const OrganizationAnalytics = z.object({
  stats: z.object({
    totalDocuments: z.int(),
    chatSessions: z.int(),
    /** Members who used this organization in the last 30 days. */
    activeUsers: z.int(),
    /** Mean time from question to answer, such as "0.4s"; null before the first answer. */
    averageResponseTime: z.string().nullable(),
  }),
  /** Documents whose newest version is being read, or could not be. */
  documents: z.object({ processing: z.int(), failed: z.int() }),
  trends: z.object({
    totalDocuments: Trend,
    chatSessions: Trend,
    activeUsers: Trend,
    averageResponseTime: Trend,
  }),
});
export type OrganizationAnalytics = z.infer<typeof OrganizationAnalytics>;

/** How many days a report covers, today included. */
export const AnalyticsReportQuery = z.object({
  days: z.enum(["7", "30", "90"]).default("30").transform(Number),
});

export const TimeZoneChange = z.object({ timeZone: TimeZone });

/** A calendar day in the organization's time zone, YYYY-MM-DD. */
const Day = z.iso.date();

/** The questions that customers and staff asked, and how they were answered. Lists every day, oldest first. */
export const AnalyticsReport = z.object({
  days: z.int(),
  /** The time zone that days are counted in. */
  timeZone: z.string(),
  questions: z.object({
    asked: z.int(),
    /** From documents or by a curated answer. */
    answered: z.int(),
    /** Those answered by a curated answer. */
    curated: z.int(),
    unanswered: z.int(),
    /** Questions about a topic that is switched off. */
    declined: z.int(),
    /** The share of questions answered among those not declined, from 0 to 1; null if there were none. */
    answeredRate: z.number().nullable(),
    perDay: z.array(
      z.object({
        day: Day,
        chat: z.int(),
        webhook: z.int(),
        whatsapp: z.int(),
        answered: z.int(),
        unanswered: z.int(),
      }),
    ),
  }),
  /** How many answers had a confidence in each of ten equal ranges. */
  confidence: z.array(z.object({ from: z.number(), to: z.number(), answers: z.int() })),
  /** Accurate to within about 7%. */
  responseTime: z.object({
    medianMs: z.number().nullable(),
    p95Ms: z.number().nullable(),
    perDay: z.array(z.object({ day: Day, medianMs: z.number().nullable(), p95Ms: z.number().nullable() })),
  }),
  ratings: z.object({
    count: z.int(),
    average: z.number().nullable(),
    perDay: z.array(z.object({ day: Day, count: z.int(), average: z.number().nullable() })),
  }),
  /** The ten documents quoted by the most answers; a deleted document has no name. */
  documents: z.array(
    z.object({ id: Id, name: z.string().nullable(), type: Audience.nullable(), answers: z.int() }),
  ),
});
export type AnalyticsReport = z.infer<typeof AnalyticsReport>;
