import { z } from "zod";
import { Id, Line, Text, Timestamp } from "./common.ts";

// The product's own presets are in business-presets.ts.

/** Flags, templates, groups and steps have names such as `orderStatus` or `product_info`. */
const Name = Line.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "Use a name like orderStatus.");

const hasMaxEntries = (max: number) => (map: object) => Object.keys(map).length <= max;
const tooMany = "This configuration is too large. Shorten it.";

export const BusinessConfigCreate = z.object({
  /** One of the presets, or any other name for a custom configuration. */
  businessType: Line.regex(/^[a-z][a-z0-9_]{0,49}$/, "Choose a business type."),
  /** Flag name to whether it is on. */
  settings: z.record(Name, z.boolean()).refine(hasMaxEntries(100), tooMany),
  /** Template name to its greeting sentence. */
  templateSettings: z.record(Name, Text.max(2000)).refine(hasMaxEntries(100), tooMany),
  /** Workflow group (`customerSupport`, `internal`) to its steps, in order. */
  workflowSettings: z.record(Name, Name.array().max(100, tooMany)).refine(hasMaxEntries(20), tooMany),
});
export type BusinessConfigCreate = z.infer<typeof BusinessConfigCreate>;

/** Changes to a configuration: flags and templates are merged by name, those not named stay. */
export const BusinessConfigChange = BusinessConfigCreate.pick({ settings: true, templateSettings: true })
  .partial()
  .extend({ isActive: z.boolean().optional() });
export type BusinessConfigChange = z.infer<typeof BusinessConfigChange>;

/** The greeting of customers, and the questions suggested to them. */
export const CustomerGreeting = z.object({ text: z.string().nullable(), suggestions: z.array(z.string()) });
export type CustomerGreeting = z.infer<typeof CustomerGreeting>;

/** An organization has at most one configuration per business type. Names keep the order they were sent in. */
export const BusinessConfig = z.object({
  id: Id,
  businessType: z.string(),
  isActive: z.boolean(),
  settings: z.record(z.string(), z.boolean()),
  templateSettings: z.record(z.string(), z.string()),
  workflowSettings: z.record(z.string(), z.array(z.string())),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type BusinessConfig = z.infer<typeof BusinessConfig>;
